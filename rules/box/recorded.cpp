#include "rules/box/recorded.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>

#include "rules/box/box.hpp"
#include "rules/quote.hpp"

namespace rules::box {
namespace {

constexpr std::array<std::string_view, 6> status_names{"WIN",     "LOSE",    "DRAW",
                                                       "ILLEGAL", "TIMEOUT", "EXIT"};

// In the order of recorded_header and player_columns.
enum Column : std::size_t {
  game_column,
  round_column,
  color1_column,
  color2_column,
  score1_column,
  status1_column,
  score2_column,
  status2_column,
  moves_column,
  player1_column,
  player2_column,
};
constexpr std::array<std::string_view, 11> column_names{"game",   "round",   "color1", "color2",
                                                        "score1", "status1", "score2", "status2",
                                                        "moves",  "player1", "player2"};

[[noreturn]] void bad_column(std::string_view column, std::string_view value,
                             std::string_view right) {
  throw std::invalid_argument("column " + std::string(column) + " is " + in_quotes(value) +
                              ", it must be " + std::string(right));
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

// A tile as it is relayed: "Ik364521v".
std::string laid(std::string_view placement, const Tile& tile) {
  return std::string(placement.substr(0, 2)) + std::string(tile.view()) +
         std::string(placement.substr(2));
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

char colour_of_column(std::string_view column, std::string_view value) {
  if (value.size() != 1 || value[0] < '1' || value[0] > '6') {
    bad_column(column, value, "a colour, 1-6");
  }
  return value[0];
}

RecordedStatus parse_status(std::string_view column, std::string_view value) {
  const auto status = recorded_status(value);
  if (!status) bad_column(column, value, "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT");
  return *status;
}

// A tile and where it was laid, from nine characters like Ik364521v.
struct LaidTile {
  std::array<char, 3> placement;
  Tile tile;
};

LaidTile parse_laid_tile(std::string_view text) {
  static constexpr std::string_view form =
      "nine characters: row A-P, column a-t, the digits 1 to 6, each once, and h or v";
  if (text.size() != 9) bad_column("moves", text, form);
  const auto tile = parse_tile(text.substr(2, tile_length));
  const char direction = text.back();
  if (text[0] < 'A' || text[0] > 'P' || text[1] < 'a' || text[1] > 't' || !tile ||
      (direction != 'h' && direction != 'v')) {
    bad_column("moves", text, form);
  }
  return {{text[0], text[1], direction}, *tile};
}

void parse_moves(std::string_view text, RecordedGame& game) {
  const std::string_view all = text;
  bool more = true;
  while (more) {
    const std::size_t blank = text.find(' ');
    more = blank != std::string_view::npos;
    const LaidTile laid = parse_laid_tile(text.substr(0, blank));
    if (more) text.remove_prefix(blank + 1);
    const std::size_t number = game.deal.tile_count;
    if (number == most_tiles) bad_column("moves", all, "at most 39 tiles");
    game.deal.tiles[game.deal.tile_count++] = laid.tile;
    if (number > 0) {
      game.moves.push_back({number % 2 == 1 ? Seat::first : Seat::second,
                            std::string(laid.placement.begin(), laid.placement.end())});
    } else if (laid.placement != start_placement.text()) {
      bad_column("moves", all, "begun by the start tile at Hh, horizontally, like Hh216534h");
    }
  }
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

// "move 3 (Ik364521v)", counted from 1 after the start tile.
std::string move_name(const RecordedGame& game, std::size_t i) {
  const std::string& line = game.moves[i].line;
  return "move " + std::to_string(i + 1) + " (" + laid(line, game.deal.tiles[i + 1]) + ")";
}

// False if not all the moves could be played.
bool play_moves(const RecordedGame& record, Game& game, std::vector<std::string>& found) {
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (game.over()) {
      found.push_back(move_name(record, i) + ": the game was over before it");
      return false;
    }
    if (const Verdict verdict = game.play(record.moves[i].line); !verdict) {
      found.push_back(move_name(record, i) + " is not legal: " + verdict.reason());
      return false;
    }
  }
  return true;
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

}  // namespace

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

RecordedColumns::RecordedColumns() {
  for (std::size_t i = 0; i < position_.size(); ++i) position_[i] = i;
}

RecordedColumns::RecordedColumns(std::string_view header) {
  const std::vector<std::string> names = csv_cells(header);
  width_ = names.size();
  for (const std::string& name : names) {
    const auto* const known = std::find(column_names.begin(), column_names.end(), name);
    if (known == column_names.end()) {
      throw std::invalid_argument("unknown column " + in_quotes(name) + "; the columns are " +
                                  std::string(recorded_header) + " and, if there are any, " +
                                  std::string(player_columns));
    }
    if (std::count(names.begin(), names.end(), name) > 1) {
      throw std::invalid_argument("the column " + name + " is there twice");
    }
  }
  const bool players = std::find(names.begin(), names.end(), "player1") != names.end() ||
                       std::find(names.begin(), names.end(), "player2") != names.end();
  for (std::size_t i = 0; i < (players ? column_names.size() : needed); ++i) {
    const auto found = std::find(names.begin(), names.end(), column_names[i]);
    if (found == names.end()) {
      throw std::invalid_argument("the column " + std::string(column_names[i]) + " is missing");
    }
    position_[i] = static_cast<std::size_t>(found - names.begin());
  }
}

bool is_recorded_header(std::string_view line) {
  if (line.starts_with("game,")) return true;
  try {
    const std::vector<std::string> names = csv_cells(line);
    const auto has = [&names](std::string_view name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    return has("game") && has("round") && has("moves");
  } catch (const std::invalid_argument&) {
    return false;  // quotes that do not match: nothing that anybody exports
  }
}

RecordedGame parse_recorded(std::string_view row, const RecordedColumns& columns) {
  const std::vector<std::string> cells = csv_cells(row);
  if (cells.size() != columns.width_) {
    throw std::invalid_argument("the row has " + std::to_string(cells.size()) +
                                " columns, it must have " + std::to_string(columns.width_) + ": " +
                                std::string(recorded_header) +
                                (columns.has_players() ? "," + std::string(player_columns) : ""));
  }
  const auto cell = [&](Column column) -> std::string_view {
    return cells[columns.position_[column]];
  };
  RecordedGame game;
  game.number = parse_number<std::int64_t>("game", cell(game_column), 0);
  if (game.number > most_number) {
    bad_column("game", cell(game_column), "a whole number from 0 to 9007199254740992");
  }
  game.round = parse_number("round", cell(round_column), 1);
  game.deal.colours = {colour_of_column("color1", cell(color1_column)),
                       colour_of_column("color2", cell(color2_column))};
  if (game.deal.colours[0] == game.deal.colours[1]) {
    bad_column("color2", cell(color2_column), "another colour than color1");
  }
  game.scores = {parse_number("score1", cell(score1_column), 0),
                 parse_number("score2", cell(score2_column), 0)};
  game.statuses = {parse_status("status1", cell(status1_column)),
                   parse_status("status2", cell(status2_column))};
  parse_moves(cell(moves_column), game);
  if (columns.has_players()) {
    game.players = {std::string(cell(player1_column)), std::string(cell(player2_column))};
    if (game.players[0].empty()) bad_column("player1", "", "a name");
    if (game.players[1].empty()) bad_column("player2", "", "a name");
    if (game.players[0] == game.players[1]) {
      bad_column("player2", game.players[1], "another name than player1");
    }
  }
  return game;
}

std::string to_row(const RecordedGame& game, bool players) {
  std::string row = std::to_string(game.number) + ',' + std::to_string(game.round);
  for (const char colour : game.deal.colours) row += std::string(",") + colour;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    row += ',' + std::to_string(game.scores[seat]) + ',';
    row += to_text(game.statuses[seat]);
  }
  const auto start = start_placement.text();
  row += ',' + laid({start.data(), start.size()}, game.deal.tiles[0]);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    row += ' ' + laid(game.moves[i].line, game.deal.tiles[i + 1]);
  }
  if (players) {
    for (const std::string& player : game.players) row += ',' + csv_cell(player);
  }
  return row;
}

std::vector<RecordedGame> parse_recorded_file(std::string_view text) {
  std::vector<RecordedGame> games;
  RecordedColumns columns;
  for (std::size_t number = 1; number == 1 || !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    try {
      if (number == 1) {
        columns = RecordedColumns(line);
      } else if (!line.empty()) {
        games.push_back(parse_recorded(line, columns));
        games.back().line = number;
      }
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("line " + std::to_string(number) + ": " + error.what());
    }
  }
  return games;
}

std::vector<std::string> replay(const RecordedGame& record) {
  std::vector<std::string> found;
  const auto game = start(record.deal);
  const bool both_failed = is_fault(record.statuses[0]) && is_fault(record.statuses[1]);
  for (const Seat seat : {Seat::first, Seat::second}) {
    // When one seat failed does not change the result. Two would end the game at once.
    if (is_fault(record.statuses[index(seat)]) && !both_failed) game->forfeit(seat);
  }
  if (!play_moves(record, *game, found)) return found;
  if (both_failed) {
    for (const std::size_t seat : {0U, 1U}) {
      compare_seat(record, seat, 0, RecordedStatus::draw, found);
    }
    return found;
  }
  if (!game->over()) found.push_back("the game is not over after the last recorded move");
  const Result result = game->result();
  for (const std::size_t seat : {0U, 1U}) {
    const SeatResult& ours = result.seats[seat];
    compare_seat(record, seat, ours.score, status_of(ours.outcome), found);
  }
  return found;
}

}  // namespace rules::box
