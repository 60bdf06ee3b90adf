// A regression config: accepted or refused with a JsonError, nothing else. Of what is
// accepted every check names its first and last game, and judges without any.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "check.hpp"
#include "referee/analysis/checks/regress.hpp"

namespace {

using namespace referee;

void read(std::string_view text) {
  const checks::Regress regress = checks::parse_regress(text, "config", "/nonexistent", {});
  fuzz::check(!regress.checks.empty(), "no checks");
  for (const auto& check : regress.checks) {
    fuzz::check(!check->name().empty(), "a check without a name");
    const text::Json json = config::to_json(check->manifest());
    const auto again = config::manifest_from_json(text::JsonReader(json, "manifest:"));
    fuzz::check(again.id() == check->manifest().id(), "another manifest", check->name());
    if (check->comparison() == nullptr) {
      fuzz::check(check->games() > 0, "no games", check->name());
      fuzz::check(check->game(0).number < 2, "first game", check->name());
      static_cast<void>(check->game(check->games() - 1));
    }
    const auto outcome = check->outcome();
    fuzz::check(outcome.verdict == checks::Verdict::undecided, "decided", check->name());
    fuzz::check(!outcome.reason.empty(), "no reason", check->name());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    read(text);
  } catch (const text::JsonError&) {  // the usual case: the text is none
  }
  return 0;
}
