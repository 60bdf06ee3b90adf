// The surface that is fitted to duels.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "referee/analysis/tuning/tuner.hpp"

namespace referee::tuning {
namespace {

const Region square{{0, 0}, {1, 1}};

// Without noise, of a surface with its top at (0.6, 0.3).
double dome(const Point& point) {
  return -40 * (point[0] - 0.6) * (point[0] - 0.6) - 20 * (point[1] - 0.3) * (point[1] - 0.3);
}

std::vector<Observed> dome_duels(std::uint64_t count) {
  std::vector<Observed> all;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      const Point first{i / 4.0, j / 4.0};
      const Point second{(i + 2) % 5 / 4.0, (2 * j + i + 1) % 5 / 4.0};
      const auto spread = static_cast<double>(count) - 1;  // a variance of 1
      all.push_back({first, second, count, dome(first) - dome(second), spread});
    }
  }
  return all;
}

TEST(Surface, FindsAQuadraticThatManyPairsShow) {
  const auto all = dome_duels(10'000);
  const Surface surface(all, Response::points, square);
  for (const auto& [first, second] :
       std::vector<std::pair<Point, Point>>{{{0.1, 0.9}, {0.6, 0.3}}, {{0.2, 0.2}, {0.9, 0.5}}}) {
    const Difference found = surface.difference(first, second);
    EXPECT_NEAR(found.mean, dome(first) - dome(second), 0.2);
    EXPECT_GT(found.error, 0);
    EXPECT_LT(found.error, 0.2);
    EXPECT_DOUBLE_EQ(surface.difference(second, first).mean, -found.mean);
  }
  EXPECT_EQ(surface.difference({0.5, 0.5}, {0.5, 0.5}).mean, 0);
}

TEST(Surface, FewPairsLeaveMoreUncertain) {
  const auto few = dome_duels(4);
  const auto many = dome_duels(400);
  const Point one{0.1, 0.9};
  const Point other{0.6, 0.3};
  EXPECT_GT(Surface(few, Response::points, square).difference(one, other).error,
            3 * Surface(many, Response::points, square).difference(one, other).error);
}

TEST(Surface, LikelyTopsLieAroundTheTopAndAreTheSameForASeed) {
  const auto all = dome_duels(10'000);
  const Surface surface(all, Response::points, square);
  const std::vector<Point> tops = surface.likely_tops(square, 20, 7);
  ASSERT_EQ(tops.size(), 20U);
  for (const Point& top : tops) {
    EXPECT_NEAR(top[0], 0.6, 0.05);
    EXPECT_NEAR(top[1], 0.3, 0.05);
  }
  EXPECT_EQ(surface.likely_tops(square, 20, 7), tops);
  EXPECT_NE(surface.likely_tops(square, 20, 8), tops);
  const Region corner{{0.7, 0.5}, {1, 1}};
  for (const Point& top : surface.likely_tops(corner, 5, 7)) {
    EXPECT_NEAR(top[0], 0.7, 1e-9) << "not outside of the region";
    EXPECT_NEAR(top[1], 0.5, 1e-9);
  }
}

TEST(Surface, ScoresAreDifferencesOfLogits) {
  // A bot that wins three games of four.
  const std::vector<Observed> all{{{1}, {0}, 4000, 0.5, 4000 * 0.375}};
  const Surface surface(all, Response::scores, {{0}, {1}});
  EXPECT_NEAR(surface.difference({1}, {0}).mean, std::log(3), 0.05);
}

TEST(Surface, NeedsObservations) {
  EXPECT_THROW(Surface({}, Response::points, square), std::invalid_argument);
}

}  // namespace
}  // namespace referee::tuning
