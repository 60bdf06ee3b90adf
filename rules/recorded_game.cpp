#include "rules/recorded_game.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "rules/quote.hpp"

namespace rules {
namespace {

constexpr std::array<std::string_view, 6> status_names{"WIN",     "LOSE",    "DRAW",
                                                       "ILLEGAL", "TIMEOUT", "EXIT"};

constexpr std::array<std::string_view, 8> common_columns{"game",   "round",   "score1",  "status1",
                                                         "score2", "status2", "player1", "player2"};

bool is_common(std::string_view column) {
  return std::find(common_columns.begin(), common_columns.end(), column) != common_columns.end();
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
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

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

template <typename Number>
Number parse_number(std::string_view column, std::string_view value, Number least) {
  Number number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc{} || stop != end || number < least) {
    bad_column(column, value, "a whole number, " + std::to_string(least) + " or more");
  }
  return number;
}

RecordedStatus parse_status(std::string_view column, std::string_view value) {
  const auto status = recorded_status(value);
  if (!status) bad_column(column, value, "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT");
  return *status;
}

RecordedStatus status_of(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::win:
      return RecordedStatus::win;
    case Outcome::lose:
      return RecordedStatus::lose;
    case Outcome::draw:
      break;
  }
  return RecordedStatus::draw;
}

// "move 3 (Ik364521v)", counted from 1.
std::string move_name(const RecordedGame& game, std::size_t i) {
  return "move " + std::to_string(i + 1) + " (" + game.moves[i].relayed + ")";
}

// Empty, or why this move could not be played.
std::string play_move(const RecordedMove& move, Game& game) {
  if (game.over()) return ": the game was over before it";
  if (game.to_move() != move.seat) return ": it was the other seat's turn";
  if (const Verdict verdict = game.play(move.line); !verdict) {
    return " is not legal: " + verdict.reason();
  }
  if (game.relayed() != move.relayed) return " is relayed as " + in_quotes(game.relayed());
  return {};
}

// False if not all the moves could be played.
bool play_moves(const RecordedGame& record, Game& game, std::vector<std::string>& found) {
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (const std::string trouble = play_move(record.moves[i], game); !trouble.empty()) {
      found.push_back(move_name(record, i) + trouble);
      return false;
    }
  }
  return true;
}

void forfeit_all(const RecordedGame& record, Game& game) {
  for (const Seat seat : {Seat::first, Seat::second}) {
    if (is_fault(record.statuses[index(seat)]) && !game.over()) game.forfeit(seat);
  }
}

void compare_seat(const RecordedGame& record, std::size_t seat, int score, RecordedStatus status,
                  std::vector<std::string>& found) {
  const std::string name = std::to_string(seat + 1);
  if (record.scores[seat] != score) {
    found.push_back("score" + name + " is " + std::to_string(record.scores[seat]) +
                    " in the record, by our rules " + std::to_string(score));
  }
  if (!is_fault(record.statuses[seat]) && record.statuses[seat] != status) {
    found.push_back("status" + name + " is " + std::string(to_text(record.statuses[seat])) +
                    " in the record, by our rules " + std::string(to_text(status)));
  }
}

// The own cell of the format, or one that all games have.
std::string cell_of(const RecordFormat& format, const RecordedGame& game, std::string_view column) {
  if (column == "game") return std::to_string(game.number);
  if (column == "round") return std::to_string(game.round);
  if (column == "score1") return std::to_string(game.scores[0]);
  if (column == "score2") return std::to_string(game.scores[1]);
  if (column == "status1") return std::string(to_text(game.statuses[0]));
  if (column == "status2") return std::string(to_text(game.statuses[1]));
  return format.cell(column, game);
}

void read_players(const RecordedRow& row, RecordedGame& game) {
  game.players = {std::string(row.at("player1")), std::string(row.at("player2"))};
  if (game.players[0].empty()) bad_column("player1", "", "a name");
  if (game.players[1].empty()) bad_column("player2", "", "a name");
  if (game.players[0] == game.players[1]) {
    bad_column("player2", game.players[1], "another name than player1");
  }
}

}  // namespace

void bad_column(std::string_view column, std::string_view value, std::string_view right) {
  throw std::invalid_argument("column " + std::string(column) + " is " + in_quotes(value) +
                              ", it must be " + std::string(right));
}

std::string_view to_text(RecordedStatus status) noexcept {
  return status_names[static_cast<std::size_t>(status)];
}

std::optional<RecordedStatus> recorded_status(std::string_view text) noexcept {
  const auto* const name = std::find(status_names.begin(), status_names.end(), text);
  if (name == status_names.end()) return std::nullopt;
  return static_cast<RecordedStatus>(name - status_names.begin());
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

RecordedColumns::RecordedColumns(const RecordFormat& format) : names_(csv_cells(format.header())) {}

RecordedColumns::RecordedColumns(const RecordFormat& format, std::string_view header)
    : names_(csv_cells(header)) {
  const std::vector<std::string> needed = csv_cells(format.header());
  for (const std::string& name : names_) {
    const bool player = name == "player1" || name == "player2";
    players_ = players_ || player;
    if (!player && !has(needed, name)) {
      throw std::invalid_argument("unknown column " + in_quotes(name) + "; the columns are " +
                                  std::string(format.header()) + " and, if there are any, " +
                                  std::string(player_columns));
    }
    if (std::count(names_.begin(), names_.end(), name) > 1) {
      throw std::invalid_argument("the column " + name + " is there twice");
    }
  }
  const auto require = [this](const std::string& name) {
    if (!has(names_, name)) throw std::invalid_argument("the column " + name + " is missing");
  };
  for (const std::string& name : needed) require(name);
  if (!players_) return;
  for (const std::string& name : csv_cells(player_columns)) require(name);
}

std::size_t RecordedColumns::at(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) throw std::logic_error("no column " + std::string(name));
  return static_cast<std::size_t>(found - names_.begin());
}

