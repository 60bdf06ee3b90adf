#include "rules/sudoku/position.hpp"

#include <algorithm>

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

}  // namespace rules::sudoku
