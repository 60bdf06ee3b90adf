#include "rules/turn_right/board.hpp"

#include <bit>

namespace rules::turn_right {
namespace {

using Squares = Board::Squares;

// The squares that can be the lower left one of a block with sides of `size`.
constexpr Squares corners_of_blocks(int size) noexcept {
  Squares squares = 0;
  for (int column = 0; column + size <= side; ++column) {
    for (int row = 0; row + size <= side; ++row) squares |= Squares{1} << square_at(column, row);
  }
  return squares;
}
constexpr Squares corners_of_2x2 = corners_of_blocks(2);
constexpr Squares corners_of_3x3 = corners_of_blocks(3);

// The lower left squares of all 2x2 blocks inside `pieces`, rubbish at the edges.
constexpr Squares blocks_of_2x2(Squares pieces) noexcept {
  const Squares pairs = pieces & (pieces >> 1);
  return pairs & (pairs >> side);
}

}  // namespace

void Board::turn(const Circuit& circuit) noexcept {
  Squares path = 0;
  std::array<Squares, 2> moved{};
  for_each_step(circuit.corners(), [&](Square from, Square to) {
    path |= Squares{1} << to;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      moved[seat] |= (pieces_[seat] >> from & 1U) << to;
    }
  });
  for (std::size_t seat = 0; seat < 2; ++seat) {
    pieces_[seat] = (pieces_[seat] & ~path) | moved[seat];
  }
}

int Board::two_by_twos(Seat seat) const noexcept {
  return std::popcount(blocks_of_2x2(pieces(seat)) & corners_of_2x2);
}

bool Board::has_three_by_three(Seat seat) const noexcept {
  // A 3x3 block is four overlapping 2x2 blocks: a 2x2 block of their corners.
  return (blocks_of_2x2(blocks_of_2x2(pieces(seat))) & corners_of_3x3) != 0;
}

char Board::symbol(Square square) const noexcept {
  if ((pieces(Seat::first) >> square & 1U) != 0) return 'w';
  if ((pieces(Seat::second) >> square & 1U) != 0) return 'b';
  return '.';
}

}  // namespace rules::turn_right
