// Black Hole (CodeCup 2018): two players fill a triangle of hexagons except for one field.
//
// Rules. The board has 36 fields (triangle.hpp); the jury has put brown stones on five of them.
// Red, who begins, and Blue each have 15 stones with the values 1-15 and take turns to put one of
// theirs on an empty field. After 30 moves one field is empty: the black hole. With R and B the
// sums of the red and blue stones next to it, Red scores 75 + R - B and Blue 75 - R + B; brown
// stones count nothing.
//
// Figures. Every game has 30 moves. Budget 5 s, no limit on memory; the five brown fields are
// dealt.
//
// Protocol. Both seats first read the five brown fields, one a line, in the order of the deal
// (deal.hpp); Red then reads `Start`. From then on a seat reads each move of its opponent as it
// was written, and `Quit` at the end in place of the final move. A move is a field and a value,
// `A3=6`, the value without leading zeros. start() throws std::invalid_argument, saying what is
// wrong, if the deal is not one.
//
// Result. `score` is 75 + own - other, 75 as long as the hole is not known, and 0 for a seat that
// forfeited. `board_points` is the own sum next to the hole (0 before the hole is known), also
// for a seat that forfeited: the other's score follows from both. `game_points` is always 0. The
// outcome of both seats is by these sums; the match decides what a fault makes of it. If
// both seats forfeit, the game is over 0-0 and a draw, with no points on the board.
//
// Random moves. With e empty fields and v values left to the seat there are n = e * v legal moves
// (n is at least 2). Let i = below(n), one draw: the move goes to empty field number i / v in the
// order A1-A8, B1-B7, ..., H1, with unused value number i % v in increasing order, both counted
// from 0. This never changes: a seed in a record must give the same moves.
//
// Interpretations (game.hpp explains the marks).
// - The line must match exactly, values have no leading zeros, and an empty line is illegal
//   [ours]: black_hole.cpp, parse_move().
// - Which fields are neighbours, and where A1 and H1 are [bots]: triangle.hpp, neighbour_table.
// - The fields of the deal are random and distinct, each set of five as likely as any other
//   [bots]: deal.cpp, draw_deal().
// - Moves are relayed unchanged [bots], but the final one is not relayed [ours]:
//   rules/correspondence.hpp.
// - A seat that forfeited reads `Quit` at once and gets none of its undelivered lines [ours]:
//   rules/correspondence.hpp.
// - The page gives no number for the time; 5 s [bots]: black_hole.cpp, info().
#pragma once

#include "rules/game_info.hpp"

namespace rules::black_hole {

GameInfo info();

}  // namespace rules::black_hole
