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

constexpr std::size_t column_total = 9;

[[noreturn]] void bad_column(std::string_view column, std::string_view value,
                             std::string_view right) {
  throw std::invalid_argument("column " + std::string(column) + " is " + quoted(value) +
                              ", it must be " + std::string(right));
}

std::array<std::string_view, column_total> split_columns(std::string_view row) {
  const auto commas = std::count(row.begin(), row.end(), ',');
  if (commas + 1 != static_cast<std::ptrdiff_t>(column_total)) {
    throw std::invalid_argument("the row has " + std::to_string(commas + 1) +
                                " columns, it must have 9: " + std::string(recorded_header));
  }
  std::array<std::string_view, column_total> columns;
  for (std::string_view& column : columns) {
    const std::size_t comma = row.find(',');
    column = row.substr(0, comma);
    if (comma != std::string_view::npos) row.remove_prefix(comma + 1);
  }
  return columns;
}

int parse_number(std::string_view column, std::string_view value, int least) {
  int number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc{} || stop != end || number < least) {
    bad_column(column, value, "a whole number, " + std::to_string(least) + " or more");
  }
  return number;
}

char parse_colour(std::string_view column, std::string_view value) {
  if (value.size() != 1 || value[0] < '1' || value[0] > '6') {
    bad_column(column, value, "a colour, 1-6");
  }
  return value[0];
}

RecordedStatus parse_status(std::string_view column, std::string_view value) {
  const auto* const name = std::find(status_names.begin(), status_names.end(), value);
  if (name == status_names.end()) {
    bad_column(column, value, "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT");
  }
  return static_cast<RecordedStatus>(name - status_names.begin());
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
  return "move " + std::to_string(i + 1) + " (" + line.substr(0, 2) +
         std::string(game.deal.tiles[i + 1].view()) + line.substr(2) + ")";
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

RecordedGame parse_recorded(std::string_view row) {
  const auto columns = split_columns(row);
  RecordedGame game;
  game.number = parse_number("game", columns[0], 0);
  game.round = parse_number("round", columns[1], 1);
  game.deal.colours = {parse_colour("color1", columns[2]), parse_colour("color2", columns[3])};
  if (game.deal.colours[0] == game.deal.colours[1]) {
    bad_column("color2", columns[3], "another colour than color1");
  }
  game.scores = {parse_number("score1", columns[4], 0), parse_number("score2", columns[6], 0)};
  game.statuses = {parse_status("status1", columns[5]), parse_status("status2", columns[7])};
  parse_moves(columns[8], game);
  return game;
}

std::vector<RecordedGame> parse_recorded_file(std::string_view text) {
  std::vector<RecordedGame> games;
  for (std::size_t number = 1; number == 1 || !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    const std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (number > 1) {
      try {
        games.push_back(parse_recorded(line));
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("line " + std::to_string(number) + ": " + error.what());
      }
    } else if (line != recorded_header) {
      throw std::invalid_argument("line 1: the header must be " + std::string(recorded_header));
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
