// What there is to see in a position of Box (rules/scene.hpp).
#pragma once

#include <array>
#include <optional>

#include "rules/box/board.hpp"
#include "rules/box/tile.hpp"
#include "rules/scene.hpp"

namespace rules::box {

// The board's rows of cells, A first, with their letters on the left and above.
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
