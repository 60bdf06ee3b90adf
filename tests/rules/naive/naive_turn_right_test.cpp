// The naive game against the examples of the rules and the page: it is the measure of the real
// one, so it gets one of its own.
#include "tests/rules/naive/naive_turn_right.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace naive {
namespace {

TEST(NaiveTurnRight, CircuitsByCorners) {
  std::map<std::size_t, int> count;
  for (const std::string& circuit : naive_circuits(10)) ++count[split(circuit, '-').size()];
  const std::map<std::size_t, int> expected = {{4, 225}, {6, 1600}, {8, 9450}, {10, 39360}};
  EXPECT_EQ(count, expected);
}

TEST(NaiveTurnRight, OpeningProtocol) {
  const auto game = naive_turn_right();
  EXPECT_EQ(game->lines(Seat::first), "Start\n");
  game->play("c3");
  EXPECT_EQ(game->lines(Seat::second), "c3\n");
  for (int placed = 1; placed < 35; ++placed) {
    game->lines(game->to_move());
    game->play(game->legal_moves()->front());
  }
  EXPECT_EQ(game->to_move(), Seat::second);
  EXPECT_EQ(game->lines(Seat::second), "f5\n");
  EXPECT_FALSE(game->legal("a4-a1-d1-d4"));        // counter-clockwise
  EXPECT_FALSE(game->legal("a1-a2-b2-b3-f3-f1"));  // too many corners
  EXPECT_EQ(game->play("a4-d4-d1-a1"), "a1-a4-d4-d1");
  EXPECT_EQ(game->lines(Seat::first), "a1-a4-d4-d1\n");
}

TEST(NaiveTurnRight, FaultWinsForTheOther) {
  const auto game = naive_turn_right();
  game->forfeit(Seat::second);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->lines(Seat::first), "x\n");
  EXPECT_EQ(game->lines(Seat::second), "x\n");
  const rules::SeatResult white = game->result().seats[0];
  EXPECT_EQ(white.score, 105);  // 5 points to 0
  EXPECT_EQ(white.game_points, 3);
  EXPECT_EQ(game->result().seats[1].score, 0);
}

}  // namespace
}  // namespace naive
