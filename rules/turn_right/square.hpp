// The 36 squares of the board and their names.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rules::turn_right {

inline constexpr int side = 6;
inline constexpr int square_count = side * side;

// A square by its place in the page's order a1 < a2 < ... < a6 < b1 < ... < f6:
// 0..35. Going up one square adds 1, going right one square adds 6.
using Square = std::uint8_t;

constexpr Square square_at(int column, int row) noexcept {
  return static_cast<Square>(column * side + row);
}
constexpr int column_of(Square square) noexcept { return square / side; }  // 0 is column a
constexpr int row_of(Square square) noexcept { return square % side; }     // 0 is row 1

constexpr char column_name(Square square) noexcept {
  return static_cast<char>('a' + column_of(square));
}
constexpr char row_name(Square square) noexcept { return static_cast<char>('1' + row_of(square)); }

// The square with exactly this name, "a1".."f6".
constexpr std::optional<Square> find_square(std::string_view name) noexcept {
  if (name.size() != 2) return std::nullopt;
  const int column = name[0] - 'a';
  const int row = name[1] - '1';
  if (column < 0 || column >= side || row < 0 || row >= side) return std::nullopt;
  return square_at(column, row);
}

}  // namespace rules::turn_right
