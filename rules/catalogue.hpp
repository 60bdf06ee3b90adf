// The games this program judges. The table itself is made by CMake from rules/games.txt.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "rules/game_info.hpp"

namespace rules {

// All games, in the order of rules/games.txt.
std::span<const GameInfo> games() noexcept;

// The game with exactly this name, or nullptr.
inline const GameInfo* find_game(std::string_view name) noexcept {
  for (const GameInfo& game : games()) {
    if (game.name == name) return &game;
  }
  return nullptr;
}

// The largest number of game points in any game: what a reader of records accepts before it
// knows the game.
inline int most_game_points() noexcept {
  int most = 0;
  for (const GameInfo& game : games()) most = std::max(most, game.most_game_points);
  return most;
}

}  // namespace rules
