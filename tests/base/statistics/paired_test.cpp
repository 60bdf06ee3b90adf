#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/paired_points.hpp"
#include "tests/base/statistics/simulated.hpp"

namespace referee::statistics {
namespace {

TEST(PairedPoints, KnownInterval) {
  PairedPoints points;
  for (const double d : {12.0, -3.0, 7.0, 0.0, 9.0}) points.add(d);
  EXPECT_EQ(points.count(), 5U);
  EXPECT_DOUBLE_EQ(points.mean(), 5);
  EXPECT_NEAR(points.variance().value(), 39.5, 1e-12);
  const Estimate interval = points.interval();
  // 2.776445105... is the 97.5 % point of t with 4 degrees of freedom.
  EXPECT_NEAR(interval.error, 2.7764451051977987 * std::sqrt(39.5 / 5), 1e-10);
  EXPECT_EQ(interval.reach, Reach::two_sided);
  EXPECT_LT(points.interval(0.5).error, interval.error);
  EXPECT_THROW(static_cast<void>(points.interval(1)), std::invalid_argument);
}

TEST(PairedPoints, TooFewPairs) {
  PairedPoints points;
  EXPECT_EQ(points.interval().reach, Reach::nothing);
  EXPECT_EQ(points.mean(), 0);
  points.add(17);
  EXPECT_EQ(points.interval().reach, Reach::nothing);
  EXPECT_EQ(points.interval().value, 17);
  EXPECT_FALSE(points.variance().has_value());
  EXPECT_FALSE(points.no_spread());
  points.add(17);
  EXPECT_TRUE(points.no_spread());
  EXPECT_EQ(points.interval().error, 0);
}

TEST(PairedPoints, IsExactFarFromZero) {
  PairedPoints points;
  for (int i = 0; i < 100000; ++i) points.add(1e9 + (i % 2));
  EXPECT_NEAR(points.mean(), 1e9 + 0.5, 1e-6);
  EXPECT_NEAR(points.variance().value(), 0.25, 1e-5);
}

TEST(PairedPoints, MergingEqualsAdding) {
  simulated::Random random(3);
  PairedPoints all;
  PairedPoints one;
  PairedPoints two;
  for (int i = 0; i < 1000; ++i) {
    const double d = 10 + 50 * random.normal();
    all.add(d);
    (i < 300 ? one : two).add(d);
  }
  one.merge(two);
  one.merge(PairedPoints{});
  PairedPoints from_nothing;
  from_nothing.merge(one);
  EXPECT_EQ(from_nothing.count(), all.count());
  EXPECT_NEAR(from_nothing.mean(), all.mean(), 1e-10);
  EXPECT_NEAR(from_nothing.variance().value(), all.variance().value(), 1e-8);
}

// Of 2000 intervals from 8 normal pairs each, 95 % hold the true mean (standard error
// 0.49 %): with the normal law's 1.96 it would be 91 %.
TEST(PairedPoints, IntervalHoldsTheMeanAsOftenAsItSays) {
  simulated::Random random(5);
  int held = 0;
  for (int run = 0; run < 2000; ++run) {
    PairedPoints points;
    for (int i = 0; i < 8; ++i) points.add(30 * random.normal() + 4);
    const Estimate interval = points.interval();
    held += *interval.low <= 4 && 4 <= *interval.high ? 1 : 0;
  }
  EXPECT_NEAR(held / 2000.0, 0.95, 0.0175);
}

TEST(PairedPoints, RefusesWhatIsNoNumber) {
  PairedPoints points;
  EXPECT_THROW(points.add(std::nan("")), std::invalid_argument);
  EXPECT_THROW(points.add(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_EQ(points.count(), 0U);
}

}  // namespace
}  // namespace referee::statistics
