// A match record: accepted or refused with a JsonError. What is accepted can be
// written again without change and be checked against the rules.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "check.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/replay.hpp"

namespace {

using namespace referee::match;
namespace text = referee::text;

MatchRecord read(std::string_view text) { return record_of_line(text, "log"); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const MatchRecord record = read(text);
    const std::string line = to_line(record);
    fuzz::check(line.find('\n') == std::string::npos, "more than one line", line);
    fuzz::check(to_line(read(line)) == line, "another record after a round trip", line);
    for (const std::string& found : verify(record)) fuzz::check(!found.empty(), "no words");
  } catch (const text::JsonError& error) {
    fuzz::check(std::string_view(error.what()).starts_with("log: "), "the place", error.what());
  }
  return 0;
}
