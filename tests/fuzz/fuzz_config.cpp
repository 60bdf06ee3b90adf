// A config: accepted or refused with a JsonError, nothing else. What is accepted must
// come back from its canonical form as the same tournament.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "check.hpp"
#include "referee/run/config/config.hpp"

namespace {

using namespace referee;

void read(std::string_view text) {
  const config::Manifest manifest = config::parse_config(text, "config", "/nonexistent", {});
  const text::Json json = config::to_json(manifest);
  const auto again = config::manifest_from_json(text::JsonReader(json, "manifest:"));
  fuzz::check(again.id() == manifest.id(), "another id after a round trip", json.dump());
  fuzz::check(config::to_json(again) == json, "another manifest after a round trip");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    read(text);
  } catch (const text::JsonError& error) {
    fuzz::check(std::string_view(error.what()).starts_with("config: "), "the place", error.what());
  }
  return 0;
}
