// The naive game against the examples of the rules and the page: it is the measure of the real
// one, so it gets one of its own.
#include "tests/rules/naive/naive_black_hole.hpp"

#include <gtest/gtest.h>

namespace naive {
namespace {

using rules::Outcome;

TEST(NaiveBlackHole, RecordedGame) {
  const auto game = naive_black_hole("E4 F2 A5 A7 C1");
  EXPECT_EQ(game->lines(Seat::first), "E4\nF2\nA5\nA7\nC1\nStart\n");
  play_all(*game, "D3=15");
  EXPECT_EQ(game->lines(Seat::second), "E4\nF2\nA5\nA7\nC1\nD3=15\n");
  play_all(*game,
           "B1=9 C5=14 B4=15 B3=13 D4=14 E1=12 B2=6 A2=11 E3=3 B5=10 E2=4 B7=9 A3=10 G1=8 C2=12 "
           "C3=7 D1=2 A4=1 C4=13 F3=6 B6=8 D5=5 G2=11 H1=3 D2=5 A1=4 F1=7 A6=2 C6=1");
  EXPECT_TRUE(game->over());
  const rules::Result result = game->result();
  EXPECT_EQ(result.seats[0].score, 84);
  EXPECT_EQ(result.seats[1].score, 66);
  EXPECT_EQ(result.seats[0].outcome, Outcome::win);
  EXPECT_EQ(game->lines(Seat::first), "Quit\n");
  EXPECT_EQ(game->lines(Seat::second), "Quit\n");
}

}  // namespace
}  // namespace naive
