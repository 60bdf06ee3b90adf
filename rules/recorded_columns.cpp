#include "rules/recorded_columns.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "rules/quote.hpp"
#include "rules/recorded_game.hpp"

namespace rules {
namespace {

constexpr std::array<std::string_view, 9> common_columns{
    "game", "round", "score1", "status1", "score2", "status2", "isswiss", "player1", "player2"};
// The last ones of them, which a file may lack.
constexpr std::size_t optional_columns = 3;

template <typename List>
bool has(const List& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_common(std::string_view column) { return has(common_columns, column); }

bool may_be_left_out(std::string_view column) {
  return std::find(common_columns.end() - optional_columns, common_columns.end(), column) !=
         common_columns.end();
}

// The columns of a first line by the names by which they are known.
std::vector<std::string> column_names(std::string_view header) {
  std::vector<std::string> names = csv_cells(header);
  for (std::string& name : names) name = column_name(name);
  return names;
}

// Takes a cell in quotes off the front of a line.
std::string take_quoted(std::string_view& line) {
  std::string cell;
  for (std::size_t begin = 1;;) {
    const std::size_t quote = line.find('"', begin);
    if (quote == std::string_view::npos) {
      throw std::invalid_argument("a cell begins with a double quote and does not end with one");
    }
    cell += line.substr(begin, quote - begin);
    begin = quote + 1;
    if (begin == line.size() || line[begin] != '"') {
      line.remove_prefix(begin);
      return cell;
    }
    cell += '"';
    ++begin;
  }
}

}  // namespace

void bad_column(std::string_view column, std::string_view value, std::string_view right) {
  throw std::invalid_argument("column " + std::string(column) + " is " + in_quotes(value) +
                              ", it must be " + std::string(right));
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

std::string column_name(std::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (name == "user1") return "player1";
  return name == "user2" ? "player2" : name;
}

std::vector<std::string> csv_cells(std::string_view line) {
  std::vector<std::string> cells;
  while (true) {
    if (line.starts_with('"')) {
      cells.push_back(take_quoted(line));
    } else {
      const std::size_t length = std::min(line.find(','), line.size());
      cells.emplace_back(line.substr(0, length));
      line.remove_prefix(length);
    }
    if (line.empty()) return cells;
    if (line[0] != ',') {
      throw std::invalid_argument("after a cell in quotes there must be a comma, not " +
                                  in_quotes(line.substr(0, 1)));
    }
    line.remove_prefix(1);
  }
}

RecordedColumns::RecordedColumns(const RecordFormat& format)
    : RecordedColumns(format, format.header()) {}

RecordedColumns::RecordedColumns(const RecordFormat& format, std::string_view header)
    : names_(column_names(header)) {
  const std::vector<std::string> known = column_names(format.header());
  const std::vector<std::string> as_written = csv_cells(header);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!is_common(names_[i]) && !rules::has(known, names_[i])) {
      unknown_.push_back(as_written[i]);
      continue;
    }
    if (std::count(names_.begin(), names_.end(), names_[i]) > 1) {
      throw std::invalid_argument("the column " + names_[i] + " is there twice");
    }
    header_ += (header_.empty() ? "" : ",") + as_written[i];
  }
  const auto require = [&](std::string_view name) {
    if (has(name)) return;
    if (unknown_.empty()) {
      throw std::invalid_argument("the column " + std::string(name) + " is missing");
    }
    throw std::invalid_argument("unknown column " + in_quotes(unknown_.front()) +
                                "; the columns are " + std::string(format.header()) +
                                " and, if there are any, " + std::string(player_columns));
  };
  for (const std::string& name : known) {
    if (!may_be_left_out(name) && !format.is_optional(name)) require(name);
  }
  if (!has("player1") && !has("player2")) return;
  for (const std::string& name : csv_cells(player_columns)) require(name);
}

bool RecordedColumns::has(std::string_view name) const { return rules::has(names_, name); }

std::size_t RecordedColumns::at(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) throw std::logic_error("no column " + std::string(name));
  return static_cast<std::size_t>(found - names_.begin());
}

RecordedRow::RecordedRow(const RecordedColumns& columns, std::string_view row)
    : columns_(columns), cells_(csv_cells(row)) {
  // Spreadsheets end rows with commas.
  while (cells_.size() > columns.size() && cells_.back().empty()) cells_.pop_back();
  if (cells_.size() == columns.size()) return;
  throw std::invalid_argument("the row has " + std::to_string(cells_.size()) +
                              " columns, it must have " + std::to_string(columns.size()) + ": " +
                              columns.header());
}

bool is_recorded_header(const RecordFormat& format, std::string_view line) {
  try {
    const std::vector<std::string> names = column_names(line);
    const std::vector<std::string> known = column_names(format.header());
    if (names.size() > 1 && names.front() == "game") return true;
    return has(names, "game") && has(names, "round") &&
           std::any_of(known.begin(), known.end(), [&names](const std::string& name) {
             return !is_common(name) && has(names, name);
           });
  } catch (const std::invalid_argument&) {
    return false;  // quotes that do not match
  }
}

std::size_t header_distance(const RecordFormat& format, std::string_view line) {
  try {
    const std::vector<std::string> names = column_names(line);
    const std::vector<std::string> known = column_names(format.header());
    std::size_t distance = 0;
    for (const std::string& name : names) {
      distance += may_be_left_out(name) || has(known, name) ? 0U : 1U;
    }
    for (const std::string& name : known) {
      distance += may_be_left_out(name) || has(names, name) ? 0U : 1U;
    }
    return distance;
  } catch (const std::invalid_argument&) {
    return std::numeric_limits<std::size_t>::max();
  }
}

}  // namespace rules
