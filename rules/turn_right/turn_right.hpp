// Turn Right (CodeCup 2006): two players place pieces, then turn them along circuits.
//
// Rules. On a board of 6x6 squares, a1 lower left and f6 upper right, White (Seat::first) and
// Black take turns to place 18 pieces each, White first. Then each in turn, Black first, names 13
// circuits: closed paths along rows and columns that visit no square twice. All pieces on the
// circuit move one square clockwise. After every circuit, of either player, each 2x2 square of one
// colour gives its owner a point; White has 5 from the start. The owner of a 3x3 square after a
// circuit wins at once.
//
// Figures. 61 spoken moves, 35 placements and 26 circuits. A player's Nth circuit may have at most
// 2(N+1) corners, from 4 up to 28. That allows 225 circuits for N = 1 and 1,222,363 for N = 13
// (see circuit.hpp); they do not depend on the pieces. Budget 30 s, memory limit 64 MiB, no
// takeover, nothing random to deal.
//
// Protocol. White first reads `Start`; after that each player reads the other's last move. A
// placement is a square (`a4`). A circuit is the list of its corners, joined by '-'; the reader
// gets it rotated so that the lowest square comes first, with a1 < a2 < ... < a6 < b1 < ... < f6:
// `a4-d4-d1-a1` is read as `a1-a4-d4-d1`. The 36th placement (Black's) is automatic, and nobody
// writes or reads it: Black answers White's 18th placement with the first circuit. After a fault
// both players read `x`; after the last circuit or a 3x3 nobody reads anything.
//
// Result. `score` is the points that standings add up, 0..150; `game_points` 0..3; `board_points`
// the own points, White's first five included. The formulas are in board.hpp. While a game is not
// over its result is the one it would have if there were no more circuits. Ranking: game points,
// then score, then fewest irregular losses, then shared.
//
// Random moves. One draw: a placement goes to free square number below(n) of n, in the order of
// squares above; a circuit is number below(n) of the n circuits with that many corners at most, in
// the order of circuit.hpp. This never changes: a seed in a record must give the same moves.
//
// Interpretations (game.hpp explains the marks).
// - Corners are listed clockwise, from any corner. A counter-clockwise list, a listed square where
//   the path does not turn, and the first square repeated at the end are illegal [ours]:
//   Circuit::parse in circuit.cpp.
// - A circuit is a simple closed path: squares passed through count as visited, and none may be
//   visited twice. Neighbouring corners may be neighbouring squares (`a1-a2-b2-b1`) [bots]:
//   Circuit::parse.
// - The 2x2 squares of both colours are counted after every circuit of either player, never while
//   pieces are being placed [page], [bots]: TurnRight::play_circuit in turn_right.cpp.
// - A 3x3 is looked for after circuits only: one that is made by placing counts if it is still
//   there after a circuit. If both have one, the player who did not move wins [page], [bots]:
//   TurnRight::play_circuit.
// - The points of the circuit that makes a 3x3 are counted before the game ends [ours]; the page
//   counts after each turn: TurnRight::play_circuit.
// - After circuit 26 or a 3x3 nothing is sent [page], [bots]; real bots wait for more all the same:
//   TurnRight::finish in turn_right.cpp.
// - At a fault the moves that a player has not read yet are dropped: the line with the `x` is the
//   only one [ours]: TurnRight::forfeit in turn_right.cpp.
// - Lines end in '\n' and must match exactly, case included; an empty line is illegal [ours]:
//   TurnRight::play.
#pragma once

#include <string>
#include <string_view>

#include "rules/game_info.hpp"
#include "rules/scene.hpp"
#include "rules/turn_right/board.hpp"

namespace rules::turn_right {

GameInfo info();

// The board of a scene (rules/scene.hpp): row 6 at the top, as players see it, with the names of
// rows and columns.
const Layout& layout();

// All that a scene needs of a game.
struct Position {
  const Board& board;
  Points points{};
  bool circuits_begun = false;  // the 2x2 squares on the board have been counted
  std::string_view last;        // the last move as relayed; empty before the first
  std::optional<Seat> to_move;  // none when the game is over
  int corners_allowed = 0;      // 0 while pieces are placed
  std::string status;           // what to do, or how the game ended
};
Scene scene_of(const Position& position);

}  // namespace rules::turn_right
