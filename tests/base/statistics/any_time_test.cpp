#include "referee/base/statistics/any_time.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "referee/base/statistics/elo.hpp"
#include "tests/base/statistics/simulated.hpp"

namespace referee::statistics {
namespace {

// The interval is looked at after every pair until it is narrow enough; of 400 runs in which one of
// 5 % leaves out the truth at some time, 36 or more do so less than once in a thousand.
TEST(EloAtAnyTime, LeavesOutTheTruthAtNoTimeInNineteenRunsOfTwenty) {
  constexpr double until = 40;
  constexpr int runs = 200;
  for (const double truth : {0.0, 60.0}) {
    const simulated::PairScenario scenario{"", {.2, .05, .5, .05, .2}, {}, Model::logistic};
    const auto law = simulated::law_of_strength(scenario, truth);
    simulated::Random random(3);
    int wrong = 0;
    double taken = 0;
    for (int run = 0; run < runs; ++run) {
      PairCounts pairs;
      bool covered = true;
      Estimate elo;
      while (elo.reach != Reach::two_sided || elo.error > until) {
        simulated::draw_pair(pairs, law, random);
        elo = elo_at_any_time(pairs, until);
        covered &= (!elo.low || *elo.low <= truth) && (!elo.high || *elo.high >= truth);
      }
      wrong += !covered;
      taken += static_cast<double>(pairs.total()) / runs;
    }
    EXPECT_LE(wrong, 20) << truth;
    EXPECT_NEAR(taken / pairs_until(until, score_of_elo(truth), 0.324), 2.4, 0.15) << truth;
  }
}

TEST(EloAtAnyTime, IsWiderThanTheUsualIntervalByTheRootOfTwoAndAHalf) {
  const PairCounts pairs = PairCounts::joined(800, 200, 2000, 200, 800);
  const Estimate usual = strength(pairs).elo;
  const Estimate any = elo_at_any_time(pairs, 10);
  EXPECT_EQ(any.value, usual.value);
  EXPECT_NEAR(any.error / usual.error, 1.55, 0.05);
  EXPECT_NEAR(pairs_until(usual.error, 0.5, std::sqrt(strength(pairs).variance)), 4000, 100);
}

// Who stops when the usual interval is narrow enough may use it: the width says nothing of where
// its middle lies. Of 200 runs in which one of 5 % leaves out the truth, 21 or more do so less than
// once in a thousand.
TEST(UsualInterval, HoldsWhereItsWidthHasStoppedTheRun) {
  constexpr double until = 40;
  for (const double truth : {0.0, 60.0}) {
    const simulated::PairScenario scenario{"", {.2, .05, .5, .05, .2}, {}, Model::logistic};
    const auto law = simulated::law_of_strength(scenario, truth);
    simulated::Random random(5);
    int wrong = 0;
    for (int run = 0; run < 200; ++run) {
      PairCounts pairs;
      Estimate elo;
      while (pairs.total() < 20 || elo.reach != Reach::two_sided || elo.error > until) {
        simulated::draw_pair(pairs, law, random);
        elo = strength(pairs).elo;
      }
      wrong += *elo.low > truth || *elo.high < truth;
    }
    EXPECT_LE(wrong, 20) << truth;
  }
}

TEST(EloAtAnyTime, OfNothingAndOfNoWidth) {
  EXPECT_EQ(elo_at_any_time({}, 10).reach, Reach::nothing);
  EXPECT_EQ(elo_at_any_time(PairCounts::joined(0, 0, 0, 0, 3), 10).reach, Reach::nothing);
  EXPECT_THROW(elo_at_any_time({}, 0), std::invalid_argument);
  EXPECT_THROW(pairs_until(-1, 0.5, 0.3), std::invalid_argument);
}

}  // namespace
}  // namespace referee::statistics
