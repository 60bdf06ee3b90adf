// Recorded official games of Box: one row of the contest's CSV, and whether our
// rules agree with it.
//
// A row of the file:
//   game,round,color1,color2,score1,status1,score2,status2,moves
//   261343,1,4,1,89,LOSE,211,WIN,Hh564231h Hn264531h ... Ob561342h
// `moves` are separated by one blank, each in the form that is relayed to players,
// the start tile first; seat one made the first move after it. Statuses are WIN,
// LOSE, DRAW and, for a bot that failed, ILLEGAL, TIMEOUT and EXIT. The record does
// not say when a bot failed; the moves made for it by the jury are among the moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/box/deal.hpp"
#include "rules/game.hpp"

namespace rules::box {

enum class RecordedStatus : std::uint8_t { win, lose, draw, illegal, timeout, exit };

constexpr bool is_fault(RecordedStatus status) noexcept {
  return status >= RecordedStatus::illegal;
}
// "WIN", "LOSE", ...
std::string_view to_text(RecordedStatus status) noexcept;

struct RecordedMove {
  Seat seat = Seat::first;
  std::string line;  // as the player writes it: "Ikv"

  friend bool operator==(const RecordedMove&, const RecordedMove&) = default;
};

struct RecordedGame {
  int number = 0;  // the official number of the game
  int round = 0;   // 1 or more
  std::array<int, 2> scores{};
  std::array<RecordedStatus, 2> statuses{};
  Deal deal;                        // as many tiles as were dealt
  std::vector<RecordedMove> moves;  // deal.tile_count - 1 of them, without the start tile

  // The deal as GameInfo::start takes it.
  [[nodiscard]] std::string deal_text() const { return to_text(deal); }
};

// The first line of a file, without the newline.
inline constexpr std::string_view recorded_header =
    "game,round,color1,color2,score1,status1,score2,status2,moves";

// Reads one row, without its newline. Throws std::invalid_argument, naming the
// column and what would be right, if the row is not of the form above. Whether a
// tile may lie where it lies is not looked at; that is for replay().
RecordedGame parse_recorded(std::string_view row);

// Reads a whole file, header and rows, each line ended by '\n' (the last one may
// lack it). Throws like parse_recorded(), with the number of the line before it.
std::vector<RecordedGame> parse_recorded_file(std::string_view text);

// Plays the game by our rules and says in words where the record disagrees: a move
// that is not legal and why, a game that ends too early or not at all, a score or a
// status that comes out differently. Empty if everything agrees. After the first
// illegal move nothing more is compared. If both seats failed, the game may end
// anywhere and must have been scored 0-0.
std::vector<std::string> replay(const RecordedGame& game);

}  // namespace rules::box
