// The surface that is fitted to duels.
#include "referee/analysis/tuning/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

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

// Each product of two coordinates moves the top by itself.
TEST(Surface, TheTopFollowsFromEveryProductOfThreeCoordinates) {
  const Point top{0.6, 0.4, 0.55};
  const auto height = [&top](const Point& x) {
    const double a = x[0] - top[0];
    const double b = x[1] - top[1];
    const double c = x[2] - top[2];
    return -20 * (a * a + b * b + c * c) + 24 * a * b - 16 * a * c + 6 * b * c;
  };
  std::vector<Observed> all;
  for (int i = 0; i < 60; ++i) {
    const Point first{i % 3 / 2.0, i % 4 / 3.0, i % 5 / 4.0};
    const Point second{(i + 1) % 3 / 2.0, (3 * i + 1) % 4 / 3.0, (2 * i + 2) % 5 / 4.0};
    all.push_back({first, second, 100'000, height(first) - height(second), 99'999});
  }
  const Region cube{{0, 0, 0}, {1, 1, 1}};
  for (const Point& found : Surface(all, Response::points, cube).likely_tops(cube, 5, 1)) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], top[i], 0.02) << i;
  }
}

TEST(Surface, WhatDoesNotFitWidensErrors) {
  auto all = dome_duels(1000);
  const Surface smooth(all, Response::points, square, Search::first);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].mean += i % 2 == 0 ? 0.5 : -0.5;
  const Surface rough(all, Response::points, square, Search::first);
  const auto error = [](const Surface& one) { return one.difference({0, 1}, {0.6, 0.3}).error; };
  EXPECT_GT(error(rough), 5 * error(smooth));
  EXPECT_TRUE(smooth.fits());
  EXPECT_FALSE(rough.fits());
}

// The noise hides what a single duel has beyond the surface, but not what all have in common.
TEST(Surface, ACliffMakesTheReachShorter) {
  const auto cliff = [](double x) { return x < 0.6 ? 2 * x : -1 - x; };
  std::vector<Observed> all;
  for (int i = 0; i <= 50; ++i) {
    for (const double away : {0.1, 0.3}) {
      const double first = (1 - away) * i / 50.0;
      all.push_back({{first}, {first + away}, 100, cliff(first) - cliff(first + away), 200});
    }
  }
  const Region near{{0.4}, {0.7}};
  const Surface local(all, Response::points, near);
  EXPECT_LT(local.reach(), 0.6);
  EXPECT_GT(local.holds().low[0], 0.1);
  EXPECT_LT(local.holds().high[0], 0.99);
  const auto away = [&](const Surface& surface) {
    const Point top = surface.likely_tops(surface.holds(), 1, 1)[0];
    return std::abs(top[0] - 0.6);
  };
  EXPECT_LT(away(local), away(Surface(all, Response::points, near, Search::first)));
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
