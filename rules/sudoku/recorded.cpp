#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "rules/quote.hpp"
#include "rules/sudoku/position.hpp"
#include "rules/sudoku/sudoku.hpp"

namespace rules::sudoku {
namespace {

// The official numbers from that of the first game of the year's first test competition to that of
// the first one that was played with Jelmer's rule.
constexpr std::int64_t first_game = 237973;
constexpr std::int64_t first_game_with_rule = 243593;

std::string_view deal_of(std::int64_t number) {
  return number >= first_game && number < first_game_with_rule ? without_rule_deal
                                                               : std::string_view();
}

// Returns the grid with the digits of all moves.
Grid read_moves(std::string_view cell, RecordedGame& game) {
  add_moves(cell, game);
  Grid grid{};
  bool claimed = false;
  for (const RecordedMove& one : game.moves) {
    const auto move = parse_move(one.line);
    if (!move) bad_column("moves", one.line, "moves like Dg7, Dg7! or !, separated by one blank");
    if (claimed) bad_column("moves", cell, "no move after the first claim");
    claimed = move->claim;
    if (move->cell) grid[*move->cell] = static_cast<std::uint8_t>(move->digit);
  }
  return grid;
}

// A list has the solution of a grid that has been claimed, or filled.
bool has_solution(const RecordedGame& game) {
  return game.moves.size() >= cell_count ||
         (!game.moves.empty() && game.moves.back().line.ends_with('!'));
}

// Whether this is the solution of the grid, if that has one: all its digits, none twice in a row,
// column or box.
bool solves(std::string_view solution, const Grid& grid) {
  if (solution.size() != cell_count) return false;
  Candidates candidates;
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    const int digit = solution[cell] - '0';
    if (digit < 1 || digit > 9 || (grid[cell] != 0 && grid[cell] != digit)) return false;
    candidates.place(cell, digit);
  }
  return candidates.reduce();
}

Position position_after(const RecordedGame& game) {
  Position position;
  for (const RecordedMove& one : game.moves) {
    const auto move = parse_move(one.line);
    if (!move) throw std::invalid_argument(in_quotes(one.line) + " is not a move of Sudoku");
    if (move->cell) position.place(*move->cell, move->digit);
  }
  return position;
}

class Format final : public RecordFormat {
 public:
  [[nodiscard]] std::string_view header() const noexcept override {
    return "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves,Solution";
  }
  [[nodiscard]] bool is_optional(std::string_view column) const noexcept override {
    return column == "solution";
  }
  [[nodiscard]] std::span<const ResultWord> words() const noexcept override {
    static constexpr std::array words{
        ResultWord{"CRASH", Status::exit}, ResultWord{not_unique, Status::illegal},
        ResultWord{no_solutions, Status::illegal}, ResultWord{not_fewer, Status::illegal},
        ResultWord{doubled, Status::illegal}};
    return words;
  }

  void read(const RecordedRow& row, RecordedGame& game) const override {
    game.deal = deal_of(game.number);
    const Grid grid = read_moves(row.at("moves"), game);
    if (!row.has("solution")) return;
    const std::string_view solution = row.at("solution");
    if (!has_solution(game)) {
      if (!solution.empty())
        bad_column("solution", solution, "empty where nothing has been claimed");
    } else if (!solves(solution, grid)) {
      bad_column("solution", solution, "the 81 digits of the solution, row by row");
    }
  }

  [[nodiscard]] std::string cell(std::string_view column, const RecordedGame& game) const override {
    if (column == "moves") return moves_cell(game);
    std::string text;
    if (!has_solution(game)) return text;
    for (const int digit : position_after(game).solution()) text += static_cast<char>('0' + digit);
    return text;
  }
};

}  // namespace

const RecordFormat& record_format() noexcept {
  static const Format format;
  return format;
}

}  // namespace rules::sudoku
