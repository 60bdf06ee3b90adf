#include "rules/sudoku/moves.hpp"

#include <bit>
#include <stdexcept>

#include "rules/quote.hpp"

namespace rules::sudoku {

Variant parse_deal(std::string_view deal) {
  if (deal.empty()) return Variant::usual;
  if (deal == without_rule_deal) return Variant::without_rule;
  if (deal == either_deal) return Variant::either;
  throw std::invalid_argument("the deal is " + in_quotes(deal) + ", it must be empty or " +
                              std::string(without_rule_deal));
}

std::optional<Move> parse_move(std::string_view line) noexcept {
  Move move;
  if (line.ends_with('!')) {
    move.claim = true;
    line.remove_suffix(1);
    if (line.empty()) return move;
  }
  if (line.size() != 3 || line[0] < 'A' || line[0] > 'I' || line[1] < 'a' || line[1] > 'i' ||
      line[2] < '1' || line[2] > '9') {
    return std::nullopt;
  }
  move.cell =
      static_cast<std::size_t>(line[0] - 'A') * side + static_cast<std::size_t>(line[1] - 'a');
  move.digit = line[2] - '0';
  return move;
}

std::string cell_name(std::size_t cell) {
  return {static_cast<char>('A' + cell / side), static_cast<char>('a' + cell % side)};
}

std::string to_text(const Move& move) {
  std::string text;
  if (move.cell) text = cell_name(*move.cell) + static_cast<char>('0' + move.digit);
  return move.claim ? text + '!' : text;
}

std::vector<Move> legal_moves(const Position& position, Variant variant) {
  std::vector<Move> moves;
  const int least = variant == Variant::without_rule ? 1 : 2;
  // Asked first for all cells: the solutions that this finds answer most of the questions below.
  std::array<Digits, cell_count> allowed{};
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    if (position.grid()[cell] == 0) allowed[cell] = position.allowed(cell);
  }
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    if (std::popcount(allowed[cell]) < least) continue;
    for (unsigned left = allowed[cell]; left != 0; left &= left - 1) {
      const int digit = std::countr_zero(left) + 1;
      moves.push_back({cell, digit, false});
      if (position.is_unique_with(cell, digit)) moves.push_back({cell, digit, true});
    }
  }
  if (position.is_unique() || moves.empty()) moves.push_back({std::nullopt, 0, true});
  return moves;
}

bool may_claim(const Position& position, Variant variant) {
  return position.is_unique() || !legal_moves(position, variant).front().cell;
}

}  // namespace rules::sudoku
