// The 4x4 board of 6561 and 2187: pieces, and what a slide does to them. Knows
// nothing of turns, seats or the protocol.
//
// A field is written `rk`, row 1-4 from top to bottom, column 1-4 from left to
// right; its index is 4 * (row - 1) + (column - 1), so 11 is 0 and 44 is 15.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rules::merge {

inline constexpr std::size_t side = 4;
inline constexpr std::size_t field_count = side * side;

enum class Colour : std::uint8_t { blue, red, gray };

// What is on a field: nothing, or a piece of one colour whose value is a power
// of three. One byte, for the speed of the slide.
class Piece {
 public:
  constexpr Piece() = default;  // an empty field
  // A piece of the value 3^exponent, exponent 0..19.
  constexpr Piece(Colour colour, int exponent) noexcept
      : code_(static_cast<std::uint8_t>((exponent + 1) * 4 + static_cast<int>(colour))) {}

  [[nodiscard]] constexpr bool empty() const noexcept { return code_ == 0; }
  // Only of pieces.
  [[nodiscard]] constexpr Colour colour() const noexcept { return static_cast<Colour>(code_ & 3U); }
  // 0 for an empty field.
  [[nodiscard]] constexpr int value() const noexcept { return powers[rank()]; }
  // 0 for an empty field, else 1 + exponent: the same for the same value.
  [[nodiscard]] constexpr unsigned rank() const noexcept { return code_ >> 2U; }
  // The piece of this colour with three times the value.
  [[nodiscard]] constexpr Piece tripled() const noexcept {
    Piece piece;
    piece.code_ = static_cast<std::uint8_t>(code_ + 4U);
    return piece;
  }

  friend constexpr bool operator==(Piece, Piece) = default;

 private:
  static constexpr auto powers = [] {
    std::array<int, 21> table{};
    for (std::size_t i = 1; i < table.size(); ++i) table[i] = i == 1 ? 1 : 3 * table[i - 1];
    return table;
  }();

  std::uint8_t code_ = 0;
};

// The edge towards which the pieces slide. The order is that of the page's table of
// moves and part of what a random move is (see merge.hpp): never change it.
enum class Direction : std::uint8_t { up, down, left, right };

inline constexpr std::string_view direction_letters = "UDLR";
inline constexpr std::array directions{Direction::up, Direction::down, Direction::left,
                                       Direction::right};
constexpr char letter(Direction direction) noexcept {
  return direction_letters[static_cast<std::size_t>(direction)];
}

class Board {
 public:
  // Bit i: something about the field with index i.
  using Fields = std::uint16_t;
  // Bit i: something about the direction with the number i.
  using Directions = std::uint8_t;

  [[nodiscard]] Piece at(std::size_t field) const noexcept { return fields_[field]; }
  [[nodiscard]] Fields occupied() const noexcept { return occupied_; }
  [[nodiscard]] Fields empty_fields() const noexcept { return static_cast<Fields>(~occupied_); }
  [[nodiscard]] bool full() const noexcept { return occupied_ == 0xffff; }
  [[nodiscard]] bool empty() const noexcept { return occupied_ == 0; }
  // The sum of the values of all pieces.
  [[nodiscard]] int sum() const noexcept { return sum_; }

  // Precondition: the field is empty, the piece is not.
  void place(std::size_t field, Piece piece) noexcept;

  // Slides all pieces towards an edge and says whether that changed the board.
  //
  // Each line is looked at from that edge on. The current piece and the next one of
  // the line, empty fields between them not counting, belong together if they have
  // the same value: of one colour they become one piece of three times the value,
  // of two colours both vanish. A new piece takes no further part, and the look goes
  // on behind the pair, never back: 3r 1r 1b 3r becomes 3r 3r. Then the pieces are
  // packed against the edge. Packing alone is a change.
  bool slide(Direction direction) noexcept;

  // The directions in which slide() would change the board.
  [[nodiscard]] Directions changing_slides() const noexcept;

  // Would any slide change the board? A board with pieces and empty fields can
  // always be packed, so only a full one needs to be looked at.
  [[nodiscard]] bool any_slide_changes() const noexcept;

  friend bool operator==(const Board&, const Board&) = default;

 private:
  void slide_line(std::size_t first, std::ptrdiff_t step) noexcept;
  [[nodiscard]] bool pair_in_rows() const noexcept;
  [[nodiscard]] bool pair_in_columns() const noexcept;

  std::array<Piece, field_count> fields_{};
  Fields occupied_ = 0;
  int sum_ = 0;
};

}  // namespace rules::merge
