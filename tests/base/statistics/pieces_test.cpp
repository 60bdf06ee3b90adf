// The parts that ratings and tests are made of, each by itself.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "referee/base/statistics/bradley_terry.hpp"
#include "referee/base/statistics/cholesky.hpp"
#include "referee/base/statistics/stopped_walk.hpp"

namespace referee::statistics {
namespace {

TEST(Cholesky, SolvesBothHalvesAndTheWhole) {
  // L is 2, 0; 1, 3. What lies above the diagonal is not read.
  const Cholesky factor(2, {4, 99, 2, 10});
  EXPECT_TRUE(factor.is_definite());
  EXPECT_EQ(factor.forward({2, 7}), (std::vector<double>{1, 2}));
  EXPECT_EQ(factor.backward({4, 6}), (std::vector<double>{1, 2}));
  EXPECT_EQ(factor.solve({8, 22}), (std::vector<double>{1, 2}));
  EXPECT_DOUBLE_EQ(factor.log_determinant(), std::log(36));
}

TEST(Cholesky, TellsAMatrixThatIsNotDefinite) {
  EXPECT_FALSE(Cholesky(2, {1, 0, 2, 1}).is_definite());
  EXPECT_FALSE(Cholesky(2, {1, 0, 1, 1}).is_definite());
  EXPECT_FALSE(Cholesky(1, {-1}).is_definite());
  EXPECT_TRUE(Cholesky().is_definite());
}

TEST(ConnectedParts, NeedAWayBack) {
  EXPECT_EQ(connected_parts({{1}, {2}, {0}, {0}, {}}), (std::vector<std::size_t>{0, 0, 0, 1, 2}));
  EXPECT_EQ(connected_parts({{2}, {}, {0}}), (std::vector<std::size_t>{0, 1, 0}));
  EXPECT_TRUE(connected_parts({}).empty());
}

TEST(FitRatings, ExpectTheScoresThatWereMade) {
  const std::vector<Meeting> meetings{{0, 1, 40, 30, 0}, {1, 2, 40, 25, 0}, {0, 2, 40, 28, 0}};
  const Fit fit = fit_ratings(3, meetings, {});
  ASSERT_EQ(fit.ratings.size(), 3U);
  EXPECT_EQ(fit.ratings[0], 0);
  EXPECT_FALSE(fit.has_first_seat());
  double expected = 0;
  for (const Meeting& one : meetings) {
    if (one.low == 0) expected += one.games * fit.expected(one.low, one.high, one.seat);
  }
  EXPECT_NEAR(expected, 58, 1e-8);
}

TEST(FitRatings, TheFirstSeatIsOneUnknownMore) {
  // Equal players; each gets three quarters of the points in the first seat.
  const std::vector<Meeting> meetings{{0, 1, 40, 30, 1}, {0, 1, 40, 10, -1}};
  const Fit fit = fit_ratings(2, meetings, {.imagined_draws = true, .first_seat = true});
  EXPECT_TRUE(fit.has_first_seat());
  EXPECT_EQ(fit.unknowns, 3U);
  EXPECT_NEAR(fit.ratings[0], fit.ratings[1], 1e-9);
  EXPECT_NEAR(fit.first_seat, std::log(3), 0.1);
}

TEST(BoundedMotion, EndsAtTheBoundsAsTheLawOfPassageSays) {
  for (const double drift : {-0.2, 0.0, 0.05, 0.3}) {
    const BoundedMotion motion{-2, 3, drift, 10'000};
    const double upper =
        drift == 0 ? 2.0 / 5 : (1 - std::exp(-2 * drift * 2)) / (1 - std::exp(-2 * drift * 5));
    EXPECT_NEAR(motion.reaches_upper(), upper, 1e-9) << drift;
    EXPECT_NEAR(motion.reaches_lower(), 1 - upper, 1e-9) << drift;
  }
}

TEST(BoundedMotion, WhatHasNotEndedLiesBetween) {
  const BoundedMotion motion{-2, 3, 0.1, 4};
  const double open = 1 - motion.reaches_lower() - motion.reaches_upper();
  EXPECT_GT(open, 0.05);
  EXPECT_NEAR(motion.stays_below(3), open, 1e-9);
  EXPECT_NEAR(motion.stays_below(-2), 0, 1e-9);
  EXPECT_LT(motion.stays_below(0), motion.stays_below(1));
  // Seen from the other side.
  const BoundedMotion mirrored{-3, 2, -0.1, 4};
  EXPECT_NEAR(mirrored.reaches_lower(), motion.reaches_upper(), 1e-12);
}

}  // namespace
}  // namespace referee::statistics
