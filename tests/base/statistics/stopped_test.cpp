// The bounds that are printed after a decision. coverage.md has how often they hold.
#include "referee/base/statistics/stopped.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <utility>

#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/far_stop.hpp"

namespace referee::statistics {
namespace {

SprtState ended(Decision decision) { return {0, bounds({0.04, 0.16}), decision}; }

// After the far stop, both figures are the ends of its bets, at the risk of the answer.
TEST(StoppedStrength, AfterTheFarStopIsWhatItsBetsSay) {
  const PairCounts pairs = PairCounts::joined(0, 0, 1, 2, 9);
  const Risks risks{0.02, 0.2};
  const auto found = stopped_strength(pairs, ended(Decision::accept_h1), {0, 10}, Model::normalized,
                                      {risks, true});
  const ScoreBounds ends = score_bounds(pairs, risks);
  EXPECT_GT(ends.low, 0.5);
  EXPECT_DOUBLE_EQ(*found.elo_bound, elo_of_score(ends.low));
  EXPECT_DOUBLE_EQ(*found.normalized_elo_bound, widest_elo(ends.low));
  const ScoreBounds both = score_bounds(pairs, {0.025, 0.025});
  EXPECT_DOUBLE_EQ(*found.elo.low, elo_of_score(both.low));
  EXPECT_DOUBLE_EQ(*found.elo.high, elo_of_score(both.high));
  EXPECT_DOUBLE_EQ(*found.normalized_elo.low, widest_elo(both.low));
  EXPECT_EQ(found.normalized_elo.reach, Reach::at_least) << "a narrow law has any larger one";
  const auto lost = stopped_strength(pairs.swapped(), ended(Decision::accept_h0), {-10, 0},
                                     Model::normalized, {{0.2, 0.02}, true});
  EXPECT_NEAR(*lost.elo_bound, -*found.elo_bound, 1e-9);
  EXPECT_NEAR(*lost.normalized_elo_bound, -*found.normalized_elo_bound, 1e-9);
  EXPECT_EQ(lost.normalized_elo.reach, Reach::at_most);
}

// Few one-sided pairs tell hardly anything of the spread: the figure must still be one of the side
// that won, and never beyond the bound that stands beside it.
TEST(StoppedStrength, IsNeverBeyondItsBound) {
  for (const std::uint64_t won : {9U, 12U, 20U}) {
    for (const auto& [even, half] : {std::pair{0U, 1U}, {1U, 0U}, {1U, 2U}}) {
      const PairCounts pairs = PairCounts::joined(0, 0, even, half, won);
      for (const bool far : {false, true}) {
        const auto up = stopped_strength(pairs, ended(Decision::accept_h1), {0, 10},
                                         Model::normalized, {{0.05, 0.05}, far});
        EXPECT_GE(up.elo.value, *up.elo_bound) << won;
        EXPECT_GE(up.normalized_elo.value, *up.normalized_elo_bound) << won;
        if (far) EXPECT_GT(up.normalized_elo.value, 200) << won << even << half;
        const auto down = stopped_strength(pairs.swapped(), ended(Decision::accept_h0), {-10, 0},
                                           Model::normalized, {{0.05, 0.05}, far});
        EXPECT_LE(down.elo.value, *down.elo_bound) << won;
        EXPECT_LE(down.normalized_elo.value, *down.normalized_elo_bound) << won;
      }
    }
  }
}

TEST(StoppedStrength, AllPairsWonHaveTheSameBounds) {
  const PairCounts pairs = PairCounts::joined(0, 0, 0, 0, 9);
  const auto found = stopped_strength(pairs, ended(Decision::accept_h1), {0, 10}, Model::normalized,
                                      {{0.02, 0.2}, true});
  EXPECT_DOUBLE_EQ(*found.elo_bound, elo_of_score(score_bounds(pairs, {0.02, 0.2}).low));
  EXPECT_GT(*found.normalized_elo_bound, 0);
}

// The bound after H1 depends on alpha and that after H0 on beta.
TEST(StoppedStrength, EachBoundHasItsOwnRisk) {
  const auto bound = [](Decision decision, const Risks& risks) {
    const PairCounts up = PairCounts::joined(70, 20, 200, 30, 80);
    const auto found =
        stopped_strength(decision == Decision::accept_h1 ? up : up.swapped(), ended(decision),
                         {-200, 200}, Model::normalized, {risks, false});
    return *found.normalized_elo_bound;
  };
  constexpr auto h1 = Decision::accept_h1;
  constexpr auto h0 = Decision::accept_h0;
  EXPECT_EQ(bound(h1, {0.05, 0.2}), bound(h1, {0.05, 0.01}));
  EXPECT_LT(bound(h1, {0.01, 0.05}), bound(h1, {0.05, 0.05}));
  EXPECT_EQ(bound(h0, {0.2, 0.05}), bound(h0, {0.01, 0.05}));
  EXPECT_GT(bound(h0, {0.05, 0.01}), bound(h0, {0.05, 0.05}));
}

// A walk whose other bound is far away: its bound is about the plain one-sided one, in deviations
// of one game. Were a game taken for a pair, it would be further off by a factor of the root of 2.
TEST(StoppedStrength, IsInTheUnitOfNormalisedElo) {
  const PairCounts pairs = PairCounts::joined(170, 120, 400, 180, 290);
  const Strength plain = strength(pairs);
  const auto found = stopped_strength(pairs, {0, {-40, 1e-3}, Decision::accept_h1}, {-1, 1},
                                      Model::normalized, {{0.1, 0.3}, false});
  const double n = static_cast<double>(plain.count);
  const double error = 347.43558552260146 / std::sqrt(2.0) * plain.effect_error / std::sqrt(n);
  EXPECT_NEAR(*found.normalized_elo_bound,
              plain.normalized_elo.value - student_t_quantile(0.96, n) * error, 0.25 * error);
  EXPECT_NEAR(*found.elo_bound,
              *found.normalized_elo_bound * plain.elo.value / plain.normalized_elo.value,
              0.25 * error);
}

}  // namespace
}  // namespace referee::statistics