RecordedRow::RecordedRow(const RecordFormat& format, const RecordedColumns& columns,
                         std::string_view row)
    : columns_(columns), cells_(csv_cells(row)) {
  if (cells_.size() == columns.size()) return;
  throw std::invalid_argument("the row has " + std::to_string(cells_.size()) +
                              " columns, it must have " + std::to_string(columns.size()) + ": " +
                              std::string(format.header()) +
                              (columns.has_players() ? "," + std::string(player_columns) : ""));
}

bool is_recorded_header(const RecordFormat& format, std::string_view line) {
  if (line.starts_with("game,")) return true;
  try {
    const std::vector<std::string> names = csv_cells(line);
    const std::vector<std::string> known = csv_cells(format.header());
    return has(names, "game") && has(names, "round") &&
           std::any_of(known.begin(), known.end(), [&names](const std::string& name) {
             return !is_common(name) && has(names, name);
           });
  } catch (const std::invalid_argument&) {
    return false;  // quotes that do not match: nothing that anybody exports
  }
}

std::size_t header_distance(const RecordFormat& format, std::string_view line) {
  try {
    const std::vector<std::string> names = csv_cells(line);
    const std::vector<std::string> known = csv_cells(format.header());
    std::size_t distance = 0;
    for (const std::string& name : names) {
      distance += name != "player1" && name != "player2" && !has(known, name) ? 1U : 0U;
    }
    for (const std::string& name : known) distance += has(names, name) ? 0U : 1U;
    return distance;
  } catch (const std::invalid_argument&) {
    return std::numeric_limits<std::size_t>::max();
  }
}

RecordedGame parse_recorded(const RecordFormat& format, std::string_view line,
                            const RecordedColumns& columns) {
  const RecordedRow row(format, columns, line);
  RecordedGame game;
  game.number = parse_number<std::int64_t>("game", row.at("game"), 0);
  if (game.number > most_number) {
    bad_column("game", row.at("game"), "a whole number from 0 to 9007199254740992");
  }
  game.round = parse_number("round", row.at("round"), 1);
  game.scores = {parse_number("score1", row.at("score1"), 0),
                 parse_number("score2", row.at("score2"), 0)};
  game.statuses = {parse_status("status1", row.at("status1")),
                   parse_status("status2", row.at("status2"))};
  format.read(row, game);
  if (columns.has_players()) read_players(row, game);
  return game;
}

std::vector<RecordedGame> parse_recorded_file(const RecordFormat& format, std::string_view text) {
  std::vector<RecordedGame> games;
  std::optional<RecordedColumns> columns;
  for (std::size_t number = 1; number == 1 || !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    try {
      if (!columns) {
        columns.emplace(format, line);
      } else if (!line.empty()) {
        games.push_back(parse_recorded(format, line, *columns));
        games.back().line = number;
      }
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("line " + std::to_string(number) + ": " + error.what());
    }
  }
  return games;
}

std::string to_row(const RecordFormat& format, const RecordedGame& game, bool players) {
  std::string row;
  for (const std::string& column : csv_cells(format.header())) {
    row += (row.empty() ? "" : ",") + csv_cell(cell_of(format, game, column));
  }
  if (players) {
    for (const std::string& player : game.players) row += ',' + csv_cell(player);
  }
  return row;
}

std::vector<std::string> replay(const GameInfo& info, const RecordedGame& record) {
  std::vector<std::string> found;
  std::unique_ptr<Game> game;
  try {
    game = info.start(record.deal);
  } catch (const std::invalid_argument& error) {
    return {std::string("the deal cannot be played: ") + error.what()};
  }
  const bool both_failed = is_fault(record.statuses[0]) && is_fault(record.statuses[1]);
  // Where the jury plays on, the moment of a failure does not change the result. Elsewhere, or if
  // both failed, forfeits end the game.
  if (info.takeover && !both_failed) forfeit_all(record, *game);
  if (!play_moves(record, *game, found)) return found;
  if (both_failed) {
    for (const std::size_t seat : {0U, 1U}) {
      compare_seat(record, seat, 0, RecordedStatus::draw, found);
    }
    return found;
  }
  if (!info.takeover) forfeit_all(record, *game);
  if (!game->over()) found.push_back("the game is not over after the last recorded move");
  const Result result = game->result();
  for (const std::size_t seat : {0U, 1U}) {
    const SeatResult& ours = result.seats[seat];
    compare_seat(record, seat, ours.score, status_of(ours.outcome), found);
  }
  return found;
}

}  // namespace rules
