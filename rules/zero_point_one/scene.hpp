// What there is to see in a position of 0.1 (rules/scene.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/scene.hpp"
#include "rules/zero_point_one/board.hpp"

namespace rules::zero_point_one {

// Row a at the bottom, column 1 on the left.
const Layout& layout();

// All that a scene needs of a game.
struct Position {
  const Board& board;
  std::string_view last;           // the last move; empty before the first
  std::optional<Seat> last_mover;  // who made it
  bool setting_up = false;         // it is a set-up that is due
  std::string status;
  std::optional<Seat> to_move;  // none when the game is over
};
Scene scene_of(const Position& position);

}  // namespace rules::zero_point_one
