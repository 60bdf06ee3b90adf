// What there is to see in a position of 6561 and 2187 (rules/scene.hpp).
#pragma once

#include <optional>
#include <string_view>

#include "rules/merge/board.hpp"
#include "rules/scene.hpp"

namespace rules::merge {

// Four rows of four, with their numbers on the left and above.
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
