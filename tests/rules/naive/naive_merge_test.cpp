// The naive game against the examples of the rules and the page: it is the measure of the real
// one, so it gets one of its own.
#include "tests/rules/naive/naive_merge.hpp"

#include <gtest/gtest.h>

namespace naive {
namespace {

TEST(NaiveMerge, ExampleOfThePage) {
  const auto game = naive_2187();
  EXPECT_EQ(game->lines(Seat::first), "A\n");
  play_all(*game, "11");
  EXPECT_EQ(game->lines(Seat::second), "B\n11\n");
  play_all(*game, "23 44 21");
  EXPECT_EQ(game->result().seats[0].score, 4);
  // Two blue ones in the first column become a blue 3, packed at the top.
  play_all(*game, "U");
  EXPECT_EQ(game->result().seats[0].score, 5);
  EXPECT_FALSE(game->legal("U"));  // changes nothing
  EXPECT_TRUE(game->legal("R"));
}

TEST(NaiveMerge, DifferentColorsVanish) {
  const auto game = naive_6561();
  play_all(*game, "11 12 33 L");  // blue and red vanish, gray goes to column 1
  EXPECT_EQ(game->result().seats[1].score, 3);
  EXPECT_FALSE(game->legal("L"));
  play_all(*game, "U");  // gray to 11
  EXPECT_FALSE(game->legal("11"));
  EXPECT_TRUE(game->legal("31"));
}

}  // namespace
}  // namespace naive
