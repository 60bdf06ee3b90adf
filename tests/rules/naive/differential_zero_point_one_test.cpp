// 0.1: the real game against the naive one.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/rules/naive/lockstep.hpp"
#include "tests/rules/naive/naive_zero_point_one.hpp"

namespace naive {
namespace {

Plan plan_zero_point_one(int plies) {
  Plan plan;
  plan.game = "zero-point-one";
  plan.naive = [](const std::string&) { return naive_zero_point_one(); };
  plan.plies = plies;
  return plan;
}

// Leaps and drops in turn, so that hands do not grow for ever.
std::string leap_or_drop(const NaiveGame&, const std::vector<std::string>& moves,
                         rules::Stream& stream) {
  std::vector<std::string> wanted;
  const std::size_t length = 3 + stream.below(2);
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(wanted),
               [&](const std::string& move) { return move.size() == length; });
  if (wanted.empty()) return "";
  return wanted[stream.below(static_cast<std::uint32_t>(wanted.size()))];
}

TEST(DifferentialZeroPointOne, RandomGames) {
  const Summary summary = play_in_lockstep(plan_zero_point_one(2000));
  EXPECT_EQ(summary.longest_game, 102);
  std::set<rules::Outcome> outcomes;
  for (const rules::Result& result : summary.results) outcomes.insert(result.seats[0].outcome);
  EXPECT_EQ(outcomes.size(), 3U);
  EXPECT_GT(summary.refused_lines, summary.plies);
  EXPECT_GT(summary.accepted_lines, summary.plies);
}

TEST(DifferentialZeroPointOne, GamesWithManyLeaps) {
  Plan plan = plan_zero_point_one(1000);
  plan.first_seed = 500000;
  plan.chooser = leap_or_drop;
  EXPECT_EQ(play_in_lockstep(plan).longest_game, 102);
}

TEST(DifferentialZeroPointOne, Forfeits) {
  Plan plan = plan_zero_point_one(1500);
  plan.first_seed = 1000000;
  plan.forfeit_one_in = 20;
  EXPECT_GT(play_in_lockstep(plan).one_forfeit, 50);
}

}  // namespace
}  // namespace naive
