// Box, the game of CodeCup 2025 (a board game by Chris Handy).
//
// Two players lay tiles in turn on one board and try to form squares of their own
// secret colour. Source: the contest's page and, where it is silent, 3,716 recorded
// official games, every one of which replays to its official scores (recorded.hpp).
//
// Figures
//   board       16 rows A-P from top to bottom, 20 columns a-t from left to right
//   tile        2 x 6 cells in the six colours 1-6, each twice (tile.hpp)
//   placements  434 on an empty board (225 h, 209 v); 125 after the start tile (48 h, 77 v)
//   game        23-36 tiles in practice, 39 at the most (deal.hpp says why)
//   budget      30 s for one bot and game; the page sets no limit on memory
//
// Rules
//   The start tile lies at Hh, horizontally. A placement names the tile's top left
//   cell and its direction: `Ikv`. All twelve cells must be on the board and at most
//   4 of them may be occupied; what is covered takes the new colour. With none
//   occupied at least one cell must share an edge with an occupied one; a corner is
//   not enough. The game is over when no placement is legal (colours do not matter
//   for that). Then every square whose four corner cells have a player's colour gives
//   that player the length of its side minus one (Board::points).
//
// Lines
//   At its first turn a seat reads its colour (`3`) and the start tile (`Hh216534h`).
//   Seat one then reads `Start` and its tile (`364521`). Every other turn begins with
//   the opponent's move in nine characters (`Ik364521v`) and the own tile. A player
//   writes three characters (`Ikv`). At the end both read `Quit`; the last move is
//   not relayed. A seat that forfeits reads `Quit` at once (what it has not read of
//   its turn is dropped) and nothing after that; the move that replaces its own is
//   made with the tile already handed out.
//
// Result, with d the difference in points
//   score         winner 200 + d, loser max(0, 100 - d), equal 150 each; a seat that
//                 forfeited 0, and 0-0 if both did
//   board_points  the points of the seat's colour; game_points is always 0
//   outcome       by the points on the board, for both seats, also after a forfeit
//                 (the one playing on may `lose` with 84 against a forfeited 0); draw
//                 for both if both forfeited
//
// Random moves: every legal placement is equally likely. One draw,
// stream.below(number of legal placements), is the index into the legal placements
// in this order: all of h before all of v, then row A first, then column a first.
// Fixed for ever, a record's jury moves must come out the same again.
//
// Tiles may run out only in a deal shorter than 39 (a recorded game tells only the
// tiles that were dealt). Then the mover reads no tile, and play() refuses every move.
//
// Interpretations: what the page leaves open, and how sure we are.
//   [ours]  An empty line is an illegal move (parse_move in box.cpp).
//   [ours]  Deal and jury moves come from separate streams of the game's seed, so a
//           takeover never changes the tiles (draw_deal in deal.cpp; random_move in
//           box.cpp uses no other stream than the one it is given). The official
//           system shared one.
//   [ours]  If both seats forfeit the game is over at once, 0-0 (over, result in
//           box.cpp). The page says nothing and no recorded game shows it.
//   [ours]  What a forfeited seat has not read yet is dropped (take_lines in box.cpp).
//   [bots]  A line sent before the own turn counts as the next move: settled outside
//           of the rules; a seat that is not on turn gets no lines here.
//   Confirmed by the records, in case of doubt: row letters run downward; `v` tiles
//   run downward in the right column; the corners alone make a square; the last move
//   is not relayed; the colours differ.
//   Confirmed by the records and by real bots: which lines come in which order.
#pragma once

#include <algorithm>
#include <memory>

#include "rules/box/deal.hpp"
#include "rules/catalogue.hpp"

namespace rules::box {

// The entry for the catalogue.
GameInfo info();

// What a seat scores that did not forfeit, from its own and its opponent's points on
// the board: 200 + d, max(0, 100 - d) or 150, see "Result" above.
constexpr int score(int own, int opponents) noexcept {
  if (own == opponents) return 150;
  return own > opponents ? 200 + (own - opponents) : std::max(0, 100 - (opponents - own));
}

// The game before its first move. GameInfo::start is this after parse_deal().
// Precondition: deal.tile_count > 0.
std::unique_ptr<Game> start(const Deal& deal);

}  // namespace rules::box
