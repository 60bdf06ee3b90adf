// Official recorded games: the rows of a contest's CSV files, and whether these rules agree with
// them.
//
// The first line of a file names its columns, every other line is a game (recorded_columns.hpp).
// These columns are the same for all games:
//
//   game              the official number of the game, 0 or more
//   round             1 or more
//   isswiss           swiss or final: the phase of the competition; need not be there
//   score1, score2    by seat, 0 or more
//   status1, status2  WIN, LOSE, DRAW or, for a bot that failed, ILLEGAL, TIMEOUT, EXIT or a word
//                     of the game's own
//   player1, player2  the names of the bots; both are there, or neither
//
// A game adds columns for its deal and its moves, see RecordFormat. A record does not say when a
// bot failed; the moves that the jury made for it are among the moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/by_seat.hpp"
#include "rules/game.hpp"
#include "rules/game_info.hpp"
#include "rules/recorded_columns.hpp"

namespace rules {

struct RecordedMove {
  Seat seat = Seat::first;
  std::string line;     // as the player writes it: in Box "Ikv"
  std::string relayed;  // as the opponent reads it: in Box "Ik364521v"

  friend bool operator==(const RecordedMove&, const RecordedMove&) = default;
};

// The largest number that every program which reads JSON keeps exactly.
inline constexpr std::int64_t most_number = std::int64_t{1} << 53;

struct RecordedGame {
  std::int64_t number = 0;      // the official number of the game, 0 or more
  int round = 0;                // 1 or more
  BySeat<std::string> players;  // by seat; empty where the file does not name them
  std::size_t line = 0;         // of its file, from 1; 0: it comes from no file
  BySeat<std::int64_t> scores{};
  BySeat<Status> statuses{};
  // The game's own word, where the file has one (RecordFormat::words); empty: that of the status.
  BySeat<std::string> words;
  std::string phase;  // of the competition: "swiss" or "final"; empty where the file does not say
  std::string deal;   // as GameInfo::start takes it
  std::vector<RecordedMove> moves;
};

// The game's own columns in official records. GameInfo::record_format points to the only object of
// a derived class.
class RecordFormat {
 public:
  RecordFormat() = default;
  virtual ~RecordFormat() = default;

  // The first line of an official file, without the newline: the common columns, of which those of
  // the phase and the players may be left out, and the game's own.
  [[nodiscard]] virtual std::string_view header() const noexcept = 0;

  // Whether a file may lack this one of the game's own columns.
  [[nodiscard]] virtual bool is_optional(std::string_view /*column*/) const noexcept {
    return false;
  }

  // The words that statuses may have besides those of every game.
  [[nodiscard]] virtual std::span<const ResultWord> words() const noexcept { return {}; }

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

// Reads one row, without its newline. Throws std::invalid_argument, naming the column and the
// correct form. Does not check whether the moves are legal; replay() does.
RecordedGame parse_recorded(const RecordFormat& format, std::string_view row,
                            const RecordedColumns& columns);

// Reads a whole file, header and rows, each line ended by '\n' or "\r\n" (the last line may lack
// it); empty lines are skipped. Throws like parse_recorded(), with the number of the line in front.
std::vector<RecordedGame> parse_recorded_file(const RecordFormat& format, std::string_view text);

// The first line of a file: format.header() and, if `players`, player_columns unless it names
// players itself.
std::string header_line(const RecordFormat& format, bool players);

// The row of a game, without a newline, under a first line like header_line(). Throws
// std::invalid_argument for a game that does not fit the format.
std::string to_row(const RecordFormat& format, const RecordedGame& game, std::string_view header);
std::string to_row(const RecordFormat& format, const RecordedGame& game, bool players = false);

// Adds the moves of a cell that has all moves as written, separated by one blank and made by turns,
// to the game. Two blanks are an empty move between them. Need not be moves.
void add_moves(std::string_view cell, RecordedGame& game);
// The cell with a game's moves.
std::string moves_cell(const RecordedGame& game);

// The word for this seat in official results.
std::string_view word_of(const RecordedGame& game, Seat seat) noexcept;

// Plays the game by these rules and describes where the record disagrees: a deal that cannot be
// played, a move that is not legal and why, a game that ends too early or not at all, a different
// score or status. Empty if everything agrees. Nothing is compared after the first illegal move. If
// both seats failed, the game may end anywhere and must have been scored 0-0.
std::vector<std::string> replay(const GameInfo& info, const RecordedGame& game);

}  // namespace rules
