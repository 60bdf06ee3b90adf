#include "referee/base/statistics/elo.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

#include "tests/base/statistics/oracle.hpp"

namespace referee::statistics {
namespace {

// The oracle's errors are the large-sample ones; the interval is never narrower than those of Elo.
void expect_elo(const Strength& s, double value, double error) {
  EXPECT_EQ(s.elo.reach, Reach::two_sided);
  EXPECT_FALSE(s.elo.conservative);
  EXPECT_NEAR(s.elo.value, value, 1e-6);
  EXPECT_NEAR(s.plain.value().elo, error, 1e-6);
  EXPECT_GE(s.elo.error, error);
  EXPECT_LE(s.elo.error, error * (1 + 12.0 / static_cast<double>(s.count)));
}

void expect_normalized(const Strength& s, double value, double error) {
  EXPECT_NEAR(s.normalized_elo.value, value, 1e-6);
  EXPECT_NEAR(s.plain.value().normalized_elo, error, 1e-6);
  EXPECT_NEAR(s.normalized_elo.error, error, 0.2 * error);
}

// The probability is known to two decimals of a percentage.
void expect_superiority(const Strength& s, double percent) {
  EXPECT_NEAR(100 * s.superiority, percent, 0.0051);
}

void expect_finite(const Estimate& e) {
  EXPECT_TRUE(std::isfinite(e.value) && std::isfinite(e.error));
  EXPECT_TRUE(std::isfinite(e.low.value_or(0)) && std::isfinite(e.high.value_or(0)));
  EXPECT_EQ(e.low.has_value(), e.reach == Reach::two_sided || e.reach == Reach::at_least);
  EXPECT_EQ(e.high.has_value(), e.reach == Reach::two_sided || e.reach == Reach::at_most);
  EXPECT_LE(e.low.value_or(e.value), e.value);
  EXPECT_GE(e.high.value_or(e.value), e.value);
}

TEST(EloOracle, Row1) {
  const Strength s = strength(oracle::row1);
  EXPECT_NEAR(s.score, .579310345, 1e-9);
  expect_elo(s, 55.579780, 27.653430);
  expect_normalized(s, 57.935600, 28.275376);
  expect_superiority(s, 100.00);
  const PairRatios r = ratios(oracle::row1);
  EXPECT_NEAR(r.pairs.value(), 1.579545, 1e-6);
  EXPECT_NEAR(r.draws.value(), .217241, 1e-6);
  EXPECT_NEAR(r.wl_dd.value(), 31.0 / 32, 1e-12);
}

TEST(EloOracle, Row2) {
  const Strength s = strength(oracle::row2);
  EXPECT_NEAR(s.score, .502294742, 1e-9);
  expect_elo(s, 1.594561, 1.208750);
  expect_normalized(s, 3.050530, 2.312399);
  expect_superiority(s, 99.51);
}

TEST(EloOracle, Rows3To5) {
  const Strength three = strength(oracle::row3);
  EXPECT_NEAR(three.score, .558333333, 1e-9);
  expect_elo(three, 40.719573, 41.988414);
  expect_normalized(three, 61.146147, 62.162971);
  expect_superiority(three, 97.31);
  const Strength four = strength(oracle::row4);
  EXPECT_NEAR(four.score, .52, 1e-12);
  expect_elo(four, 13.904843, 21.247069);
  expect_normalized(four, 44.668011, 68.096123);
  expect_superiority(four, 90.07);
  const Strength five = strength(oracle::row5);
  EXPECT_NEAR(five.score, .487564767, 1e-9);
  expect_elo(five, -8.642667, 10.334194);
  expect_normalized(five, -9.172914, 10.960459);
  expect_superiority(five, 5.05);
}

// Where the original prints "inf +- nan".
TEST(EloOracle, Row6AllWins) {
  const Strength s = strength(oracle::row6);
  EXPECT_EQ(s.score, 1);
  expect_superiority(s, 100.00);
  EXPECT_EQ(s.elo.reach, Reach::at_least);
  EXPECT_TRUE(s.elo.conservative);
  // 40^(-1/20) = .83157; half way to the next best result: 1 - 1/160.
  EXPECT_NEAR(s.elo.low.value(), 277.4, 0.1);
  EXPECT_NEAR(s.elo.value, 400 * std::log10(159.0), 1e-9);
  EXPECT_EQ(s.normalized_elo.reach, Reach::at_least);
  expect_finite(s.elo);
  expect_finite(s.normalized_elo);
}

TEST(EloOracle, Row7) {
  const Strength s = strength(oracle::row7);
  expect_elo(s, 0, 81.726802);
  expect_normalized(s, 0, 87.911717);
  expect_superiority(s, 50);
}

TEST(EloOracle, Rows8To10Games) {
  const Strength eight = strength(oracle::row8);
  EXPECT_NEAR(eight.score, .558309038, 1e-9);
  expect_elo(eight, 40.702458, 30.427218);
  expect_normalized(eight, 49.768415, 36.768451);
  expect_superiority(eight, 99.60);
  const Strength nine = strength(oracle::row9);
  expect_elo(nine, -15.693521, 30.458001);
  expect_normalized(nine, -20.756450, 40.126026);
  expect_superiority(nine, 15.53);
  const Strength ten = strength(oracle::row10);
  expect_elo(ten, .999343, 1.298634);
  expect_normalized(ten, 1.394797, 1.812504);
  expect_superiority(ten, 93.43);
}

TEST(Elo, ScoreAndEloAreInverse) {
  for (const double elo : {-800.0, -3.5, 0.0, 120.0, 1500.0}) {
    EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-8);
  }
  EXPECT_NEAR(score_of_elo(400), 10.0 / 11, 1e-12);
}

// Every combination of few results: finite, the ends around the value, and mirrored when
// the sides are swapped.
TEST(Elo, IsHonestForEveryFewResults) {
  for (int shape = 0; shape < 3 * 3 * 3 * 3 * 3; ++shape) {
    std::array<std::uint64_t, 5> c{};
    int rest = shape;
    for (auto& count : c) {
      count = static_cast<std::uint64_t>(rest % 3);
      rest /= 3;
    }
    const PairCounts pairs = PairCounts::joined(c[0], c[1], c[2], c[3], c[4]);
    const Strength s = strength(pairs);
    const Strength mirrored = strength(pairs.swapped());
    for (const auto& [one, other] :
         {std::pair{s.elo, mirrored.elo.negated()},
          std::pair{s.normalized_elo, mirrored.normalized_elo.negated()}}) {
      expect_finite(one);
      EXPECT_NEAR(one.value, other.value, 1e-9 * (1 + std::abs(one.value)));
      EXPECT_NEAR(one.error, other.error, 1e-9 * one.error);
      EXPECT_EQ(one.reach, other.reach);
    }
    EXPECT_NEAR(s.superiority + mirrored.superiority, 1, 1e-12);
    EXPECT_EQ(s.elo.reach == Reach::nothing, pairs.total() == 0);
    if (pairs.total() == 1) {
      EXPECT_GT(s.elo.error, 100);  // one pair tells nearly nothing
    }
  }
}

TEST(Elo, WithoutResults) {
  const Strength s = strength(GameCounts{});
  EXPECT_EQ(s.count, 0U);
  EXPECT_EQ(s.score, 0.5);
  EXPECT_EQ(s.superiority, 0.5);
  EXPECT_EQ(s.elo.reach, Reach::nothing);
  EXPECT_EQ(s.normalized_elo.reach, Reach::nothing);
  EXPECT_FALSE(ratios(PairCounts{}).draws.has_value());
  EXPECT_FALSE(draw_ratio(GameCounts{}).has_value());
}

TEST(Elo, OneResult) {
  EXPECT_EQ(strength(GameCounts{.wins = 1, .losses = 0, .draws = 0}).superiority, 0.75);
  const Strength draw = strength(GameCounts{.wins = 0, .losses = 0, .draws = 1});
  EXPECT_EQ(draw.elo.value, 0);
  EXPECT_EQ(draw.elo.reach, Reach::two_sided);
  EXPECT_TRUE(draw.elo.conservative);
}

// Further wins never lower the figures, not even when the results become all wins.
TEST(Elo, RisesWithTheResults) {
  double low = -1e9;
  double value = -1e9;
  for (std::uint64_t n = 1; n <= 40; ++n) {
    const Strength s = strength(PairCounts::joined(0, 0, 0, 0, n));
    EXPECT_GT(s.elo.low.value(), low);
    EXPECT_GT(s.elo.value, value);
    low = s.elo.low.value();
    value = s.elo.value;
    const Strength flawed = strength(PairCounts::joined(0, 0, 0, 1, n - 1));
    EXPECT_GT(value, flawed.elo.value);
    EXPECT_GT(low, flawed.elo.low.value());
  }
}

// The bounds after equal results are exact: the likeliest law with that mean gives them with 1
// chance in 40. Elo and normalised Elo are on the same side of 0.
TEST(Elo, BoundsAfterEqualResultsHaveTheRightChance) {
  for (const std::uint64_t n : {1U, 5U, 20U, 1000U}) {
    SCOPED_TRACE(n);
    const auto count = static_cast<double>(n);
    const Strength won = strength(GameCounts{.wins = n, .losses = 0, .draws = 0});
    EXPECT_NEAR(std::pow(score_of_elo(won.elo.low.value()), count), .025, 1e-9);
    const Strength even = strength(PairCounts::joined(0, 0, n, 0, 0));
    EXPECT_NEAR(std::pow(2 * score_of_elo(even.elo.low.value()), count), .025, 1e-9);
    EXPECT_NEAR(even.elo.high.value(), -even.elo.low.value(), 1e-9);
    const Strength ahead = strength(PairCounts::joined(0, 0, 0, n, 0));
    EXPECT_NEAR(std::pow(score_of_elo(ahead.elo.low.value()) / 0.75, count), .025, 1e-9);
    EXPECT_NEAR(std::pow((1 - score_of_elo(ahead.elo.high.value())) / 0.25, count), .025, 1e-6);
    EXPECT_EQ(ahead.elo.low.value() > 0, ahead.normalized_elo.low.value() > 0);
    EXPECT_EQ(ahead.superiority > 0.975, n >= 8);
  }
}

TEST(Counts, AddSortsPairs) {
  using enum GameResult;
  PairCounts pairs;
  for (const auto& [one, two] : {std::pair{loss, loss},
                                 {loss, draw},
                                 {draw, loss},
                                 {win, loss},
                                 {loss, win},
                                 {draw, draw},
                                 {win, draw},
                                 {win, win}}) {
    pairs.add(one, two);
  }
  EXPECT_EQ(pairs, PairCounts::split(1, 2, 2, 1, 1, 1));
  EXPECT_EQ(pairs.wl(), 2U);
  EXPECT_EQ(pairs.swapped(), PairCounts::split(1, 1, 2, 1, 2, 1));
}

TEST(Counts, RatiosAreAbsentWhereTheyHaveNoValue) {
  const PairRatios joined = ratios(PairCounts::joined(0, 0, 4, 1, 2));
  EXPECT_FALSE(joined.pairs.has_value());
  EXPECT_FALSE(joined.wl_dd.has_value());
  EXPECT_NEAR(joined.draws.value(), 4.0 / 7, 1e-12);
  EXPECT_FALSE(ratios(oracle::row2).wl_dd.has_value());  // no drawn pairs
  EXPECT_NEAR(draw_ratio(oracle::row8).value(), 111.0 / 343, 1e-12);
}

}  // namespace
}  // namespace referee::statistics
