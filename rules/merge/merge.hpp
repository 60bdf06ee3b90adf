// 6561 (CodeCup 2016) and 2187 (CodeCup NIO 2016): two players fill and slide one board together.
// Both games are one engine; a table in merge.cpp holds what differs.
//
// Rules. The board is 4x4 and empty at first. A and B take turns, A first. What a move must be
// follows from a fixed cycle of turns:
//
//   6561: place blue, red, gray, then slide, slide      (5 turns, so the seats swap)
//   2187: place blue, red, red, blue, then slide, slide (6 turns)
//
// A placement puts a piece of value 1 on an empty field. A slide goes towards one of the four
// edges and must change the board; Board::slide() has the details.
//
// The game ends when a placement is due and the board is full, when a slide is due and none
// changes the board (it is empty, or full without neighbours of the same value), or when 1000
// moves have been made.
//
// Figures. At most 1000 moves. Budget 60 s, no limit on memory, nothing random to deal.
//
// Protocol. The first line is `A` or `B`. Then a seat reads each move of its opponent as it was
// written, and `Quit` at the end in place of the final move. A placement is two digits, row 1-4
// from the top and column 1-4 from the left (`23`); a slide is one of the letters U (towards row
// 1), D, L (towards column 1), R. The deal is the empty line, and start() throws
// std::invalid_argument on any other.
//
// Result. Both seats get the same: `score` = `board_points` = the largest sum of values that was
// ever on the board, looked at after every move, placements included; a seat that forfeited has
// score 0. `game_points` is always 0. The outcome is always a draw: nobody beats anybody.
//
// Random moves. The legal moves are numbered from 0: for a placement the empty fields in the order
// 11, 12, 13, 14, 21, ..., 44; for a slide the directions that change the board in the order U, D,
// L, R. With n > 1 of them the move is number below(n), one draw; with n = 1 it is the only one and
// nothing is drawn. This never changes: a seed in a record must give the same moves.
//
// Interpretations (game.hpp explains the marks).
// - The line must match exactly, and an empty line is illegal [ours]: merge.cpp,
//   parse_placement() and parse_slide().
// - The first digit of a field is its row, row 1 is the top, column 1 the left one [bots]:
//   board.hpp, field indices; merge.cpp, parse_placement().
// - A pair's neighbours never react in the same slide, even if the pair vanished between two equal
//   pieces: 3r 1r 1b 3r becomes 3r 3r [bots]: Board::slide_line().
// - Packing alone is a change [bots]: Board::slide() compares the boards.
// - The largest sum counts after placements too [bots], and points made by the jury after a
//   takeover count [bots]: MergeGame::finish_move() in merge.cpp.
// - The final move is not relayed [ours]: rules/correspondence.hpp.
// - A seat that forfeited reads `Quit` at once and gets none of its undelivered lines [ours]:
//   rules/correspondence.hpp.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "rules/game_info.hpp"
#include "rules/merge/board.hpp"
#include "rules/scene.hpp"

namespace rules::merge {

// The number of moves after which a game is over in any case.
inline constexpr std::size_t most_moves = 1000;

GameInfo info_6561();
GameInfo info_2187();

// A game that begins in the middle, for tests and studies: with this board, its sum
// being the largest so far, the turn number `turn` of the cycle due (0 the first blue
// piece), A to move and no moves made. `name` is that of the game. Throws
// std::invalid_argument for an unknown game or turn of its cycle.
std::unique_ptr<Game> start_at(std::string_view name, const Board& board, std::size_t turn);

// The board of a scene (rules/scene.hpp): four rows of four, with their numbers on the left and
// above.
const Layout& layout();

// All that a scene needs of a game.
struct Position {
  const Board& board;
  int best = 0;                       // the largest sum so far
  std::optional<std::size_t> placed;  // the field of the last move, if that placed a piece
  std::optional<Direction> slid;      // where the last move slid the board, if it did
  std::optional<Seat> to_move;        // none when the game is over
  std::optional<Colour> to_place;     // the piece that is due; none if it is a slide
  std::string_view ending;            // why the game is over
};
Scene scene_of(const Position& position);

}  // namespace rules::merge
