#include "referee/base/statistics/sprt.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/base/statistics/oracle.hpp"

namespace referee::statistics {
namespace {

constexpr double fastchess_normalized = 1e-5;
constexpr double fastchess_logistic = 2e-3;
constexpr double exact = 1e-6;

double normalized(const auto& counts, double elo0, double elo1) {
  return log_likelihood_ratio(counts, {elo0, elo1}, Model::normalized);
}
double logistic(const auto& counts, double elo0, double elo1) {
  return log_likelihood_ratio(counts, {elo0, elo1}, Model::logistic);
}
double bayesian(const GameCounts& counts, double elo0, double elo1) {
  return log_likelihood_ratio(counts, {elo0, elo1}, Model::bayesian);
}

TEST(SprtOracle, NormalizedPairs) {
  EXPECT_NEAR(normalized(oracle::row1, 0, 2), .534858, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row1, 0, 5), 1.301436, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row1, 0, 10), 2.483695, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row2, 0, 2), 2.945495, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row2, 0, 5), 1.977329, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row2, -1.75, .25), 5.459734, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row2, 0, 10), -13.991562, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row3, 0, 5), .280570, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row4, 0, 10), .323764, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row5, 0, 5), -1.863815, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row6, 0, 10), .797325, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row7, 0, 5), -.006213, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row11, 0, 2), 2.250368, fastchess_normalized);
  EXPECT_NEAR(normalized(oracle::row12, -1.75, .25), 3.010154, fastchess_normalized);
}

TEST(SprtOracle, LogisticPairs) {
  EXPECT_NEAR(logistic(oracle::row1, 0, 5), 1.337374, exact);
  EXPECT_NEAR(logistic(oracle::row2, 0, 2), 3.125855, fastchess_logistic);
  EXPECT_NEAR(logistic(oracle::row2, 0, 2), 3.125676, exact);
  EXPECT_NEAR(logistic(oracle::row3, 0, 5), .401723, fastchess_logistic);
  EXPECT_NEAR(logistic(oracle::row3, -10, 0), .939480, fastchess_logistic);
  EXPECT_NEAR(logistic(oracle::row4, -10, 0), 1.389864, fastchess_logistic);
  EXPECT_NEAR(logistic(oracle::row4, -10, 0), 1.389872, exact);
  EXPECT_NEAR(logistic(oracle::row5, 0, 5), -1.998667, fastchess_logistic);
  EXPECT_NEAR(logistic(oracle::row5, 0, 5), -1.998664, exact);
  EXPECT_NEAR(logistic(oracle::row6, 0, 5), .285780, fastchess_logistic);
  EXPECT_NEAR(logistic(oracle::row13, .5, 2.5), -3.074423, fastchess_logistic);
}

TEST(SprtOracle, Games) {
  EXPECT_NEAR(normalized(oracle::row8, 0, 10), 1.258039, fastchess_normalized);
  EXPECT_NEAR(logistic(oracle::row8, 0, 5), .799006, fastchess_logistic);
  EXPECT_NEAR(bayesian(oracle::row8, 0, 5), .717746, fastchess_logistic);
  EXPECT_NEAR(normalized(oracle::row9, 0, 5), -.276965, fastchess_normalized);
  EXPECT_NEAR(bayesian(oracle::row9, 0, 5), -.301296, fastchess_logistic);
  EXPECT_NEAR(normalized(oracle::row10, 0, 2), .923293, fastchess_normalized);
  EXPECT_NEAR(logistic(oracle::row10, 0, 2), -.004730, fastchess_logistic);
  EXPECT_NEAR(logistic(oracle::row10, 0, 2), -.002982, exact);
}

// Where the original gives "not a number" for one pair, and -.642091 for fourteen.
TEST(SprtOracle, OneSidedInputWithFarHypotheses) {
  const double one = normalized(PairCounts::joined(1, 0, 0, 0, 0), -1500, -500);
  EXPECT_TRUE(std::isfinite(one));
  EXPECT_LT(one, 0);  // the sample is beyond -1500, so nearer to H0
  EXPECT_NEAR(normalized(PairCounts::joined(14, 0, 0, 0, 0), -1500, -500), -.642091, 1e-5);
}

TEST(SprtOracle, Bounds) {
  EXPECT_NEAR(bounds({.05, .05}).lower, -2.944438979, 1e-9);
  EXPECT_NEAR(bounds({.05, .05}).upper, 2.944438979, 1e-9);
  EXPECT_NEAR(bounds({.1, .05}).lower, -2.890371758, 1e-9);
  EXPECT_NEAR(bounds({.1, .05}).upper, 2.251291799, 1e-9);
}

