// A grid, and what is known of its solutions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/sudoku/solver.hpp"

namespace rules::sudoku {

// How long the last run of a search may be (solver.cpp), a second or two. A search that is
// given up counts as one that has found a solution: the move is accepted, and a claim is not. So
// the answers depend on nothing but the grid.
inline constexpr std::uint64_t most_steps = 1 << 19;

// Answers are kept, which `const` does not show.
class Position {
 public:
  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  [[nodiscard]] std::size_t digits() const noexcept { return digits_; }

  // Whether a row, column or box of this empty cell has the digit.
  [[nodiscard]] bool sees(std::size_t cell, int digit) const noexcept;
  // Whether there is a solution with this digit in this empty cell.
  [[nodiscard]] bool allows(std::size_t cell, int digit) const;
  // Whether there is one with another digit in it.
  [[nodiscard]] bool allows_another(std::size_t cell, int digit) const;
  // The digits that the cell has in some solution.
  [[nodiscard]] Digits allowed(std::size_t cell) const;
  // Whether there is one solution, and no other.
  [[nodiscard]] bool is_unique() const;
  // The same with this digit in this cell. Precondition: allows(cell, digit).
  [[nodiscard]] bool is_unique_with(std::size_t cell, int digit) const;
  // Any of the solutions. Precondition: there is one.
  [[nodiscard]] Grid solution() const;

  void place(std::size_t cell, int digit);

 private:
  [[nodiscard]] std::size_t solutions_with(std::size_t cell, int digit) const noexcept;
  [[nodiscard]] bool has_one_solution(const Candidates& candidates, std::uint64_t seed) const;
  void keep(const Grid& solution) const;

  // Of solutions that are kept; more make a copy of a position slow.
  static constexpr std::size_t most_kept = 200;

  Grid grid_{};
  std::size_t digits_ = 0;
  mutable std::vector<Grid> solutions_;               // some, all different
  mutable std::array<Digits, cell_count> allowed_{};  // without a known solution
  mutable std::array<Digits, cell_count> impossible_{};
};

// Which rules are played; the deal of a game says so.
enum class Variant : std::uint8_t {
  usual,         // with Jelmer's rule; the deal is empty
  without_rule,  // without it
  // For who follows a game and is not told: moves are judged without the rule, and listed with it,
  // which keeps to both.
  either,
};
inline constexpr std::string_view without_rule_deal = "without-jelmers-rule";
inline constexpr std::string_view either_deal = "with-or-without-jelmers-rule";

// Throws std::invalid_argument for a text that is not a deal.
Variant parse_deal(std::string_view deal);

inline constexpr std::size_t longest_move = 4;  // "Dg7!"

struct Move {
  std::optional<std::size_t> cell;  // none: a claim alone
  int digit = 0;
  bool claim = false;
};

// Nothing for a line that does not have the form of a move.
std::optional<Move> parse_move(std::string_view line) noexcept;
// "Dg7!"
std::string to_text(const Move& move);
// "Dg"
std::string cell_name(std::size_t cell);

// Every legal move, in the order that sudoku.hpp gives; at least one.
std::vector<Move> legal_moves(const Position& position, Variant variant);

// Whether a claim without a move is right.
bool may_claim(const Position& position, Variant variant);

}  // namespace rules::sudoku
