#include "referee/base/statistics/point_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "tests/base/statistics/simulated.hpp"

namespace referee::statistics {
namespace {

constexpr PointHypotheses usual{.delta0 = 0, .delta1 = 5, .lowest = -200, .highest = 200};

TEST(PointTest, DecidesForTheClearlyBetterAndTheClearlyWorse) {
  PointTest better(usual);
  PointTest worse(usual);
  int decided_after = 0;
  for (int i = 0; i < 60; ++i) {
    better.add(60 + i % 7);
    worse.add(-60 - i % 7);
    if (better.decision() == Decision::proceed) decided_after = i + 2;
  }
  EXPECT_EQ(better.decision(), Decision::accept_h1);
  EXPECT_EQ(worse.decision(), Decision::accept_h0);
  EXPECT_EQ(better.points().count(), 60U);  // further pairs are still counted
  EXPECT_GT(decided_after, 3);
  EXPECT_LT(decided_after, 40);
  EXPECT_GE(better.evidence().for_h1, better.evidence().needed_for_h1);
}

TEST(PointTest, ADecisionStands) {
  PointTest test(usual);
  while (test.decision() == Decision::proceed) test.add(80);
  const auto evidence = test.evidence();
  for (int i = 0; i < 500; ++i) test.add(-150);
  EXPECT_EQ(test.decision(), Decision::accept_h1);
  EXPECT_EQ(test.evidence().for_h1, evidence.for_h1);
  EXPECT_EQ(test.evidence().for_h0, evidence.for_h0);
}

// With limits of +-200, a law that is 200 once in 40 pairs and else 0 has mean 5, and shows
// nothing but zeros for 100 pairs with probability 0.08. So 100 zeros must not decide, but
// a few hundred may.
TEST(PointTest, IsNotFooledByAQuietBeginning) {
  PointTest test(usual);
  for (int i = 0; i < 100; ++i) test.add(0);
  EXPECT_EQ(test.decision(), Decision::proceed);
  for (int i = 0; i < 300; ++i) test.add(0);
  EXPECT_EQ(test.decision(), Decision::accept_h0);
}

TEST(PointTest, MirroredInputGivesTheMirroredAnswer) {
  PointTest one({.delta0 = -5, .delta1 = 5, .lowest = -200, .highest = 200});
  PointTest other({.delta0 = -5, .delta1 = 5, .lowest = -200, .highest = 200});
  for (int i = 0; i < 50; ++i) {
    const double d = 40 * std::sin(i * i) + 3;
    one.add(d);
    other.add(-d);
  }
  EXPECT_NEAR(one.evidence().for_h1, other.evidence().for_h0, 1e-9);
  EXPECT_NEAR(one.evidence().for_h0, other.evidence().for_h1, 1e-9);
}

// Two pairs, counted again by hand, in a test whose hypotheses, limits and risks all differ.
TEST(PointTest, BetsAgainstTheEndOfEachHypothesis) {
  PointTest test({.delta0 = 5, .delta1 = 12, .lowest = -50, .highest = 80},
                 {.alpha = 0.02, .beta = 0.2});
  EXPECT_NEAR(test.evidence().needed_for_h1, -std::log(0.02), 1e-12);
  EXPECT_NEAR(test.evidence().needed_for_h0, -std::log(0.2), 1e-12);
  const double first = 7 / (130.0 * 130 / 16 + 49);  // the stake: gain / (variance + gain^2)
  test.add(70);
  double h1 = std::log(1 + first * (70 - 5));
  double h0 = std::log(1 + first * (12 - 70));
  EXPECT_NEAR(test.evidence().for_h1, h1, 1e-12);
  EXPECT_NEAR(test.evidence().for_h0, h0, 1e-12);
  // Now the mean is 70, known within one deviation of an imagined pair: 65 - 16.25 - ... above H0.
  const double variance = 130.0 * 130 / 16 / 2;
  const double gain = 70 - 5 - std::sqrt(variance / 2);
  test.add(20);
  h1 += std::log(1 + std::min(gain / (variance + gain * gain), 0.9 / 55) * 15);
  h0 += std::log(1 + 7 / (variance + 49) * (12 - 20));
  EXPECT_NEAR(test.evidence().for_h1, h1, 1e-12);
  EXPECT_NEAR(test.evidence().for_h0, h0, 1e-12);
}

TEST(PointTest, AcceptsEachAnswerAtItsOwnRisk) {
  const auto pairs = [](double difference, const Risks& risks) {
    PointTest test({.delta0 = 5, .delta1 = 12, .lowest = -50, .highest = 80}, risks);
    while (test.decision() == Decision::proceed) test.add(difference);
    return test.points().count();
  };
  EXPECT_LT(pairs(40, {0.1, 0.001}), pairs(40, {0.001, 0.1}));
  EXPECT_LT(pairs(-20, {0.001, 0.1}), pairs(-20, {0.1, 0.001}));
}

TEST(PointTest, SmallerRisksNeedMoreEvidence) {
  const PointTest strict(usual, {.alpha = 0.01, .beta = 0.1});
  EXPECT_NEAR(strict.evidence().needed_for_h1, std::log(100.0), 1e-12);
  EXPECT_NEAR(strict.evidence().needed_for_h0, std::log(10.0), 1e-12);
}

// The bounds of the decision: no interval beside a verdict contradicts it.
TEST(PointBounds, AgreeWithTheDecisionWhateverTheResults) {
  simulated::Random random(3);
  int decided = 0;
  for (int run = 0; run < 300; ++run) {
    const double delta0 = 20 * random.uniform() - 10;
    const PointHypotheses h{delta0, delta0 + 1 + 20 * random.uniform(), -60, 80};
    const Risks risks{0.01 + 0.2 * random.uniform(), 0.01 + 0.2 * random.uniform()};
    const double mean = 80 * random.uniform() - 40;
    const double spread = 30 * random.uniform();
    PointTest test(h, risks);
    std::vector<double> seen;
    while (test.decision() == Decision::proceed && seen.size() < 300) {
      seen.push_back(std::clamp(mean + spread * random.normal(), -60.0, 80.0));
      test.add(seen.back());
    }
    const Estimate bounds = point_bounds(seen, h, risks);
    EXPECT_EQ(*bounds.low >= h.delta0, test.decision() == Decision::accept_h1) << run;
    EXPECT_EQ(*bounds.high <= h.delta1, test.decision() == Decision::accept_h0) << run;
    EXPECT_LE(*bounds.low, bounds.value);
    EXPECT_GE(*bounds.high, bounds.value);
    decided += test.decision() != Decision::proceed;
  }
  EXPECT_GT(decided, 200);
}

TEST(PointBounds, WhatWasExcludedOnceStaysExcluded) {
  std::vector<double> seen;
  double low = -50;
  double high = 50;
  for (int i = 0; i < 120; ++i) {
    seen.push_back((i < 60 ? 20 : 14) + i % 5);
    const Estimate now = point_bounds(seen, {0, 5, -50, 50});
    EXPECT_GE(*now.low, low - 1e-6) << i;
    EXPECT_LE(*now.high, high + 1e-6) << i;
    low = *now.low;
    high = *now.high;
  }
  EXPECT_GT(low, 0);
}

TEST(PointBounds, MirroredDifferencesHaveTheMirroredBounds) {
  std::vector<double> one;
  std::vector<double> other;
  for (int i = 0; i < 40; ++i) {
    one.push_back(9 * std::sin(i * i) + 2);
    other.push_back(-one.back());
  }
  const Estimate forth = point_bounds(one, {-1, 1, -12, 12});
  const Estimate back = point_bounds(other, {-1, 1, -12, 12});
  EXPECT_NEAR(*forth.low, -*back.high, 1e-9);
  EXPECT_NEAR(*forth.high, -*back.low, 1e-9);
  EXPECT_NEAR(forth.value, -back.value, 1e-9);
}

TEST(PointBounds, NothingIsKnownOfNothing) {
  EXPECT_EQ(point_bounds({}, usual).reach, Reach::nothing);
  EXPECT_THROW(point_bounds(std::vector{300.0}, usual), std::invalid_argument);
}

// Forty heavy wins: they cannot be worth less than the limit that they are cut at.
TEST(CutPointTest, AcceptsWhatTheCutsSpeakFor) {
  CutPointTest test(usual);
  while (test.decision() == Decision::proceed) test.add(1000);
  EXPECT_EQ(test.decision(), Decision::accept_h1);
  EXPECT_FALSE(test.limit_too_small());
  EXPECT_EQ(test.cut(), test.differences().size());
}

// A bot that is a little better nearly always and loses more than the limit once.
TEST(CutPointTest, DoesNotAcceptWhatACutSpeaksAgainst) {
  CutPointTest test(usual);
  test.add(-1000);
  for (int i = 0; i < 200 && !test.limit_too_small(); ++i) {
    EXPECT_EQ(test.decision(), Decision::proceed);
    test.add(60);
  }
  EXPECT_TRUE(test.limit_too_small());
  EXPECT_EQ(test.decision(), Decision::proceed);
  EXPECT_EQ(test.test().decision(), Decision::accept_h1);
}

TEST(CutPointTest, CutsOnBothSidesDecideNothing) {
  CutPointTest test(usual);
  test.add(-201);
  EXPECT_FALSE(test.limit_too_small());
  test.add(201);
  EXPECT_TRUE(test.limit_too_small());
}

TEST(PointTest, RefusesWhatVoidsTheGuarantee) {
  PointTest test(usual);
  EXPECT_THROW(test.add(200.5), std::invalid_argument);
  EXPECT_THROW(test.add(std::nan("")), std::invalid_argument);
  EXPECT_EQ(test.points().count(), 0U);
  EXPECT_THROW(PointTest({.delta0 = 5, .delta1 = 5, .lowest = -9, .highest = 9}),
               std::invalid_argument);
  EXPECT_THROW(PointTest({.delta0 = 0, .delta1 = 9, .lowest = -9, .highest = 9}),
               std::invalid_argument);
  EXPECT_THROW(PointTest(usual, {.alpha = 0, .beta = 0.05}), std::invalid_argument);
}

}  // namespace
}  // namespace referee::statistics
