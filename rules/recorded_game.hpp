// Official recorded games: the rows of a contest's CSV files, and whether our rules agree with
// them.
//
// The first line of a file names its columns, every other line is a game. These columns are the
// same for all games:
//
//   game              the official number of the game, 0 or more
//   round             1 or more
//   score1, score2    by seat, 0 or more
//   status1, status2  WIN, LOSE, DRAW or, for a bot that failed, ILLEGAL, TIMEOUT or EXIT
//   player1, player2  the names of the bots; both are there, or neither
//
// A game adds columns for its deal and its moves, see RecordFormat. Columns may come in any order;
// a cell may stand in double quotes, in which "" is a double quote. A record does not say when a
// bot failed; the moves that the jury made for it are among the moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_info.hpp"

namespace rules {

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
  std::string line;     // as the player writes it: in Box "Ikv"
  std::string relayed;  // as the opponent reads it: in Box "Ik364521v"

  friend bool operator==(const RecordedMove&, const RecordedMove&) = default;
};

// The largest number that every program which reads JSON keeps exactly.
inline constexpr std::int64_t most_number = std::int64_t{1} << 53;

struct RecordedGame {
  std::int64_t number = 0;             // the official number of the game, 0 or more
  int round = 0;                       // 1 or more
  std::array<std::string, 2> players;  // by seat; empty where the file does not name them
  std::size_t line = 0;                // of its file, from 1; 0: it comes from no file
  std::array<int, 2> scores{};
  std::array<RecordedStatus, 2> statuses{};
  std::string deal;  // as GameInfo::start takes it
  std::vector<RecordedMove> moves;
};

// The two columns that may follow RecordFormat::header().
inline constexpr std::string_view player_columns = "player1,player2";

// The cells of a line of CSV, without its newline. Throws std::invalid_argument for quotes
// that do not match.
std::vector<std::string> csv_cells(std::string_view line);

// Throws std::invalid_argument: "column `column` is 'value', it must be `right`".
[[noreturn]] void bad_column(std::string_view column, std::string_view value,
                             std::string_view right);

// Where the columns of a file are.
class RecordedColumns {
 public:
  // As in `format.header()`.
  explicit RecordedColumns(const RecordFormat& format);
  // From a file's first line. Throws std::invalid_argument, naming the column, for one that
  // is missing, unknown or there twice.
  RecordedColumns(const RecordFormat& format, std::string_view header);

  [[nodiscard]] bool has_players() const noexcept { return players_; }
  [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
  // The position of a column that the file has.
  [[nodiscard]] std::size_t at(std::string_view name) const;

 private:
  std::vector<std::string> names_;
  bool players_ = false;
};

// One row of a file.
class RecordedRow {
 public:
  // Throws std::invalid_argument unless it has as many cells as there are columns.
  RecordedRow(const RecordFormat& format, const RecordedColumns& columns, std::string_view row);

  // The cell in a column that the file has.
  [[nodiscard]] std::string_view at(std::string_view column) const {
    return cells_[columns_.at(column)];
  }

 private:
  const RecordedColumns& columns_;
  std::vector<std::string> cells_;
};

// What the official records of one game have in their own columns. GameInfo::record_format points
// to the only object of a derived class.
class RecordFormat {
 public:
  RecordFormat() = default;
  virtual ~RecordFormat() = default;

  // The first line of an official file, without the newline: the common columns but for the
  // players', and the game's own.
  [[nodiscard]] virtual std::string_view header() const noexcept = 0;

  // Reads the deal and the moves of a game from its own columns. Throws std::invalid_argument (see
  // bad_column) if they are not in the right form. Need not ask whether a move is legal.
  virtual void read(const RecordedRow& row, RecordedGame& game) const = 0;

  // The cell in one of the game's own columns. Throws std::invalid_argument for a game that does
  // not fit into it.
  [[nodiscard]] virtual std::string cell(std::string_view column,
                                         const RecordedGame& game) const = 0;

 protected:
  RecordFormat(const RecordFormat&) = default;
  RecordFormat& operator=(const RecordFormat&) = default;
};

// Whether a text looks like the first line of a file of recorded games, perhaps with a mistake in
// its columns: it begins with "game,", or game, round and one of the game's own columns are there.
bool is_recorded_header(const RecordFormat& format, std::string_view line);

// How many columns are in either `line` or the header of the format, but not in both; names of
// players do not count. 0: the line is a header of this format. For quotes that do not match, more
// than any other line has.
std::size_t header_distance(const RecordFormat& format, std::string_view line);

// Reads one row, without its newline. Throws std::invalid_argument, naming the column and what
// would be right. Whether the moves are legal is for replay() to find out.
RecordedGame parse_recorded(const RecordFormat& format, std::string_view row,
                            const RecordedColumns& columns);

// Reads a whole file, header and rows, each line ended by '\n' or "\r\n" (the last line may lack
// it); empty lines are skipped. Throws like parse_recorded(), with the number of the line in front.
std::vector<RecordedGame> parse_recorded_file(const RecordFormat& format, std::string_view text);

// The row of a game, without a newline: the columns of format.header() and, if `players`,
// those of player_columns. Throws std::invalid_argument for a game that does not fit the format.
std::string to_row(const RecordFormat& format, const RecordedGame& game, bool players = false);

// Plays the game by our rules and says in words where the record disagrees: a deal that cannot be
// played, a move that is not legal and why, a game that ends too early or not at all, a different
// score or status. Empty if everything agrees. Nothing is compared after the first illegal move.
// If both seats failed, the game may end anywhere and must have been scored 0-0.
std::vector<std::string> replay(const GameInfo& info, const RecordedGame& game);

}  // namespace rules
