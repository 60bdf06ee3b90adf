#include "referee/statistics/point_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

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

TEST(PointTest, SmallerRisksNeedMoreEvidence) {
  const PointTest strict(usual, {.alpha = 0.01, .beta = 0.1});
  EXPECT_NEAR(strict.evidence().needed_for_h1, std::log(100.0), 1e-12);
  EXPECT_NEAR(strict.evidence().needed_for_h0, std::log(10.0), 1e-12);
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
