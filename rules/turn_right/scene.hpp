// What there is to see in a position of Turn Right (rules/scene.hpp).
#pragma once

#include <string>
#include <string_view>

#include "rules/scene.hpp"
#include "rules/turn_right/board.hpp"
#include "rules/turn_right/score.hpp"

namespace rules::turn_right {

// Row 6 at the top, as players see it, with the names of rows and columns.
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
