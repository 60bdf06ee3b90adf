#include "rules/sudoku/position.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "rules/quote.hpp"

namespace rules::sudoku {
namespace {

constexpr Digits bit_of(int digit) noexcept { return static_cast<Digits>(1U << (digit - 1)); }

constexpr bool see_each_other(std::size_t a, std::size_t b) noexcept {
  const auto box = [](std::size_t cell) { return cell / 27 * 3 + cell % side / 3; };
  return a / side == b / side || a % side == b % side || box(a) == box(b);
}

// Another one for each question, so that the solutions differ.
constexpr std::uint64_t seed_of(std::size_t cell, int digit) noexcept {
  return 1 + side * cell + static_cast<std::size_t>(digit);
}

}  // namespace

bool Position::sees(std::size_t cell, int digit) const noexcept {
  for (std::size_t other = 0; other < cell_count; ++other) {
    if (grid_[other] == digit && other != cell && see_each_other(cell, other)) return true;
  }
  return false;
}

std::size_t Position::solutions_with(std::size_t cell, int digit) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(solutions_.begin(), solutions_.end(),
                    [&](const Grid& solution) { return solution[cell] == digit; }));
}

void Position::keep(const Grid& solution) const {
  if (solutions_.size() == most_kept ||
      std::find(solutions_.begin(), solutions_.end(), solution) != solutions_.end()) {
    return;
  }
  solutions_.push_back(solution);
}

bool Position::allows(std::size_t cell, int digit) const {
  const Digits bit = bit_of(digit);
  if ((impossible_[cell] & bit) != 0) return false;
  if ((allowed_[cell] & bit) != 0) return true;
  if (std::any_of(solutions_.begin(), solutions_.end(),
                  [&](const Grid& solution) { return solution[cell] == digit; })) {
    return true;
  }
  Candidates candidates(grid_);
  candidates.place(cell, digit);
  Grid solution;
  const Found found = find_solution(candidates, most_steps, seed_of(cell, digit), solution);
  if (found == Found::one) keep(solution);
  (found == Found::none ? impossible_ : allowed_)[cell] |= bit;
  return found != Found::none;
}

bool Position::allows_another(std::size_t cell, int digit) const {
  for (int other = 1; other <= static_cast<int>(side); ++other) {
    if (other != digit && !sees(cell, other) && allows(cell, other)) return true;
  }
  return false;
}

Digits Position::allowed(std::size_t cell) const {
  Digits digits = 0;
  for (int digit = 1; digit <= static_cast<int>(side); ++digit) {
    if (!sees(cell, digit) && allows(cell, digit)) digits |= bit_of(digit);
  }
  return digits;
}

bool Position::has_one_solution(const Candidates& candidates, std::uint64_t seed) const {
  Grid first;
  if (find_solution(candidates, most_steps, seed, first) != Found::one) return false;
  keep(first);
  Grid second;
  const Found found = find_solution(candidates, most_steps, seed, second, &first);
  if (found == Found::one) keep(second);
  return found == Found::none;
}

bool Position::is_unique() const {
  return solutions_.size() < 2 && has_one_solution(Candidates(grid_), 0);
}

bool Position::is_unique_with(std::size_t cell, int digit) const {
  if (solutions_with(cell, digit) > 1) return false;
  Candidates candidates(grid_);
  candidates.place(cell, digit);
  return has_one_solution(candidates, seed_of(cell, digit));
}

Grid Position::solution() const {
  Grid solution{};
  if (!solutions_.empty()) return solutions_.front();
  static_cast<void>(find_solution(Candidates(grid_), most_steps, 0, solution));
  return solution;
}

void Position::place(std::size_t cell, int digit) {
  grid_[cell] = static_cast<std::uint8_t>(digit);
  ++digits_;
  std::erase_if(solutions_, [&](const Grid& solution) { return solution[cell] != digit; });
  allowed_.fill(0);
  impossible_.fill(0);
}

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
