// Box (CodeCup 2025, a board game by Chris Handy): two players lay tiles in turn on one board and
// try to form squares of their own secret colour. Source: the contest's page and, where it is
// silent, 3,716 recorded official games, every one of which replays to its official scores
// (league.hpp).
//
// Rules. The start tile is at Hh, horizontally. A placement names the tile's top left cell and its
// direction: `Ikv`. All twelve cells must be on the board and at most 4 of them may be occupied;
// what is covered takes the new colour. If none is occupied, at least one cell must share an edge
// with an occupied one; a corner is not enough. The game is over when no placement is legal
// (colours do not matter for that). Then every square whose four corner cells have a player's
// colour gives that player the length of its side minus one (Board::points).
//
// Figures. The board has 16 rows A-P from top to bottom and 20 columns a-t from left to right. A
// tile has 2 x 6 cells in the six colours 1-6, each twice (board.hpp). There are 434 placements on
// an empty board (225 h, 209 v), 125 after the start tile (48 h, 77 v). A game has 23-36 tiles in
// practice, at most 39 (board.hpp says why). Budget 30 s, no limit on memory; colours and tiles are
// dealt.
//
// Protocol. At its first turn a seat reads its colour (`3`) and the start tile (`Hh216534h`). Seat
// one then reads `Start` and its tile (`364521`). Every other turn begins with the opponent's move
// in nine characters (`Ik364521v`) and the own tile. A player writes three characters (`Ikv`). At
// the end both read `Quit`; the last move is not relayed. A seat that forfeits reads `Quit` at
// once (what it has not read of its turn is dropped) and nothing after that; the move that
// replaces its own is made with the tile already handed out.
//
// A deal shorter than 39 may run out of tiles (a recorded game has only the tiles that were
// dealt). Then the mover reads no tile, and play() refuses every move.
//
// Result, with d the difference in points. `score` is 200 + d for the winner, max(0, 100 - d) for
// the loser, 150 for each if equal; 0 for a seat that forfeited, and 0-0 if both did.
// `board_points` is the points of the seat's colour; `game_points` is always 0. The outcome is by
// the points on the board, for both seats, also after a forfeit (the one playing on may `lose` with
// 84 against a forfeited 0); a draw for both if both forfeited.
//
// Random moves. Every legal placement is equally likely. One draw, stream.below(number of legal
// placements), is the index into the legal placements in this order: all of h before all of v,
// then row A first, then column a first. This never changes: a record's jury moves must come out
// the same again.
//
// Interpretations (game.hpp explains the marks).
// - An empty line is an illegal move [ours]: parse_move in box.cpp.
// - Deal and jury moves come from separate streams of the game's seed, so a takeover never changes
//   the tiles [ours]: draw_deal in board.cpp; random_move in box.cpp uses only the stream it is
//   given. The official system shared one.
// - If both seats forfeit the game is over at once, 0-0 [ours]: over, result in box.cpp. The page
//   says nothing and no recorded game shows it.
// - What a forfeited seat has not read yet is dropped [ours]: take_lines in box.cpp.
// - A line sent before the own turn counts as the next move [bots]: settled outside of the rules; a
//   seat that is not to move gets no lines here.
// - Row letters run downward; `v` tiles run downward in the right column; the corners alone make a
//   square; the last move is not relayed; the colours differ [records].
// - Which lines come in which order [records], [bots].
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rules/box/board.hpp"
#include "rules/game_info.hpp"
#include "rules/recorded_game.hpp"
#include "rules/scene.hpp"

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

// Official recorded games of Box (see rules/recorded_game.hpp).
//
//   game,round,color1,color2,score1,status1,score2,status2,moves
//   261343,1,4,1,89,LOSE,211,WIN,Hh564231h Hn264531h ... Ob561342h
//
// `moves` are separated by one blank, each in the form that is relayed to players, the start tile
// first; seat one made the first move after it. So the deal has as many tiles as were laid.
//
// The columns color1, color2 and moves.
const RecordFormat& record_format() noexcept;

// The start tile of a deal as it is relayed: "Hh216534h". Throws like parse_deal().
std::string opening(std::string_view deal);

// The board of a scene (rules/scene.hpp): its rows of cells, A first, with their letters on the
// left and above.
const Layout& layout();

// All that a scene needs of a game.
struct Position {
  const Board& board;
  std::array<char, 2> colours{};    // by seat, '1'..'6'
  std::array<bool, 2> forfeited{};  // by seat
  std::optional<Placement> last;    // the last move; none before the first
  std::optional<Seat> to_move;      // none when the game is over
  const Tile* tile = nullptr;       // to be laid; nullptr if the deal does not tell it
};
Scene scene_of(const Position& position);

}  // namespace rules::box