TEST(Sprt, SwappingSidesMirrorsTheTest) {
  for (const PairCounts& pairs : {oracle::row1, oracle::row3, oracle::row4, oracle::row6}) {
    for (const Model model : {Model::normalized, Model::logistic}) {
      EXPECT_NEAR(log_likelihood_ratio(pairs, {-3, 12}, model),
                  -log_likelihood_ratio(pairs.swapped(), {-12, 3}, model), 1e-9);
    }
  }
  EXPECT_NEAR(bayesian(oracle::row8, -3, 12), -bayesian(oracle::row8.swapped(), -12, 3), 1e-9);
}

TEST(Sprt, AWinSpeaksForH1AndALossForH0) {
  for (const Model model : {Model::normalized, Model::logistic}) {
    const Hypotheses h{0, 10};
    const double before = log_likelihood_ratio(oracle::row1, h, model);
    PairCounts better = oracle::row1;
    ++better.ww;
    PairCounts worse = oracle::row1;
    ++worse.ll;
    EXPECT_GT(log_likelihood_ratio(better, h, model), before);
    EXPECT_LT(log_likelihood_ratio(worse, h, model), before);
  }
}

TEST(Sprt, RatiosOfAdjoiningHypothesesAddUp) {
  EXPECT_NEAR(normalized(oracle::row1, 0, 4) + normalized(oracle::row1, 4, 30),
              normalized(oracle::row1, 0, 30), 1e-9);
  EXPECT_NEAR(logistic(oracle::row8, 0, 4) + logistic(oracle::row8, 4, 30),
              logistic(oracle::row8, 0, 30), 1e-9);
}

TEST(Sprt, OnlyTheSumOfEvenPairsMatters) {
  EXPECT_EQ(normalized(oracle::row1, 0, 5),
            normalized(PairCounts::joined(34, 54, 63, 64, 75), 0, 5));
}

TEST(Sprt, NoResultsSayNothing) {
  EXPECT_EQ(normalized(PairCounts{}, 0, 5), 0);
  EXPECT_EQ(logistic(GameCounts{}, 0, 5), 0);
  EXPECT_EQ(bayesian({.wins = 9, .losses = 0, .draws = 3}, 0, 5), 0);
  EXPECT_EQ(sprt(PairCounts{}, {0, 5}).decision, Decision::proceed);
}

// Every shape of lopsided input, with hypotheses near and far, ends with a number.
TEST(Sprt, IsFiniteForEveryInput) {
  const std::array<std::uint64_t, 4> sizes{0, 1, 300, 2'000'000'000};
  const std::array<Hypotheses, 7> hypotheses{
      {{0, 5}, {-1500, -500}, {500, 1500}, {-4000, 4000}, {-4000, -3999}, {3999, 4000}, {0, 1e-6}}};
  int finite = 0;
  int all = 0;
  for (int shape = 0; shape < 4 * 4 * 4 * 4 * 4; ++shape) {
    const auto size = [&](int digit) {
      return sizes[static_cast<std::size_t>(shape >> digit) & 3];
    };
    const PairCounts pairs = PairCounts::joined(size(0), size(2), size(4), size(6), size(8));
    for (const Hypotheses& h : hypotheses) {
      for (const Model model : {Model::normalized, Model::logistic}) {
        ++all;
        finite += std::isfinite(log_likelihood_ratio(pairs, h, model)) ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(finite, all);
}

TEST(Sprt, DecidesAtTheBounds) {
  const Bounds b = bounds({});
  EXPECT_EQ(decide(b.upper, b), Decision::accept_h1);
  EXPECT_EQ(decide(b.lower, b), Decision::accept_h0);
  EXPECT_EQ(decide(0, b), Decision::proceed);
  EXPECT_EQ(sprt(oracle::row2, {0, 2}).decision, Decision::accept_h1);
  EXPECT_EQ(sprt(oracle::row2, {0, 10}).decision, Decision::accept_h0);
  EXPECT_EQ(sprt(oracle::row3, {0, 5}).decision, Decision::proceed);
}

TEST(Sprt, RefusesWhatMakesNoTest) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(bounds({0, .05}), std::invalid_argument);
  EXPECT_THROW(bounds({.05, 1}), std::invalid_argument);
  EXPECT_THROW(bounds({.5, .5}), std::invalid_argument);
  EXPECT_THROW(bounds({nan, .05}), std::invalid_argument);
  EXPECT_THROW(normalized(oracle::row1, 5, 5), std::invalid_argument);
  EXPECT_THROW(normalized(oracle::row1, 5, 0), std::invalid_argument);
  EXPECT_THROW(normalized(oracle::row1, 0, nan), std::invalid_argument);
  EXPECT_THROW(logistic(oracle::row1, 0, 4001), std::invalid_argument);
  EXPECT_THROW(log_likelihood_ratio(oracle::row1, {0, 5}, Model::bayesian), std::invalid_argument);
}

}  // namespace
}  // namespace referee::statistics
