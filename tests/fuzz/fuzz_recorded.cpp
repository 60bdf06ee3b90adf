// A CSV file of recorded games: accepted or refused with std::invalid_argument, and what is
// accepted can be replayed.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "check.hpp"
#include "rules/catalogue.hpp"
#include "rules/recorded_game.hpp"

namespace {

void check_replay(const rules::GameInfo& info, const rules::RecordedGame& game) {
  for (const std::string& found : rules::replay(info, game)) {
    fuzz::check(!found.empty(), "no words");
  }
}

template <typename Read>
void try_to(const Read& read) {
  try {
    read();
  } catch (const std::invalid_argument& error) {
    fuzz::check(!std::string_view(error.what()).empty(), "no words");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const rules::GameInfo& info : rules::games()) {
    if (info.record_format == nullptr) continue;
    const rules::RecordFormat& format = *info.record_format;
    try_to([&] {
      for (const auto& game : rules::parse_recorded_file(format, text)) check_replay(info, game);
    });
    try_to([&] {
      check_replay(info, rules::parse_recorded(format, text, rules::RecordedColumns(format)));
    });
    (void)rules::is_recorded_header(format, text);
    (void)rules::header_distance(format, text);
  }
  return 0;
}
