// Recorded official games of Box: one row of the contest's CSV, and whether our
// rules agree with it.
//
// A row of the file:
//   game,round,color1,color2,score1,status1,score2,status2,moves
//   261343,1,4,1,89,LOSE,211,WIN,Hh564231h Hn264531h ... Ob561342h
// Columns may stand in any order, and player1 and player2, the names of the bots, may be
// among them; cells may stand in double quotes, in which "" is one of them. `moves` are separated
// by one blank, each in the form that is relayed to players, the start tile first; seat one made
// the first move after it. Statuses are WIN, LOSE, DRAW and, for a bot that failed, ILLEGAL,
// TIMEOUT and EXIT. The record does not say when a bot failed; the moves made for it by the jury
// are among the moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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
// And back; nothing for another word.
std::optional<RecordedStatus> recorded_status(std::string_view text) noexcept;

struct RecordedMove {
  Seat seat = Seat::first;
  std::string line;  // as the player writes it: "Ikv"

  friend bool operator==(const RecordedMove&, const RecordedMove&) = default;
};

// Numbers of games up to this can be told by every program that reads JSON.
inline constexpr std::int64_t most_number = std::int64_t{1} << 53;

struct RecordedGame {
  std::int64_t number = 0;             // the official number of the game, 0 or more
  int round = 0;                       // 1 or more
  std::array<std::string, 2> players;  // by seat; empty where the file does not name them
  std::size_t line = 0;                // of its file, from 1; 0: it comes from no file
  std::array<int, 2> scores{};
  std::array<RecordedStatus, 2> statuses{};
  Deal deal;                        // as many tiles as were dealt
  std::vector<RecordedMove> moves;  // deal.tile_count - 1 of them, without the start tile

  // The deal as GameInfo::start takes it.
  [[nodiscard]] std::string deal_text() const { return to_text(deal); }
};

// The first line of an official file, without the newline.
inline constexpr std::string_view recorded_header =
    "game,round,color1,color2,score1,status1,score2,status2,moves";
// The columns that may be there besides; both or none.
inline constexpr std::string_view player_columns = "player1,player2";

// The cells of a line of CSV, without its newline. Throws std::invalid_argument for quotes
// that do not match.
std::vector<std::string> csv_cells(std::string_view line);

// Where the columns of a file stand.
class RecordedColumns {
 public:
  // As in recorded_header.
  RecordedColumns();
  // From a file's first line. Throws std::invalid_argument, naming the column, for one that
  // is missing, unknown or there twice.
  explicit RecordedColumns(std::string_view header);

  [[nodiscard]] bool has_players() const noexcept { return width_ > needed; }

 private:
  friend RecordedGame parse_recorded(std::string_view row, const RecordedColumns& columns);
  static constexpr std::size_t needed = 9;

  std::array<std::size_t, needed + 2> position_{};  // of each column, in the order above
  std::size_t width_ = needed;
};

// Whether a text is the first line of a file of recorded games, good or with a mistake in
// its columns: it begins with "game,", or game, round and moves are among its cells.
bool is_recorded_header(std::string_view line);

// Reads one row, without its newline. Throws std::invalid_argument, naming the
// column and what would be right, if the row is not of the form above. Whether a
// tile may lie where it lies is not looked at; that is for replay().
RecordedGame parse_recorded(std::string_view row, const RecordedColumns& columns = {});

// The row of a game, without a newline: the columns of recorded_header and, if `players`,
// those of player_columns.
std::string to_row(const RecordedGame& game, bool players = false);

// Reads a whole file, header and rows, each line ended by '\n' or "\r\n" (the last one may
// lack it); empty lines are left out. Throws like parse_recorded(), with the number of the line
// before it.
std::vector<RecordedGame> parse_recorded_file(std::string_view text);

// Plays the game by our rules and says in words where the record disagrees: a move
// that is not legal and why, a game that ends too early or not at all, a score or a
// status that comes out differently. Empty if everything agrees. After the first
// illegal move nothing more is compared. If both seats failed, the game may end
// anywhere and must have been scored 0-0.
std::vector<std::string> replay(const RecordedGame& game);

}  // namespace rules::box
