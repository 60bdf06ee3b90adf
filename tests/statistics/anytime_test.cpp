#include "referee/statistics/anytime.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace referee::statistics {
namespace {

std::vector<double> repeated(const std::vector<double>& some, int times) {
  std::vector<double> all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), some.begin(), some.end());
  return all;
}

void expect_interval(const Estimate& estimate, double value, double low, double high) {
  EXPECT_EQ(estimate.reach, Reach::two_sided);
  EXPECT_NEAR(estimate.value, value, 1e-9);
  EXPECT_NEAR(estimate.low.value(), low, 1e-9);
  EXPECT_NEAR(estimate.high.value(), high, 1e-9);
  EXPECT_NEAR(estimate.error, (high - low) / 2, 1e-9);
}

// Figures of another program, written from the article.
TEST(Anytime, KnownIntervals) {
  expect_interval(anytime_interval(std::vector<double>{3}, -10, 10), 3, -10, 10);
  const auto mixed = repeated({1, -2, 4, 0, 7, 3, 3, 5, -1, 6, 2, 8}, 5);
  expect_interval(anytime_interval(mixed, -10, 10), 3.136838745267282, 1.3680595128474304,
                  4.082767979852325);
  expect_interval(anytime_interval(repeated({40}, 30), -100, 100), 40, 10.962776516460135,
                  52.44452435008851);
  auto far = repeated({200, -200}, 40);
  far.insert(far.end(), 10, 50);
  expect_interval(anytime_interval(far, -200, 200), 4.844084712203099, -59.82344196900688,
                  69.84258457945653);
  expect_interval(anytime_interval(repeated({-100}, 12), -100, 100), -100, -100,
                  -16.29342831586137);
  // Limits that are not the same on both sides.
  expect_interval(anytime_interval(repeated({0.25, 0.5, 1}, 20), 0, 1), 0.5949989945680525,
                  0.46945844357081623, 0.698661182188088);
}

TEST(Anytime, WhatWasExcludedOnceStaysExcluded) {
  std::vector<double> seen;
  double low = -50;
  double high = 50;
  for (int i = 0; i < 120; ++i) {
    seen.push_back((i < 60 ? 20 : 14) + i % 5);
    const Estimate now = anytime_interval(seen, -50, 50);
    EXPECT_GE(*now.low, low - 1e-6) << i;
    EXPECT_LE(*now.high, high + 1e-6) << i;
    low = *now.low;
    high = *now.high;
  }
  EXPECT_GT(low, -50);
}

TEST(Anytime, MirroredDifferencesHaveTheMirroredInterval) {
  std::vector<double> one;
  std::vector<double> other;
  for (int i = 0; i < 40; ++i) {
    one.push_back(9 * std::sin(i * i) + 2);
    other.push_back(-one.back());
  }
  const Estimate forth = anytime_interval(one, -12, 12);
  const Estimate back = anytime_interval(other, -12, 12);
  EXPECT_NEAR(*forth.low, -*back.high, 1e-9);
  EXPECT_NEAR(*forth.high, -*back.low, 1e-9);
  EXPECT_NEAR(forth.value, -back.value, 1e-9);
}

TEST(Anytime, NothingIsKnownOfNothing) {
  EXPECT_EQ(anytime_interval({}, -1, 1).reach, Reach::nothing);
}

TEST(Anytime, RefusesWhatVoidsTheGuarantee) {
  const std::vector<double> some{0.5};
  EXPECT_THROW(anytime_interval(some, -1, 0.4), std::invalid_argument);
  EXPECT_THROW(anytime_interval(some, 0.6, 1), std::invalid_argument);
  EXPECT_THROW(anytime_interval(some, 1, 1), std::invalid_argument);
  EXPECT_THROW(anytime_interval({}, 1, -1), std::invalid_argument);
  EXPECT_THROW(anytime_interval(std::vector<double>{std::nan("")}, -1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace referee::statistics
