// The words of official result lists for the end of a game for a seat.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rules {

// The words of every game, which are also the statuses of match records and standings: WIN, LOSE,
// DRAW, and for a bot that failed ILLEGAL, TIMEOUT and EXIT.
enum class RecordedStatus : std::uint8_t { win, lose, draw, illegal, timeout, exit };

constexpr bool is_fault(RecordedStatus status) noexcept {
  return status >= RecordedStatus::illegal;
}
// The word of a status: "WIN", "LOSE", ...
std::string_view to_text(RecordedStatus status) noexcept;
// The status of a word; nothing for another word.
std::optional<RecordedStatus> recorded_status(std::string_view text) noexcept;

// A further word that one game has for a bot that failed (RecordFormat::words), and its status in
// standings. A word that is a kind of fault in capitals, like CRASH, is that of such a fault in the
// referee's own matches; the other words come from the game's verdicts.
struct ResultWord {
  std::string_view text;  // "NO_SOLUTIONS_LEFT"
  RecordedStatus status = RecordedStatus::illegal;
};

}  // namespace rules
