// The pieces on the board.
#pragma once

#include <array>
#include <cstdint>

#include "rules/game.hpp"
#include "rules/turn_right/circuit.hpp"
#include "rules/turn_right/square.hpp"

namespace rules::turn_right {

class Board {
 public:
  // One bit for each square, the lowest bit for a1.
  using Squares = std::uint64_t;
  static constexpr Squares all = (Squares{1} << square_count) - 1;

  [[nodiscard]] Squares pieces(Seat seat) const noexcept { return pieces_[index(seat)]; }
  [[nodiscard]] Squares free() const noexcept { return all & ~(pieces_[0] | pieces_[1]); }

  // Precondition: the square is free.
  void place(Seat seat, Square square) noexcept { pieces_[index(seat)] |= Squares{1} << square; }

  // Moves every piece on the circuit one square clockwise.
  void turn(const Circuit& circuit) noexcept;

  // How many 2x2 squares are all of this seat's colour; overlapping ones count.
  [[nodiscard]] int two_by_twos(Seat seat) const noexcept;
  // Whether some 3x3 square is all of this seat's colour.
  [[nodiscard]] bool has_three_by_three(Seat seat) const noexcept;

  // 'w', 'b' or '.' for what is on the square.
  [[nodiscard]] char symbol(Square square) const noexcept;

 private:
  std::array<Squares, 2> pieces_{};
};

}  // namespace rules::turn_right
