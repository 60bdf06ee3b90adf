// The games this program judges. The table itself is made by CMake from rules/games.txt; games
// whose rules are programs of their own join it while this one runs.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "rules/game_info.hpp"

namespace rules {

// The most game points in games whose rules are programs.
inline constexpr int most_outside_game_points = 1'000'000;

// All games that are a part of this program, in the order of rules/games.txt.
std::span<const GameInfo> games() noexcept;

// Finds a game that is not in the table by its name or by the path of its folder. `facts`: a
// manifest's description of it, empty elsewhere; `folder`: the base of relative paths in them. May
// be called from any thread. nullptr if there is none; may throw, naming the problem.
using GameFinder = const GameInfo* (*)(std::string_view name, std::string_view facts,
                                       std::string_view folder);
// Sets the finder. To be called once, before the first search for a game.
void set_game_finder(GameFinder finder) noexcept;
const GameInfo* find_outside_game(std::string_view name, std::string_view facts,
                                  std::string_view folder);

// The game with exactly this name, or the result of the finder, see GameFinder.
inline const GameInfo* find_game(std::string_view name, std::string_view facts = {},
                                 std::string_view folder = {}) {
  for (const GameInfo& game : games()) {
    if (game.name == name) return &game;
  }
  return find_outside_game(name, facts, folder);
}

// The largest number of game points in any game: the limit for a reader of records before it knows
// the game.
inline int most_game_points() noexcept {
  int most = most_outside_game_points;
  for (const GameInfo& game : games()) most = std::max(most, game.most_game_points);
  return most;
}

}  // namespace rules
