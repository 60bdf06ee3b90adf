// A record's front part: accepted or refused with a JsonError.
// If the whole line is accepted as well, both must have read the same.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "check.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/store/match_summary.hpp"

namespace {

using namespace referee;

std::optional<match::MatchRecord> whole(std::string_view line) {
  try {
    return match::record_of_line(line, "log");
  } catch (const text::JsonError&) {
    return std::nullopt;
  }
}

void compare(store::MatchSummary quick, const match::MatchRecord& record) {
  store::MatchSummary slow = store::summary_of(record);
  slow.plies = quick.plies;  // counted by the one, read by the other
  for (std::size_t seat = 0; seat < 2; ++seat) {
    // Where a record has no times the whole reader takes them for 0.
    slow.seats[seat].cpu_us = quick.seats[seat].cpu_us;
    slow.seats[seat].wall_us = quick.seats[seat].wall_us;
  }
  fuzz::check(quick == slow, "another summary");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  try {
    const store::MatchSummary summary = store::summary_of_line(line);
    if (const auto record = whole(line)) compare(summary, *record);
  } catch (const text::JsonError& error) {
    fuzz::check(!std::string_view(error.what()).empty(), "no words");
  }
  return 0;
}
