// What there is to see in a position of Black Hole (rules/scene.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/black_hole/triangle.hpp"
#include "rules/scene.hpp"

namespace rules::black_hole {

// The triangle with its apex A1 at the top.
const Layout& layout();

// All that a scene needs of a game.
struct Position {
  Fields empty = 0;
  Fields brown = 0;
  Fields red = 0;  // the other stones are blue
  const std::array<std::int8_t, field_count>& values;
  std::array<std::uint16_t, 2> left{};  // bit v: the seat still has the value v
  std::optional<std::size_t> last;      // the field of the last move
  std::optional<std::size_t> hole;      // once it is known
  std::array<bool, 2> forfeited{};
  std::optional<Seat> to_move;  // none when the game is over
};
Scene scene_of(const Position& position);

}  // namespace rules::black_hole
