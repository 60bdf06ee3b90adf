// The games this program judges. The table itself is made by CMake from rules/games.txt; games
// whose rules are programs of their own join it while this one runs.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "rules/game_info.hpp"

namespace rules {

// Games whose rules are programs may have so many game points.
inline constexpr int most_outside_game_points = 1'000'000;

// All games that are a part of this program, in the order of rules/games.txt.
std::span<const GameInfo> games() noexcept;

// Finds a game that is not in the table by its name or by the path of its folder. `facts`: what a
// manifest says of it, empty elsewhere; `folder`: where a path in them is relative to. May be
// called from any thread. nullptr if there is none; may throw, saying what is wrong.
using GameFinder = const GameInfo* (*)(std::string_view name, std::string_view facts,
                                       std::string_view folder);
// To be called once, before the first game is looked for.
void set_game_finder(GameFinder finder) noexcept;
const GameInfo* find_outside_game(std::string_view name, std::string_view facts,
                                  std::string_view folder);

// The game with exactly this name, or what the finder says, see GameFinder.
inline const GameInfo* find_game(std::string_view name, std::string_view facts = {},
                                 std::string_view folder = {}) {
  for (const GameInfo& game : games()) {
    if (game.name == name) return &game;
  }
  return find_outside_game(name, facts, folder);
}

// The largest number of game points in any game: what a reader of records accepts before it
// knows the game.
inline int most_game_points() noexcept {
  int most = most_outside_game_points;
  for (const GameInfo& game : games()) most = std::max(most, game.most_game_points);
  return most;
}

}  // namespace rules
