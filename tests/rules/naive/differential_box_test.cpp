// Box: the real game against the naive one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/rules/naive/lockstep.hpp"
#include "tests/rules/naive/naive_box.hpp"

namespace naive {
namespace {

Plan plan_box(int plies) {
  Plan plan;
  plan.game = "box";
  plan.naive = naive_box;
  plan.plies = plies;
  return plan;
}

// Tiles close together, from the upper left corner on: long games, much covering.
std::string upper_left(const NaiveGame&, const std::vector<std::string>& moves,
                       rules::Stream& stream) {
  const auto few = static_cast<std::uint32_t>(moves.size() < 4 ? moves.size() : 4);
  return moves[stream.below(few)];
}

int with_score_below_100(const Summary& summary) {
  int games = 0;
  for (const rules::Result& result : summary.results) {
    const bool forfeited = result.seats[0].forfeited || result.seats[1].forfeited;
    if (!forfeited && (result.seats[0].score < 100 || result.seats[1].score < 100)) ++games;
  }
  return games;
}

TEST(DifferentialBox, RandomGames) {
  const Summary summary = play_in_lockstep(plan_box(12000));
  EXPECT_GT(summary.games, 300);
  EXPECT_GT(with_score_below_100(summary), 100);
  EXPECT_GT(summary.refused_lines, summary.plies);
  EXPECT_GT(summary.accepted_lines, summary.plies);
}

TEST(DifferentialBox, Forfeits) {
  Plan plan = plan_box(6000);
  plan.first_seed = 1000000;
  plan.forfeit_one_in = 20;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(summary.one_forfeit, 20);
  EXPECT_GT(summary.two_forfeits, 20);
}

TEST(DifferentialBox, CrowdedGames) {
  Plan plan = plan_box(4000);
  plan.chooser = upper_left;
  plan.forfeit_one_in = 100;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GE(summary.longest_game, 30);
}

}  // namespace
}  // namespace naive
