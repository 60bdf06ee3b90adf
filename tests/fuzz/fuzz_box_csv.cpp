// A CSV file of recorded Box games: accepted or refused with std::invalid_argument,
// and what is accepted can be replayed.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "check.hpp"
#include "rules/box/recorded.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto refused = [](const std::invalid_argument& error) {
    fuzz::check(!std::string_view(error.what()).empty(), "no words");
  };
  try {
    for (const auto& game : rules::box::parse_recorded_file(text)) {
      for (const std::string& found : rules::box::replay(game)) {
        fuzz::check(!found.empty(), "no words");
      }
    }
  } catch (const std::invalid_argument& error) {
    refused(error);
  }
  try {
    (void)rules::box::replay(rules::box::parse_recorded(text));
  } catch (const std::invalid_argument& error) {
    refused(error);
  }
  return 0;
}
