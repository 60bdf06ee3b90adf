#include "referee/base/statistics/forecast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "referee/base/statistics/stopped_walk.hpp"
#include "tests/base/statistics/simulated.hpp"

namespace referee::statistics {
namespace {

using simulated::PairScenario;

constexpr std::size_t in_95_percent = 37;  // in Forecast::pairs

// The table of error-rates.md was simulated; the forecast agrees without playing a
// pair.
TEST(Forecast, AgreesWithSimulatedTests) {
  // The one with the widest bounds is quick; the others agree too (error-rates.md).
  for (const PairScenario& scenario : {simulated::pair_scenarios()[3]}) {
    const auto& h = scenario.hypotheses;
    for (const bool h1 : {false, true}) {
      const auto played = run(scenario, h1, 400, 5);
      const Forecast f = forecast(h, {}, scenario.model, {h1 ? h.elo1 : h.elo0, 0.3, 200'000});
      EXPECT_NEAR(f.mean_pairs / played.mean_pairs, 1, 0.15) << scenario.name;
      EXPECT_NEAR(h1 ? f.chance_h0 : f.chance_h1, 0.05, 0.012) << scenario.name;
      EXPECT_NEAR(f.pairs[in_95_percent] / static_cast<double>(played.p95_pairs), 1, 0.25)
          << scenario.name;
    }
  }
}

// The measured pairs of error-rates.md, 10,000 simulated tests a row.
TEST(Forecast, AgreesWithTheMeasuredTable) {
  struct Row {
    const char* law;
    Hypotheses hypotheses;
    Model model;
    bool h1;
    double mean;
    double p95;
    double most_off;  // of the mean
  };
  // The deviation of a pair's score for the logistic law of that table.
  constexpr double deviation = 0.326;
  for (const Row& row :
       {Row{"balanced, few draws", {0, 30}, Model::normalized, false, 371, 895, .03},
        Row{"balanced, few draws", {0, 30}, Model::normalized, true, 368, 880, .03},
        Row{"many draws", {0, 30}, Model::normalized, false, 364, 858, .03},
        Row{"many draws", {0, 30}, Model::normalized, true, 372, 891, .03},
        Row{"decided by the deal", {0, 30}, Model::normalized, false, 363, 880, .03},
        Row{"decided by the deal", {0, 30}, Model::normalized, true, 371, 889, .03},
        Row{"short test", {0, 100}, Model::normalized, false, 37, 89, .10},
        Row{"short test", {0, 100}, Model::normalized, true, 39, 90, .10},
        Row{"regression bounds", {-25, 5}, Model::normalized, false, 368, 883, .03},
        Row{"regression bounds", {-25, 5}, Model::normalized, true, 365, 885, .03},
        Row{"logistic", {0, 25}, Model::logistic, false, 452, 1088, .03},
        Row{"logistic", {0, 25}, Model::logistic, true, 455, 1105, .03}}) {
    const double truth = row.h1 ? row.hypotheses.elo1 : row.hypotheses.elo0;
    const Forecast f = forecast(row.hypotheses, {}, row.model, {truth, deviation, 200'000});
    EXPECT_NEAR(f.mean_pairs / row.mean, 1, row.most_off) << row.law << ' ' << row.h1;
    EXPECT_NEAR(f.pairs[in_95_percent] / row.p95, 1, row.most_off + 0.02)
        << row.law << ' ' << row.h1;
  }
}

// Far from the hypotheses the evidence of a pair saturates, and the far stop decides.
TEST(Forecast, AgreesWithSimulatedTestsFarFromTheHypotheses) {
  simulated::PairScenario scenario = simulated::pair_scenarios()[0];
  scenario.hypotheses = {0, 10};
  const WinQuestion question{scenario.hypotheses, {}, scenario.model, true};
  for (const double truth : {-200.0, 100.0, 200.0, 400.0, 1000.0}) {
    const auto played = run_wins(scenario, truth, true, 150, 5);
    const Forecast f = forecast(question, {truth, 0.33, 200'000});
    EXPECT_NEAR(f.mean_pairs / played.mean_pairs, 1, 0.15) << truth;
    EXPECT_GT(truth > 0 ? f.chance_h1 : f.chance_h0, 0.99) << truth;
  }
}

TEST(Forecast, GoesOnFromWhereAWinTestStands) {
  const WinQuestion question{{0, 30}, {}, Model::normalized, true};
  WinTest test(question);
  const Forecast begin = forecast(question, {30, 0.33, 100'000});
  while (test.sprt().llr < 2) {
    test.add(GameResult::win, GameResult::loss);
    test.add(GameResult::win, GameResult::win);
    test.add(GameResult::win, GameResult::loss);
    test.add(GameResult::loss, GameResult::loss);
    test.add(GameResult::win, GameResult::draw);
  }
  ASSERT_EQ(test.decision(), Decision::proceed);
  const Forecast rest = forecast(question, {30, 0.33, 100'000}, &test);
  EXPECT_LT(rest.mean_pairs, 0.6 * begin.mean_pairs);
  while (test.decision() == Decision::proceed) test.add(GameResult::win, GameResult::win);
  EXPECT_THROW(forecast(question, {30, 0.33, 100}, &test), std::invalid_argument);
}

TEST(Forecast, IsSymmetricAndAddsUpToOne) {
  for (const double truth : {-30.0, 0.0, 4.0, 5.0, 60.0}) {
    for (const std::uint64_t most : {20U, 2000U, 1'000'000U}) {
      const Forecast one = forecast({0, 10}, {}, Model::normalized, {truth, 0.3, most});
      const Forecast mirrored = forecast({-10, 0}, {}, Model::normalized, {-truth, 0.3, most});
      EXPECT_NEAR(one.chance_h0 + one.chance_h1 + one.chance_open, 1, 1e-9);
      EXPECT_NEAR(one.chance_h1, mirrored.chance_h0, 1e-9);
      EXPECT_NEAR(one.mean_pairs, mirrored.mean_pairs, 1e-6 * one.mean_pairs);
      EXPECT_LE(one.mean_pairs, static_cast<double>(most));
      EXPECT_TRUE(std::is_sorted(one.pairs.begin(), one.pairs.end()));
    }
  }
}

TEST(Forecast, GoesOnFromWhereATestStands) {
  const Forecast begin = forecast({0, 10}, {}, Model::normalized, {10, 0.3, 100'000});
  const Forecast near_h1 = forecast({0, 10}, {}, Model::normalized, {10, 0.3, 100'000}, 2.5);
  EXPECT_LT(near_h1.mean_pairs, 0.4 * begin.mean_pairs);
  EXPECT_GT(near_h1.chance_h1, begin.chance_h1);
}

TEST(Forecast, OfPointsPlaysTheTest) {
  const PointHypotheses h{0, 3, -150, 150};
  const auto found = [&h](const ComingPairs& pairs) {
    return forecast(h, PointTest(h), pairs, 1000);
  };
  const Forecast f = found({3, 15, 100'000});
  EXPECT_NEAR(f.mean_pairs, 221, 15);  // "normal (Black Hole)" in error-rates.md
  EXPECT_GT(f.chance_h1, 0.95);
  EXPECT_EQ(found({3, 15, 100'000}).mean_pairs, f.mean_pairs);
  EXPECT_NEAR(found({1.5, 15, 10}).chance_open, 1, 1e-12);
}

// Wald's mean numbers of pairs: what the evidence must gain, by what a pair adds to it.
TEST(Forecast, IsThatOfWaldWithRisksThatDiffer) {
  constexpr Risks risks{0.02, 0.2};
  const Hypotheses h{20, 60};
  const double apart = 40 * std::sqrt(2.0) / 347.43558552260146;
  const double upper = std::log(0.8 / 0.02);
  const double lower = std::log(0.2 / 0.98);
  const double under_h0 = (0.02 * upper + 0.98 * lower) / (-apart * apart / 2);
  const double under_h1 = (0.8 * upper + 0.2 * lower) / (apart * apart / 2);
  const auto found = [&](double truth) {
    return forecast(h, risks, Model::normalized, {truth, 0.3, 100'000});
  };
  EXPECT_NEAR(found(20).mean_pairs, under_h0, 0.2 * under_h0);
  EXPECT_NEAR(found(60).mean_pairs, under_h1, 0.2 * under_h1);
  EXPECT_LT(found(20).chance_h1, 0.021);
  EXPECT_LT(found(60).chance_h0, 0.21);
  EXPECT_GT(found(60).chance_h0, 0.1);
}

TEST(Forecast, RefusesWhatMakesNoTest) {
  EXPECT_THROW(forecast({5, 5}, {}, Model::normalized, {0, 0.3, 10}), std::invalid_argument);
  EXPECT_THROW(forecast({0, 5}, {}, Model::bayesian, {0, 0.3, 10}), std::invalid_argument);
  EXPECT_THROW(forecast({0, 5}, {}, Model::logistic, {0, 0, 10}), std::invalid_argument);
  EXPECT_THROW(forecast({0, 5}, {}, Model::normalized, {0, 0.3, 10}, 3), std::invalid_argument);
}

// Known: without a drift both bounds are equally far, and each is reached with its share.
TEST(StoppedWalk, OrdersEndings) {
  StoppedWalk walk{-3, 3, 0.1, 500, Ending::upper_bound, 3};
  double before = 1;
  for (const double drift : {-0.02, -0.01, 0.0, 0.005, 0.01, 0.02}) {
    const double p = walk.probability(drift);
    EXPECT_LT(p, before);
    before = p;
  }
  // Later at the upper bound is lower.
  StoppedWalk later = walk;
  later.steps = 1000;
  EXPECT_LT(later.drift_with(0.5), walk.drift_with(0.5));
  // Between the bounds the height decides.
  StoppedWalk between{-3, 3, 0.1, 500, Ending::between, 1};
  StoppedWalk lower = between;
  lower.height = -1;
  EXPECT_LT(lower.drift_with(0.5), between.drift_with(0.5));
  EXPECT_NEAR(between.drift_with(0.5), -lower.drift_with(0.5), 1e-9);
  for (const double p : {0.025, 0.5, 0.975}) {
    EXPECT_NEAR(walk.probability(walk.drift_with(p)), p, 1e-6);
  }
}

}  // namespace
}  // namespace referee::statistics
