#include <gtest/gtest.h>

#include <cstdint>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/statistics/paired_points.hpp"

namespace referee::evidence {
namespace {

TEST(Course, KeepsEvenlySpreadPointsOfALongComparison) {
  Course course;
  statistics::PairedPoints differences;
  for (std::uint64_t pair = 1; pair <= 100'003; ++pair) {
    differences.add(static_cast<double>(pair % 7));
    course.add({{}, differences, 0, {}});
    if (pair % 4999 != 0 && pair != 100'003) continue;
    const auto points = course.points();
    ASSERT_LE(points.size(), Course::most_points);
    if (pair >= Course::most_points) {
      EXPECT_GE(2 * points.size(), Course::most_points - 2);
    }
    EXPECT_EQ(points.back().points.count(), pair);
    const std::uint64_t step = points.front().points.count();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      EXPECT_EQ(points[i].points.count(), (i + 1) * step);
    }
  }
}

}  // namespace
}  // namespace referee::evidence
