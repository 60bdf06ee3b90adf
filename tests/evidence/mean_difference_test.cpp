// The interval that a comparison by points prints: that of the differences as its test counts them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "referee/evidence/comparison.hpp"
#include "referee/statistics/anytime.hpp"

namespace referee::evidence {
namespace {

ComparisonRules by_points(statistics::PointHypotheses points) {
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = points;
  rules.measure_only = true;
  return rules;
}

Comparison compared(const ComparisonRules& rules, const std::vector<double>& differences) {
  Comparison comparison(rules);
  std::uint64_t number = 0;
  for (const double difference : differences) {
    PairResult pair;
    pair.new_points = 100 + difference;
    pair.base_points = 100;
    pair.marks = {number++};
    comparison.add(pair);
  }
  return comparison;
}

void expect_same(const statistics::Estimate& one, const statistics::Estimate& other) {
  EXPECT_EQ(one.reach, other.reach);
  EXPECT_EQ(one.value, other.value);
  EXPECT_EQ(one.low, other.low);
  EXPECT_EQ(one.high, other.high);
  EXPECT_EQ(one.error, other.error);
}

TEST(MeanDifference, HasAnIntervalThatHoldsWheneverTheTestStops) {
  const std::vector<double> differences{40, 10, -30, 25, 60, 15, 35, -5, 20, 50, 45, 30};
  const Comparison comparison = compared(by_points({0, 5, -100, 100}), differences);
  expect_same(comparison.mean_difference(), statistics::anytime_interval(differences, -100, 100));
  EXPECT_GT(comparison.mean_difference().error, comparison.points().interval().error)
      << "wider than that of a fixed number of pairs";
}

TEST(MeanDifference, CountsWhatWasCutAsTheTestDoes) {
  const std::vector<double> differences{80, -10, -70, 20, 90};
  const Comparison comparison = compared(by_points({0, 5, -50, 50}), differences);
  EXPECT_EQ(comparison.cut(), 3U);
  expect_same(comparison.mean_difference(),
              statistics::anytime_interval(std::vector<double>{50, -10, -50, 20, 50}, -50, 50));
}

TEST(MeanDifference, LeavesOutThePairsThatSetTheLimit) {
  ComparisonRules rules = by_points({0, 5, -6561, 6561});
  rules.limit_from_games = true;
  std::vector<double> differences;
  for (std::uint64_t i = 0; i < limit_pairs; ++i) {
    differences.push_back(i % 2 == 0 ? 13.0 : -7.0);
  }
  // Until there is a limit, and while no further pair has come, it is that of a fixed number.
  const Comparison before = compared(rules, {differences.begin(), differences.end() - 1});
  EXPECT_FALSE(before.limit());
  expect_same(before.mean_difference(), before.points().interval());
  const Comparison begun = compared(rules, differences);
  EXPECT_EQ(begun.limit(), 110) << "8 * 13, rounded up to two digits";
  expect_same(begun.mean_difference(), begun.points().interval());

  const std::vector<double> further{30, 200, -10, 40, -200, 25};
  differences.insert(differences.end(), further.begin(), further.end());
  const Comparison comparison = compared(rules, differences);
  EXPECT_EQ(comparison.cut(), 2U);
  expect_same(
      comparison.mean_difference(),
      statistics::anytime_interval(std::vector<double>{30, 110, -10, 40, -110, 25}, -110, 110));
}

// A limit below that would cut what has been seen, and more than a test can bear.
TEST(MeanDifference, TheLimitFromGamesIsNeverBelowEightTimesTheLargest) {
  for (const double largest : {1.0, 12.6, 13.1, 77.7, 124.9, 127.0, 1000.3}) {
    ComparisonRules rules = by_points({0, 5, -6561, 6561});
    rules.limit_from_games = true;
    const double limit =
        compared(rules, std::vector<double>(limit_pairs, -largest)).limit().value();
    EXPECT_GE(limit, std::max(limit_factor * largest, 2 * 5.0)) << largest;
    EXPECT_LE(limit, std::max(limit_factor * largest * 1.1, 2 * 5.0)) << largest;
  }
}

TEST(MeanDifference, WithoutATestOnPointsIsThatOfAFixedNumberOfPairs) {
  ComparisonRules rules;
  rules.measure_only = true;
  const Comparison comparison = compared(rules, {4, -3, 8, 2, 9});
  expect_same(comparison.mean_difference(), comparison.points().interval());
}

}  // namespace
}  // namespace referee::evidence
