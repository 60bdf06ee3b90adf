// Looks for solutions of a Sudoku. Exact wherever a search comes to its end; how far it may go is
// the caller's to say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rules::sudoku {

inline constexpr std::size_t side = 9;
inline constexpr std::size_t cell_count = side * side;

// Digits by cell, row by row from the top; 0 in an empty cell.
using Grid = std::array<std::uint8_t, cell_count>;

// Bit d - 1 is the digit d.
using Digits = std::uint16_t;

// The digits 1-9 that a cell may still have. Cells are 0..80, digits 1..9.
class Candidates {
 public:
  // Every digit everywhere.
  Candidates() noexcept;
  // Those of a grid: exactly its digits where it has any.
  explicit Candidates(const Grid& grid) noexcept;

  void place(std::size_t cell, int digit) noexcept;
  void forbid(std::size_t cell, int digit) noexcept;
  [[nodiscard]] Digits at(std::size_t cell) const noexcept;

  // Removes what cannot be part of a solution, by rules that are quick to apply. False if there is
  // no solution; true says nothing.
  bool reduce() noexcept;

 private:
  friend class Search;  // in solver.cpp
  static constexpr std::size_t bands = 3;
  static constexpr std::uint32_t all = (1U << 27) - 1;  // of a band: bit 9 * row + column
  using Bands = std::array<std::uint32_t, bands>;

  static bool keep_lines(Bands& digit) noexcept;
  bool keep_every_line() noexcept;
  bool keep_single_places() noexcept;
  bool keep_single_digits() noexcept;

  std::array<Bands, side> left_;  // by digit: the cells that may have it
  Bands settled_{};               // cells whose digit has been taken from all that see them
};

// What a search came to.
enum class Found : std::uint8_t {
  none,     // there is no solution
  one,      // here is one
  unknown,  // it was given up
};

// A solution of these candidates other than `except`. The search gives up after `longest` steps
// in all, of about a microsecond each; what it finds depends on the arguments alone.
Found find_solution(const Candidates& candidates, std::uint64_t longest, std::uint64_t seed,
                    Grid& solution, const Grid* except = nullptr) noexcept;

}  // namespace rules::sudoku
