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

// What names a game.
struct GameQuery {
  std::string_view name;
  bool typed = false;            // by the caller: it may be the path of the game's folder
  std::string_view hash = {};    // of its judge, as a record has it
  std::string_view facts = {};   // a manifest's description of it
  std::string_view folder = {};  // the base of relative paths in these
};

// Finds a game that is not in the table. May be called from any thread. nullptr if there is none;
// may throw, naming the problem.
using GameFinder = const GameInfo* (*)(const GameQuery& query);
// Sets the finder. To be called once, before the first search for a game.
void set_game_finder(GameFinder finder) noexcept;
const GameInfo* find_outside_game(const GameQuery& query);

// The game with exactly this name, or the result of the finder, see GameFinder.
inline const GameInfo* find_game(const GameQuery& query) {
  for (const GameInfo& game : games()) {
    if (game.name == query.name) return &game;
  }
  return find_outside_game(query);
}
inline const GameInfo* find_game(std::string_view name) { return find_game(GameQuery{name}); }

// The largest number of game points in any game: the limit for a reader of records before it knows
// the game.
inline int most_game_points() noexcept {
  int most = most_outside_game_points;
  for (const GameInfo& game : games()) most = std::max(most, game.most_game_points);
  return most;
}

}  // namespace rules
