// The bounds that a comparison by points prints: those of the differences as its test counts them.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/statistics/point_test.hpp"

namespace referee::evidence {
namespace {

ComparisonRules by_points(statistics::PointHypotheses points) {
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = points;
  return rules;
}

Comparison compared(const ComparisonRules& rules, const std::vector<double>& differences) {
  Comparison comparison(rules);
  std::uint64_t number = 0;
  for (const double difference : differences) {
    PairResult pair;
    pair.new_points = 100 + difference;
    pair.base_points = 100;
    pair.hashes = {number++};
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
  auto expected = statistics::point_bounds(differences, {0, 5, -100, 100});
  expected.value = comparison.points().mean();
  expect_same(comparison.mean_difference(), expected);
  EXPECT_GT(comparison.mean_difference().error, comparison.points().interval().error)
      << "wider than that of a fixed number of pairs";
}

// Of the end that cuts speak against nothing is known.
TEST(MeanDifference, CountsWhatWasCutAsTheTestDoes) {
  const statistics::PointHypotheses points{0, 5, -50, 50};
  const std::vector<double> differences{80, -10, -30, 20, 90};
  const Comparison comparison = compared(by_points(points), differences);
  EXPECT_EQ(comparison.cut(), 2U);
  const auto mean = comparison.mean_difference();
  const auto cut = statistics::point_bounds(std::vector<double>{50, -10, -30, 20, 50}, points);
  EXPECT_EQ(mean.reach, statistics::Reach::at_least);
  EXPECT_DOUBLE_EQ(mean.value, 16) << "of the cut ones";
  EXPECT_EQ(mean.low, cut.low);
  EXPECT_EQ(mean.high, std::nullopt);
  EXPECT_DOUBLE_EQ(mean.error, mean.value - *mean.low);
  const Comparison mirrored = compared(by_points({-5, 0, -50, 50}), {-80, 10, 30, -20, -90});
  EXPECT_EQ(mirrored.mean_difference().reach, statistics::Reach::at_most);
  EXPECT_EQ(mirrored.mean_difference().low, std::nullopt);
  EXPECT_NEAR(*mirrored.mean_difference().high, -*mean.low, 1e-9);
  const Comparison both = compared(by_points(points), {80, -10, -70, 20, 90});
  EXPECT_EQ(both.mean_difference().reach, statistics::Reach::nothing);
}

TEST(MeanDifference, WithoutATestOnPointsIsThatOfAFixedNumberOfPairs) {
  const Comparison comparison = compared({}, {4, -3, 8, 2, 9});
  expect_same(comparison.mean_difference(), comparison.points().interval());
}

}  // namespace
}  // namespace referee::evidence
