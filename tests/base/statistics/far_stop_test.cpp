// The far stop, counted again by hand: with risks that differ and hypotheses that do not begin at
// 0, so that no risk, bound or unit can stand for another one.

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "referee/base/statistics/win_test.hpp"

namespace referee::statistics {
namespace {

// The capital after these pairs of a bet on more than `mean`, divided among six stakes.
double capital(const std::vector<double>& scores, double mean) {
  double sum = 0;
  for (const double stake : {0.95, 0.65, 0.45, 0.3, 0.2, 0.13}) {
    double part = 1.0 / 6;
    for (const double score : scores) part *= 1 + stake * (score / mean - 1);
    sum += part;
  }
  return sum;
}

// The number of pairs with this score that such a bet takes to win 1/risk.
int pairs_to_win(double score, double mean, double risk) {
  std::vector<double> scores;
  while (capital(scores, mean) < 1 / risk) scores.push_back(score);
  return static_cast<int>(scores.size());
}

int pairs_to_decide(FarStop stop, std::size_t quarters, Decision expected) {
  int pairs = 0;
  for (; stop.decision() == Decision::proceed && pairs < 10'000; ++pairs) stop.add(quarters);
  EXPECT_EQ(stop.decision(), expected);
  return pairs;
}

// The mean score of pairs won and lost with this normalised Elo: the deviation of a game is that of
// a pair times the root of 2.
double widest_score(double elo) {
  const double effect = elo * std::sqrt(2.0) / 347.43558552260146;
  return 0.5 + effect / std::sqrt(1 + effect * effect) / 2;
}

TEST(FarStop, BetsAgainstTheEndOfEachHypothesis) {
  constexpr Risks risks{0.002, 0.1};
  const FarStop above({100, 200}, risks, Model::normalized);
  const FarStop below({-200, -100}, risks, Model::normalized);
  const FarStop around({-200, 100}, risks, Model::normalized);
  constexpr auto h1 = Decision::accept_h1;
  constexpr auto h0 = Decision::accept_h0;
  // With 3 of 4 points a pair, and with 1 of 4.
  EXPECT_EQ(pairs_to_decide(above, 3, h1), pairs_to_win(0.75, widest_score(100), 0.002));
  EXPECT_EQ(pairs_to_decide(above, 1, h0), pairs_to_win(0.75, 0.5, 0.1));
  EXPECT_EQ(pairs_to_decide(below, 3, h1), pairs_to_win(0.75, 0.5, 0.002));
  EXPECT_EQ(pairs_to_decide(below, 1, h0), pairs_to_win(0.75, widest_score(100), 0.1));
  EXPECT_EQ(pairs_to_decide(around, 3, h1), pairs_to_win(0.75, 0.5, 0.002));
  EXPECT_EQ(pairs_to_decide(around, 1, h0), pairs_to_win(0.75, 0.5, 0.1));
  const FarStop elo({100, 150}, risks, Model::logistic);
  EXPECT_EQ(pairs_to_decide(elo, 3, h1), pairs_to_win(0.75, score_of_elo(100), 0.002));
  EXPECT_EQ(pairs_to_decide(elo, 1, h0), pairs_to_win(0.75, 1 - score_of_elo(150), 0.1));
}

TEST(FarStop, HasAFifthOfEachRisk) {
  const WinQuestion question{{20, 60}, {0.02, 0.2}, Model::normalized, true};
  const Bounds ratio = WinTest(question).sprt().bounds;
  EXPECT_NEAR(ratio.upper, std::log((1 - 0.16) / 0.016), 1e-12);
  EXPECT_NEAR(ratio.lower, std::log(0.16 / (1 - 0.016)), 1e-12);
  const auto pairs = [](GameResult result) {
    WinTest test({{0, 10}, {0.02, 0.2}, Model::normalized, true});
    while (test.decision() == Decision::proceed) test.add(result, result);
    return test.stopped_far() ? static_cast<int>(test.pairs().total()) : 0;
  };
  EXPECT_EQ(pairs(GameResult::win), pairs_to_win(1, 0.5, 0.004));
  EXPECT_EQ(pairs(GameResult::loss), pairs_to_win(1, 0.5, 0.04));
}

TEST(ScoreBounds, AreTheMeansAgainstWhichTheBetsHaveWon) {
  const PairCounts pairs = PairCounts::joined(1, 2, 5, 7, 9);
  std::vector<double> scores;
  std::vector<double> others;
  for (std::size_t i = 0; i < 5; ++i) {
    const std::size_t count = std::vector<std::size_t>{1, 2, 5, 7, 9}[i];
    scores.insert(scores.end(), count, static_cast<double>(i) / 4);
    others.insert(others.end(), count, 1 - static_cast<double>(i) / 4);
  }
  const ScoreBounds bounds = score_bounds(pairs, {0.02, 0.2});
  EXPECT_NEAR(capital(scores, bounds.low), 1 / 0.02, 1e-6);
  EXPECT_NEAR(capital(others, 1 - bounds.high), 1 / 0.2, 1e-6);
  const ScoreBounds mirrored = score_bounds(pairs.swapped(), {0.2, 0.02});
  EXPECT_NEAR(mirrored.low, 1 - bounds.high, 1e-12);
  EXPECT_NEAR(mirrored.high, 1 - bounds.low, 1e-12);
  const ScoreBounds nothing = score_bounds({}, {0.02, 0.2});
  EXPECT_NEAR(nothing.low, 0, 1e-12);
  EXPECT_NEAR(nothing.high, 1, 1e-12);
}

TEST(WidestElo, IsThatOfPairsWonAndLost) {
  for (const double elo : {-300.0, -20.0, 0.0, 150.0}) {
    EXPECT_NEAR(widest_elo(widest_score(elo)), elo, 1e-9);
  }
}

TEST(FarStop, DecidesForTheSideThatAlwaysWinsAndStaysWithIt) {
  for (const bool wins : {true, false}) {
    FarStop stop({0, 10}, {0.05, 0.05}, Model::normalized);
    int pairs = 0;
    for (; stop.decision() == Decision::proceed && pairs < 100; ++pairs) stop.add(wins ? 4 : 0);
    EXPECT_EQ(stop.decision(), wins ? Decision::accept_h1 : Decision::accept_h0);
    EXPECT_LT(pairs, 12);
    for (int i = 0; i < 200; ++i) stop.add(wins ? 0 : 4);
    EXPECT_EQ(stop.decision(), wins ? Decision::accept_h1 : Decision::accept_h0);
  }
}

TEST(FarStop, EvenPairsNeverSpeakAgainstEqualBots) {
  FarStop stop({0, 10}, {0.05, 0.05}, Model::logistic);
  for (int i = 0; i < 100'000; ++i) stop.add(2);
  EXPECT_NE(stop.decision(), Decision::accept_h1);
}

TEST(FarStop, RefusesWhatBoundsRefuse) {
  EXPECT_THROW(FarStop({0, 10}, {0, 0.05}, Model::normalized), std::invalid_argument);
  EXPECT_THROW(FarStop({0, 10}, {0.05, 0.05}, Model::bayesian), std::invalid_argument);
}

}  // namespace
}  // namespace referee::statistics
