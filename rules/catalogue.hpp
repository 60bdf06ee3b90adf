// The games this program judges, in a table that CMake makes from rules/games.txt; and how others,
// whose rules are programs of their own, are looked up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "rules/game_info.hpp"

namespace rules {

// The most game points in games whose rules are programs.
inline constexpr int most_outside_game_points = 1'000'000;
// The largest score of a seat there; the least is minus that.
inline constexpr std::int64_t most_outside_score = 1'000'000'000'000;

// All games that are a part of this program, in the order of rules/games.txt.
std::span<const GameInfo> games() noexcept;

// The game of that table with exactly this name, or null.
inline const GameInfo* find_game(std::string_view name) noexcept {
  for (const GameInfo& game : games()) {
    if (game.name == name) return &game;
  }
  return nullptr;
}

// The games of which a config, a manifest or a record may be. These are those of the table; a class
// derived from it knows others, whose rules are programs. Nothing starts when a game is looked up,
// so that whoever reads with one of these cannot start a program. May be used from any thread.
class Games {
 public:
  Games() = default;
  virtual ~Games() = default;
  Games(const Games&) = delete;
  Games& operator=(const Games&) = delete;

  // The game of this name whose judge has this hash, as a record has it. Empty: a game of the
  // table, or one of another sort that the caller or a manifest has named in this call. Null if
  // there is none. May throw, naming the problem.
  [[nodiscard]] virtual const GameInfo* of_record(std::string_view name,
                                                  std::string_view hash) const {
    return hash.empty() ? find_game(name) : nullptr;
  }
  // The game with a judge that a manifest describes; `folder`: the base of relative paths.
  [[nodiscard]] virtual const GameInfo* of_manifest(std::string_view /*facts*/,
                                                    std::string_view /*folder*/) const {
    return nullptr;
  }
};

// Likewise for whoever reads what the caller has typed: a config, or words of the command line.
class TypedGames : public Games {
 public:
  // A game by its name, or by the path of its folder, relative to `folder` or, if that is empty, to
  // the current directory. Null if there is none. A game whose rules are a program may start that.
  virtual const GameInfo* typed(std::string_view name, std::string_view folder) = 0;
};

// Those of the table alone.
inline const Games& own_games() noexcept {
  static const Games own;
  return own;
}

// Those that records of one game are of: itself.
class OneGame final : public Games {
 public:
  explicit OneGame(const GameInfo& game) : game_(game) {}
  [[nodiscard]] const GameInfo* of_record(std::string_view name,
                                          std::string_view /*hash*/) const override {
    return name == game_.name ? &game_ : nullptr;
  }

 private:
  const GameInfo& game_;
};

// The largest number of game points in any game: the limit for a reader of records before it knows
// the game.
inline int most_game_points() noexcept {
  int most = most_outside_game_points;
  for (const GameInfo& game : games()) most = std::max(most, game.most_game_points);
  return most;
}

}  // namespace rules
