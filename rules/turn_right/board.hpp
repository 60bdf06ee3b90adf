// The pieces on the board.
#pragma once

#include <array>
#include <cstdint>

#include "rules/game.hpp"
#include "rules/turn_right/circuit.hpp"

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

// Own points by seat.
using Points = std::array<int, 2>;

// Points White has before the first circuit.
inline constexpr Points starting_points{5, 0};

// What a 3x3 and the other one's fault bring.
inline constexpr int most_game_points = 3;

// From points on the board to the result of a game.
//
// Own points are 1 for each 2x2 square after each circuit, for White 5 more. With
//
//   p(own, other) = 50 + own - other, but not below 0 and not above 100
//
//   how it ended     winner: game points, score     loser: game points, score
//   all circuits     2, p                           0, 100 - p
//   the same, equal  1, 50                          1, 50
//   3x3 square       3, p + 50                      0, 100 - p
//   fault            3, p + 50                      0, 0
//
// where p is the winner's. It is below 50 where the winner by a 3x3 or by a fault
// was behind. The page's examples: 32-26 gives 56-44; Black's 3x3 at 22-15 for White
// gives Black 93 and White 57; Black's fault at 14-18 gives White 96 and Black 0.
Result score_all_circuits(const Points& points);
Result score_three_by_three(const Points& points, Seat winner);
// The offender's outcome is a loss, whatever the points.
Result score_fault(const Points& points, Seat offender);

}  // namespace rules::turn_right
