// Noughts and crosses: a small game for the tests, which shows what adding a game takes.
//
// Rules. Crosses and Noughts take turns to mark an empty square of a 3x3 board, Crosses first.
// Whoever has three in a row, column or diagonal wins; a full board without is a draw.
//
// Figures. At most 9 moves. Budget 5 s, no limit on memory, nothing random to deal.
//
// Protocol. Crosses first reads `Start`; after that each seat reads the other's last move, and
// `Quit` at the end in place of the final move. A move is a square, column a-c from the left and
// row 1-3 from the bottom: `b2`.
//
// Result. `score` is 2 for a win, 1 for a draw and 0 for a loss, `game_points` 3, 1 and 0, and
// `board_points` the number of the own marks. A seat that forfeited has score and game points 0,
// and the other one goes on against the jury; the outcome of both is that on the board. If both
// forfeit, the game is over, 0-0 and a draw. While a game is not over it counts as a draw.
//
// Random moves. With n > 0 empty squares the move is square number below(n) of them in the order
// a1, b1, c1, a2, ..., c3.
#pragma once

#include "rules/game_info.hpp"

namespace rules::noughts_and_crosses {

GameInfo info();

}  // namespace rules::noughts_and_crosses
