// The error rates of the sequential tests, in short. The full runs are made by
// statistics_simulation and recorded in error-rates.md.
//
// Of 400 runs with a true error rate of 5 %, 20 +- 4.4 go wrong; 36 or more do so less
// than once in a thousand. The seeds are fixed, so the tests below give the same answer every
// time; a test that errs in 12 % of its runs would be caught with near certainty.
#include <gtest/gtest.h>

#include "tests/base/statistics/batched.hpp"
#include "tests/base/statistics/field.hpp"

namespace simulated {
namespace {

constexpr std::uint64_t test_runs = 400;
constexpr std::uint64_t most_wrong = 35;

TEST(ErrorRates, GeneralisedSprtOnPairs) {
  // The one with the widest bounds, so that it is quick.
  const PairScenario& scenario = pair_scenarios()[3];
  const Outcome h0 = run(scenario, false, test_runs, 21);
  const Outcome h1 = run(scenario, true, test_runs, 22);
  EXPECT_LE(h0.accepted_h1, most_wrong);
  EXPECT_LE(h1.accepted_h0, most_wrong);
  EXPECT_EQ(h0.undecided + h1.undecided, 0U);
  EXPECT_LT(h0.mean_pairs, 60);  // Wald's test needs about 32 for these bounds
  EXPECT_LT(h1.mean_pairs, 60);
}

TEST(ErrorRates, BettingTestOnPoints) {
  for (const PointScenario& scenario : point_scenarios()) {
    const Outcome h0 = run(scenario, false, test_runs, 31);
    const Outcome h1 = run(scenario, true, test_runs, 32);
    EXPECT_LE(h0.accepted_h1, most_wrong) << scenario.name;
    EXPECT_LE(h1.accepted_h0, most_wrong) << scenario.name;
    EXPECT_EQ(h0.undecided + h1.undecided, 0U) << scenario.name;
  }
}

// A scale that is taken from the first pairs errs in up to 46 % here.
TEST(ErrorRates, OfRareHeavyDifferences) {
  for (const PointScenario& scenario : heavy_scenarios()) {
    const Outcome h0 = run(scenario, false, test_runs, 33, Method::cut);
    const Outcome h1 = run(scenario, true, test_runs, 34, Method::cut);
    EXPECT_LE(h0.accepted_h1, most_wrong) << scenario.name;
    EXPECT_LE(h1.accepted_h0, most_wrong) << scenario.name;
  }
  // Beyond the limit on both sides nothing can be decided, and that is seen at once.
  const Outcome beyond = run(heavy_scenarios()[4], false, test_runs, 35, Method::cut);
  EXPECT_GT(beyond.undecided, test_runs - most_wrong);
  EXPECT_LT(beyond.mean_pairs, 60);
}

TEST(ErrorRates, AgainstAField) {
  for (const std::size_t law : {0U, 2U, 4U}) {
    const FieldScenario& scenario = field_scenarios()[law];
    const Outcome h0 = run(scenario, false, test_runs, 36);
    const Outcome h1 = run(scenario, true, test_runs, 37);
    EXPECT_LE(h0.accepted_h1, most_wrong) << scenario.name;
    EXPECT_LE(h1.accepted_h0, most_wrong) << scenario.name;
    EXPECT_EQ(h0.undecided + h1.undecided, 0U) << scenario.name;
  }
}

TEST(ErrorRates, WithTheFarStop) {
  const PairScenario& scenario = pair_scenarios()[3];
  const auto& h = scenario.hypotheses;
  const Outcome h0 = run_wins(scenario, h.elo0, true, test_runs, 23);
  const Outcome h1 = run_wins(scenario, h.elo1, true, test_runs, 24);
  EXPECT_LE(h0.accepted_h1, most_wrong);
  EXPECT_LE(h1.accepted_h0, most_wrong);
  EXPECT_EQ(h0.undecided + h1.undecided, 0U);
}

// Far from the hypotheses the ratio saturates and the far stop does not.
TEST(ErrorRates, TheFarStopEndsClearTestsSoon) {
  PairScenario scenario = pair_scenarios()[0];
  scenario.hypotheses = {0, 10};
  const auto mean = [&](double truth, bool far_stop) {
    return run_wins(scenario, truth, far_stop, 50, 25).mean_pairs;
  };
  EXPECT_LT(mean(200, true), 0.5 * mean(200, false));
  EXPECT_LT(mean(800, true), 20);
  EXPECT_GT(mean(800, false), 60);
  EXPECT_LT(mean(-800, true), 20);
}

// These bounds do catch a wrong test: the likelihood ratio of normal laws is fooled by a law of
// rare large gains.
TEST(ErrorRates, TheCheckCatchesATestThatErrs) {
  const PointScenario& gains = point_scenarios()[4];
  EXPECT_GT(run(gains, true, test_runs, 41, Method::normal_theory).accepted_h0, most_wrong);
}

// Batches, in whatever order their pairs arrive, change neither an answer nor where the test stops.
TEST(ErrorRates, InBatchesAsAlone) {
  for (const std::uint64_t size : {1U, 7U, 50U, 1000U}) {
    for (const bool h1 : {false, true}) {
      const Batched pairs = run_batched(pair_scenarios()[3], h1, size, 100, 51);
      EXPECT_EQ(pairs.differing, 0U) << size;
      EXPECT_EQ(pairs.alone.accepted_h1, pairs.in_order.accepted_h1);
      EXPECT_GE(pairs.played, pairs.in_order.mean_pairs);
      EXPECT_LT(pairs.played, pairs.in_order.mean_pairs + static_cast<double>(size));
      EXPECT_EQ(run_batched(point_scenarios()[0], h1, size, 50, 52).differing, 0U) << size;
    }
  }
  // Looking at the ends of batches is another test: it takes more pairs, and errs less.
  const Batched large = run_batched(pair_scenarios()[3], false, 50, test_runs, 53);
  EXPECT_GT(large.at_ends.mean_pairs, large.alone.mean_pairs + 10);
  EXPECT_LE(large.at_ends.accepted_h1, large.alone.accepted_h1);
}

}  // namespace
}  // namespace simulated
