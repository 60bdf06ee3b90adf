// The naive Sudoku by itself.
#include "tests/rules/naive/naive_sudoku.hpp"

#include <gtest/gtest.h>

namespace naive {
namespace {

TEST(NaiveSudoku, ARecordedGame) {
  const auto game = naive_sudoku("");
  // That these are legal would take long to find out: there are too many solutions.
  for (const std::string& move :
       split("Ge5 Ef7 Eg8 Gc4 Fg9 De6 Gi6 Ah5 Aa7 Ea6 Ie9 Ad9 Cf8 Ba5 Cg7 "
             "Hb9 Ei1 Hc8 Id4 Dg2 If2 Bf3",
             ' ')) {
    game->play(move);
  }
  EXPECT_FALSE(game->legal("!"));
  EXPECT_FALSE(game->legal("Bb3"));  // twice in the row
  play_all(*game, "Bb1!");
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0].score, 2);
  EXPECT_EQ(game->result().seats[1].score, 1);
}

}  // namespace
}  // namespace naive
