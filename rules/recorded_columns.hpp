// The table of official recorded games: CSV, its first line names the columns.
//
// A name of a column may be in capitals, and User1 and User2 are other names of player1 and
// player2: so the contest's own lists (Game,Round,IsSwiss,User1,Score1,Status1,...) and those with
// small letters are read alike. Columns may come in any order, and those with other names are
// ignored. A cell may be in double quotes, in which "" is a double quote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rules {

class RecordFormat;  // rules/recorded_game.hpp

// The two columns that may follow RecordFormat::header(), where that does not have them.
inline constexpr std::string_view player_columns = "player1,player2";

// The cells of a line of CSV, without its newline. Throws std::invalid_argument for quotes
// that do not match.
std::vector<std::string> csv_cells(std::string_view line);

// A cell in its written form: in quotes if it has a comma, a quote or an end of line.
std::string csv_cell(const std::string& text);

// The name by which a column is known, from one in a first line: "player1" from "User1".
std::string column_name(std::string_view text);

// Throws std::invalid_argument: "column `column` is 'value', it must be `right`".
[[noreturn]] void bad_column(std::string_view column, std::string_view value,
                             std::string_view right);

// The places of the columns of a file. Names are those of column_name().
class RecordedColumns {
 public:
  // The columns of `format.header()`.
  explicit RecordedColumns(const RecordFormat& format);
  // The columns of a file's first line. Throws std::invalid_argument, naming the column, for one
  // that is missing or there twice.
  RecordedColumns(const RecordFormat& format, std::string_view header);

  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
  // The position of a column that the file has.
  [[nodiscard]] std::size_t at(std::string_view name) const;
  // The columns of the file that are read, as it names them, joined by commas: a first line.
  [[nodiscard]] const std::string& header() const noexcept { return header_; }
  // The columns that are ignored.
  [[nodiscard]] const std::vector<std::string>& unknown() const noexcept { return unknown_; }

 private:
  std::vector<std::string> names_;
  std::string header_;
  std::vector<std::string> unknown_;
};

// One row of a file.
class RecordedRow {
 public:
  // Throws std::invalid_argument unless it has as many cells as there are columns; empty ones at
  // its end do not count.
  RecordedRow(const RecordedColumns& columns, std::string_view row);

  [[nodiscard]] bool has(std::string_view column) const { return columns_.has(column); }
  // The cell in a column that the file has.
  [[nodiscard]] std::string_view at(std::string_view column) const {
    return cells_[columns_.at(column)];
  }

 private:
  const RecordedColumns& columns_;
  std::vector<std::string> cells_;
};

// Whether a text looks like the first line of a file of recorded games, perhaps with a mistake in
// its columns: it begins with "game,", or game, round and one of the game's own columns are there.
bool is_recorded_header(const RecordFormat& format, std::string_view line);

// The number of columns that are in either `line` or the header of the format, but not in both;
// names of players and the phase do not count. 0: the line is a header of this format. For quotes
// that do not match, more than any other line has.
std::size_t header_distance(const RecordFormat& format, std::string_view line);

}  // namespace rules
