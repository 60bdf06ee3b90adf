// Playing 0.1 by lines, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "rules/zero_point_one/zero_point_one.hpp"

namespace rules::zero_point_one {

inline constexpr std::string_view red_set_up = "WADADAADDAFNAFAA";
inline constexpr std::string_view blue_set_up = "addaaffadadaanwa";

// Plays legal moves, written with blanks between them.
inline void play_all(Game& game, std::string_view moves) {
  std::istringstream words{std::string(moves)};
  for (std::string move; words >> move;) {
    ASSERT_FALSE(game.over()) << move;
    const Verdict verdict = game.play(move);
    ASSERT_TRUE(verdict) << move << ": " << verdict.reason();
  }
}

inline std::unique_ptr<Game> set_up_game() {
  auto game = info().start("");
  play_all(*game, red_set_up);
  play_all(*game, blue_set_up);
  return game;
}

inline std::string take(Game& game, Seat seat) {
  std::string out;
  game.take_lines(seat, out);
  return out;
}

inline void expect_refused(Game& game, const std::string& line, const std::string& reason) {
  const std::string before = game.draw();
  const Verdict verdict = game.play(line);
  EXPECT_FALSE(verdict) << line;
  EXPECT_EQ(verdict.reason(), reason);
  EXPECT_EQ(game.draw(), before) << "a refused line changed the game";
}

}  // namespace rules::zero_point_one
