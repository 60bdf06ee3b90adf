#include "rules/recorded_game.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "rules/quote.hpp"

namespace rules {
namespace {

constexpr std::string_view phase_column = "isswiss";

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

// The status in this column, and the game's own word if it is one.
Status parse_status(const RecordFormat& format, std::string_view column, std::string_view value,
                    std::string& own_word) {
  if (const auto status = status_named(value)) return *status;
  std::string choices = "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT";
  for (const ResultWord& word : format.words()) {
    if (word.text == value) {
      own_word = value;
      return word.status;
    }
    choices.append(", ").append(word.text);
  }
  bad_column(column, value, choices + " or EXIT");
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
  for (const Seat seat : record.statuses.seats()) {
    if (is_fault(record.statuses[index(seat)]) && !game.over()) {
      game.forfeit_for(seat, word_of(record, seat));
    }
  }
}

void compare_seat(const RecordedGame& record, std::size_t seat, std::int64_t score, Status status,
                  std::vector<std::string>& found) {
  const std::string number = std::to_string(seat + 1);
  if (record.scores[seat] != score) {
    found.push_back("score" + number + " is " + std::to_string(record.scores[seat]) +
                    " in the record, by our rules " + std::to_string(score));
  }
  if (!is_fault(record.statuses[seat]) && record.statuses[seat] != status) {
    found.push_back("status" + number + " is " + std::string(name(record.statuses[seat])) +
                    " in the record, by our rules " + std::string(name(status)));
  }
}

// The own cell of the format, or one that all games have.
std::string cell_of(const RecordFormat& format, const RecordedGame& game, std::string_view column) {
  if (column == "game") return std::to_string(game.number);
  if (column == "round") return std::to_string(game.round);
  if (column == "score1") return std::to_string(game.scores[0]);
  if (column == "score2") return std::to_string(game.scores[1]);
  if (column == "status1") return std::string(word_of(game, Seat::first));
  if (column == "status2") return std::string(word_of(game, Seat::second));
  if (column == "player1") return game.players[0];
  if (column == "player2") return game.players[1];
  // What the contest calls everything that follows its Swiss rounds.
  if (column == phase_column) return game.phase.empty() ? "final" : game.phase;
  return format.cell(column, game);
}

void read_phase(const RecordedRow& row, RecordedGame& game) {
  game.phase = row.at(phase_column);
  if (game.phase != "swiss" && game.phase != "final") {
    bad_column(phase_column, game.phase, "swiss or final");
  }
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

RecordedGame parse_recorded(const RecordFormat& format, std::string_view line,
                            const RecordedColumns& columns) {
  const RecordedRow row(columns, line);
  RecordedGame game;
  game.number = parse_number<std::int64_t>("game", row.at("game"), 0);
  if (game.number > most_number) {
    bad_column("game", row.at("game"), "a whole number from 0 to 9007199254740992");
  }
  game.round = parse_number("round", row.at("round"), 1);
  game.scores = {parse_number("score1", row.at("score1"), 0),
                 parse_number("score2", row.at("score2"), 0)};
  game.statuses = {parse_status(format, "status1", row.at("status1"), game.words[0]),
                   parse_status(format, "status2", row.at("status2"), game.words[1])};
  if (row.has(phase_column)) read_phase(row, game);
  if (row.has("player1")) read_players(row, game);
  format.read(row, game);
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

std::string header_line(const RecordFormat& format, bool players) {
  std::string header(format.header());
  if (players && !RecordedColumns(format).has("player1")) {
    header.append(",").append(player_columns);
  }
  return header;
}

std::string to_row(const RecordFormat& format, const RecordedGame& game, std::string_view header) {
  std::string row;
  bool first = true;
  for (const std::string& column : csv_cells(header)) {
    if (!std::exchange(first, false)) row += ',';
    row += csv_cell(cell_of(format, game, column_name(column)));
  }
  return row;
}

std::string to_row(const RecordFormat& format, const RecordedGame& game, bool players) {
  return to_row(format, game, header_line(format, players));
}

void add_moves(std::string_view cell, RecordedGame& game) {
  while (!cell.empty()) {
    const std::string line(cell.substr(0, cell.find(' ')));
    game.moves.push_back({game.moves.size() % 2 == 0 ? Seat::first : Seat::second, line, line});
    cell.remove_prefix(std::min(cell.size(), line.size() + 1));
  }
}

std::string moves_cell(const RecordedGame& game) {
  std::string text;
  for (const RecordedMove& move : game.moves) text += (text.empty() ? "" : " ") + move.line;
  return text;
}

std::string_view word_of(const RecordedGame& game, Seat seat) noexcept {
  const std::string& own = game.words[index(seat)];
  return own.empty() ? name(game.statuses[index(seat)]) : own;
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
    for (std::size_t seat = 0; seat < record.scores.size(); ++seat) {
      compare_seat(record, seat, 0, Status::draw, found);
    }
    return found;
  }
  if (!info.takeover) forfeit_all(record, *game);
  if (!game->over()) found.push_back("the game is not over after the last recorded move");
  const Result result = game->result();
  for (std::size_t seat = 0; seat < record.scores.size(); ++seat) {
    const SeatResult& ours = result.seats[seat];
    compare_seat(record, seat, ours.score, status_of(ours.outcome), found);
  }
  return found;
}

}  // namespace rules
