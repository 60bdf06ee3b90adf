// Black Hole: the real game against the naive one.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/rules/naive/lockstep.hpp"
#include "tests/rules/naive/naive_black_hole.hpp"

namespace naive {
namespace {

Plan plan_black_hole(int plies) {
  Plan plan;
  plan.game = "black-hole";
  plan.naive = naive_black_hole;
  plan.plies = plies;
  return plan;
}

TEST(DifferentialBlackHole, RandomGames) {
  const Summary summary = play_in_lockstep(plan_black_hole(15000));
  EXPECT_EQ(summary.games, 500);
  EXPECT_EQ(summary.longest_game, 30);
  std::set<rules::Outcome> outcomes;
  for (const rules::Result& result : summary.results) outcomes.insert(result.seats[0].outcome);
  EXPECT_EQ(outcomes.size(), 3U);
  EXPECT_GT(summary.refused_lines, summary.plies);
  EXPECT_GT(summary.accepted_lines, summary.plies);
}

TEST(DifferentialBlackHole, Forfeits) {
  Plan plan = plan_black_hole(10000);
  plan.first_seed = 1000000;
  plan.forfeit_one_in = 20;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(summary.one_forfeit, 50);
  EXPECT_GT(summary.two_forfeits, 50);
}

}  // namespace
}  // namespace naive
