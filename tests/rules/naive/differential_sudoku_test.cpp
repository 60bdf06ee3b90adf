// Sudoku: the real game against the naive one.
#include <gtest/gtest.h>

#include "tests/rules/naive/lockstep.hpp"
#include "tests/rules/naive/naive_sudoku.hpp"

namespace naive {
namespace {

TEST(DifferentialSudoku, RandomGames) {
  Plan plan;
  plan.game = "sudoku";
  plan.naive = naive_sudoku;
  plan.plies = 60;
  plan.mutants = 3;  // each is a question about all solutions
  plan.samples = 1;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(summary.games, 1);
  EXPECT_GT(summary.refused_lines, summary.plies / 2);
}

TEST(DifferentialSudoku, Forfeits) {
  Plan plan;
  plan.game = "sudoku";
  plan.naive = naive_sudoku;
  plan.first_seed = 1000000;
  plan.plies = 30;
  plan.mutants = 1;
  plan.samples = 1;
  plan.forfeit_one_in = 8;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(summary.one_forfeit, 1);
  EXPECT_EQ(summary.two_forfeits, 0);
}

}  // namespace
}  // namespace naive
