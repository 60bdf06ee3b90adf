#include "rules/turn_right/board.hpp"

#include <algorithm>
#include <bit>

#include "rules/two_seats.hpp"

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

namespace {

constexpr int bonus = 50;  // for a 3x3 and after the other one's fault

int share(const Points& points, Seat seat) {
  return std::clamp(50 + points[index(seat)] - points[index(other(seat))], 0, 100);
}

// A game that `winner` won, with what both cases below have in common.
Result won_by(const Points& points, Seat winner, int game_points) {
  Result result;
  SeatResult& best = result.seats[index(winner)];
  SeatResult& rest = result.seats[index(other(winner))];
  best.score = share(points, winner);
  best.game_points = game_points;
  best.outcome = Outcome::win;
  rest.score = 100 - best.score;
  rest.outcome = Outcome::lose;
  for (std::size_t i = 0; i < 2; ++i) result.seats[i].board_points = points[i];
  return result;
}

}  // namespace

Result score_all_circuits(const Points& points) {
  if (points[0] != points[1]) {
    return won_by(points, points[0] > points[1] ? Seat::first : Seat::second, 2);
  }
  Result result;
  for (SeatResult& seat : result.seats) seat = {50, 1, points[0], Outcome::draw, false};
  return result;
}

Result score_three_by_three(const Points& points, Seat winner) {
  Result result = won_by(points, winner, most_game_points);
  result.seats[index(winner)].score += bonus;
  return result;
}

Result score_fault(const Points& points, Seat offender) {
  Result result = won_by(points, other(offender), most_game_points);
  result.seats[index(other(offender))].score += bonus;
  result.seats[index(offender)].score = 0;
  result.seats[index(offender)].forfeited = true;
  return result;
}

}  // namespace rules::turn_right
