// The naive game against the examples of the rules and the page: it is the measure of the real
// one, so it gets one of its own.
#include "tests/rules/naive/naive_box.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace naive {
namespace {

TEST(NaiveBox, ExampleOfThePage) {
  std::string deal = "3 2 216534 364521 462513 326451 314625";
  for (int i = 5; i < 39; ++i) deal += " 123456";
  const auto game = naive_box(deal);
  const auto moves = *game->legal_moves();
  EXPECT_EQ(moves.size(), 125U);
  std::map<char, int> by_direction;
  for (const std::string& move : moves) ++by_direction[move[2]];
  EXPECT_EQ(by_direction['h'], 48);
  EXPECT_EQ(by_direction['v'], 77);

  EXPECT_EQ(game->lines(Seat::first), "3\nHh216534h\nStart\n364521\n");
  EXPECT_EQ(game->play("Ikv"), "Ik364521v");
  EXPECT_EQ(game->lines(Seat::second), "2\nHh216534h\nIk364521v\n462513\n");
  EXPECT_EQ(game->play("Ifv"), "If462513v");
  EXPECT_EQ(game->lines(Seat::first), "If462513v\n326451\n");
  EXPECT_EQ(game->play("Fch"), "Fc326451h");
  EXPECT_EQ(game->lines(Seat::second), "Fc326451h\n314625\n");
}

}  // namespace
}  // namespace naive
