#include "referee/statistics/ratings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "referee/statistics/distributions.hpp"
#include "referee/statistics/elo.hpp"
#include "tests/statistics/simulated.hpp"

namespace referee::statistics {
namespace {

Encounter games(std::size_t first, std::size_t second, std::uint64_t wins, std::uint64_t losses,
                std::uint64_t draws = 0) {
  return {first, second, {.wins = wins, .losses = losses, .draws = draws}};
}

void expect_finite(const RatingList& list) {
  for (const Rating& r : list.players()) {
    EXPECT_TRUE(std::isfinite(r.elo) && std::isfinite(r.error));
    EXPECT_GE(r.error, 0);
  }
}

// For two players the likeliest difference is the Elo of the score, with the error of the spread
// that was found.
TEST(Ratings, TwoPlayersInClosedForm) {
  const std::vector<Encounter> e{games(0, 1, 50, 20, 30)};
  const RatingList list = rate(2, e, Anchor{1, 1000});
  EXPECT_NEAR(list.players()[0].elo, 1000 + elo_of_score(0.65), 1e-7);
  EXPECT_EQ(list.players()[1].elo, 1000);
  EXPECT_EQ(list.players()[1].error, 0);
  const double unit = 400 / std::log(10.0);
  const double squares = 50 * .35 * .35 + 20 * .65 * .65 + 30 * .15 * .15;
  const double imagined = (.65 * .65 + .35 * .35) / 2;
  const double error = student_t_quantile(0.975, 100) * unit *
                       std::sqrt(squares * 100 / 99 + imagined) / (100 * 0.65 * 0.35);
  EXPECT_NEAR(list.players()[0].error, error, 1e-7);
  const Estimate difference = list.difference(0, 1);
  EXPECT_NEAR(difference.value, elo_of_score(0.65), 1e-7);
  EXPECT_NEAR(difference.error, error, 1e-7);
  EXPECT_EQ(difference.reach, Reach::two_sided);
  EXPECT_NEAR(list.difference(1, 0).value, -difference.value, 1e-12);
  // Against the mean of both the error is half of it.
  EXPECT_NEAR(rate(2, e).players()[0].error, error / 2, 1e-7);
  EXPECT_NEAR(list.superiority(0, 1) + list.superiority(1, 0), 1, 1e-12);
  EXPECT_GT(list.superiority(0, 1), 0.99);
}

// D5: the list and the figures of the same pairs say the same.
TEST(Ratings, PairsAreOneResultEach) {
  const auto error = [](const PairCounts& pairs) {
    const std::uint64_t wl = pairs.even;
    const GameCounts games{2 * pairs.ww + pairs.wd + wl, 2 * pairs.ll + pairs.ld + wl,
                           pairs.wd + pairs.ld};
    const std::vector<Encounter> e{{0, 1, games, pairs}};
    return rate(2, e, Anchor{1, 0}).players()[0].error;
  };
  const PairCounts decided = PairCounts::joined(60, 0, 0, 0, 80);      // by the deal
  const PairCounts alternating = PairCounts::joined(4, 0, 130, 0, 6);  // by the seat
  for (const PairCounts& pairs : {decided, alternating, PairCounts::joined(20, 9, 60, 11, 30)}) {
    const double expected = strength(pairs).elo.error;
    EXPECT_NEAR(error(pairs), expected, 0.03 * expected);
  }
  // As single games they would all look alike.
  EXPECT_GT(error(decided), 3 * error(alternating));
}

// D7: everything is relative to the anchor.
TEST(Ratings, MarksAreRelativeToTheAnchor) {
  // 0 beat 1 ten times, and 1 shared its games with 2.
  const std::vector<Encounter> e{games(0, 1, 10, 0), games(1, 2, 5, 5)};
  const RatingList of_top = rate(3, e, Anchor{0, 0});
  EXPECT_EQ(of_top.players()[0].reach, Reach::two_sided);
  EXPECT_EQ(of_top.players()[0].error, 0);
  EXPECT_EQ(of_top.players()[1].reach, Reach::at_most);
  EXPECT_EQ(of_top.players()[2].reach, Reach::at_most);
  const RatingList of_middle = rate(3, e, Anchor{1, 0});
  EXPECT_EQ(of_middle.players()[0].reach, Reach::at_least);
  EXPECT_EQ(of_middle.players()[1].reach, Reach::two_sided);
  EXPECT_EQ(of_middle.players()[2].reach, Reach::two_sided);
}

TEST(Ratings, SymmetricResultsGiveEqualRatings) {
  // A beats B beats C beats A.
  const std::vector<Encounter> ring{games(0, 1, 7, 3), games(1, 2, 7, 3), games(2, 0, 7, 3)};
  const RatingList list = rate(3, ring);
  for (const Rating& r : list.players()) {
    EXPECT_NEAR(r.elo, 0, 1e-8);
    EXPECT_EQ(r.score, 10);
    EXPECT_EQ(r.games, 20U);
    EXPECT_NEAR(r.error, list.players()[0].error, 1e-8);
  }
}

TEST(Ratings, OrderAndSplittingOfEncountersDoNotMatter) {
  const std::vector<Encounter> one{games(0, 1, 6, 4, 2), games(1, 2, 3, 4, 5), games(0, 2, 9, 2)};
  const std::vector<Encounter> other{games(2, 0, 2, 4),    games(2, 1, 4, 3, 5),
                                     games(0, 1, 6, 0, 1), games(1, 0, 4, 0, 1),
                                     games(0, 2, 5, 0),    games(0, 2, 0, 0)};
  const RatingList a = rate(3, one, Anchor{2, 0});
  const RatingList b = rate(3, other, Anchor{2, 0});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(a.players()[i].elo, b.players()[i].elo, 1e-8);
    EXPECT_NEAR(a.players()[i].error, b.players()[i].error, 1e-8);
  }
}

// This defines the likeliest ratings: every player's expected score equals its actual score.
TEST(Ratings, ExpectedScoresEqualScores) {
  simulated::Random random(9);
  constexpr std::size_t players = 12;
  std::vector<Encounter> e;
  for (std::size_t i = 0; i < players; ++i) {
    for (std::size_t j = i + 1; j < players; ++j) {
      e.push_back(games(i, j, 1 + random.next() % (20 * (players - i)), 1 + random.next() % 9,
                        random.next() % 5));
    }
  }
  const RatingList list = rate(players, e);
  std::vector<double> expected(players, 0.0);
  for (const Encounter& x : e) {
    const double p = score_of_elo(list.players()[x.first].elo - list.players()[x.second].elo);
    const auto n = static_cast<double>(x.games.total());
    expected[x.first] += n * p;
    expected[x.second] += n * (1 - p);
  }
  double sum = 0;
  for (std::size_t i = 0; i < players; ++i) {
    EXPECT_NEAR(expected[i], list.players()[i].score, 1e-6);
    EXPECT_EQ(list.players()[i].reach, Reach::two_sided);
    sum += list.players()[i].elo;
  }
  EXPECT_NEAR(sum, 0, 1e-7);
}

TEST(Ratings, AllWinsAndAllLossesAreBounds) {
  const std::vector<Encounter> e{games(0, 1, 20, 0), games(1, 2, 6, 4), games(0, 2, 20, 0),
                                 games(3, 1, 0, 10)};
  const RatingList list = rate(4, e, Anchor{1, 0});
  expect_finite(list);
  EXPECT_EQ(list.players()[0].reach, Reach::at_least);
  EXPECT_EQ(list.players()[1].reach, Reach::two_sided);
  EXPECT_EQ(list.players()[2].reach, Reach::two_sided);
  EXPECT_EQ(list.players()[3].reach, Reach::at_most);
  EXPECT_GT(list.players()[0].elo, 200);
  EXPECT_LT(list.players()[3].elo, -200);
  const Estimate top = list.difference(0, 1);
  EXPECT_EQ(top.reach, Reach::at_least);
  EXPECT_TRUE(top.conservative);
  EXPECT_GT(top.low.value(), 0);
  EXPECT_EQ(list.difference(1, 0).reach, Reach::at_most);
  EXPECT_EQ(list.difference(1, 2).reach, Reach::two_sided);
}

// Two players both beat a third but never met: nothing relates their ratings.
TEST(Ratings, NothingIsKnownWithoutAChainOfGames) {
  const RatingList list = rate(3, std::vector{games(0, 2, 5, 0), games(1, 2, 50, 0)});
  expect_finite(list);
  EXPECT_EQ(list.difference(0, 1).reach, Reach::nothing);
  EXPECT_EQ(list.difference(0, 2).reach, Reach::at_least);
  EXPECT_GT(list.players()[1].elo, list.players()[0].elo);
}

TEST(Ratings, MoreWinsRaiseTheBound) {
  double low = -1e9;
  for (const std::uint64_t wins : {5U, 20U, 100U, 1000U, 1'000'000U}) {
    const Estimate d = rate(2, std::vector{games(0, 1, wins, 0)}).difference(0, 1);
    EXPECT_GT(d.low.value(), low);
    low = d.low.value();
  }
}

TEST(Ratings, GroupsThatNeverMetAreKeptApart) {
  const std::vector<Encounter> e{games(0, 1, 6, 4), games(2, 3, 8, 2)};
  const RatingList list = rate(5, e, Anchor{0, 500});
  expect_finite(list);
  EXPECT_EQ(list.players()[0].group, 0U);
  EXPECT_EQ(list.players()[1].group, 0U);
  EXPECT_EQ(list.players()[2].group, 1U);
  EXPECT_EQ(list.players()[4].group, 2U);
  EXPECT_EQ(list.players()[4].reach, Reach::nothing);
  EXPECT_EQ(list.difference(0, 2).reach, Reach::nothing);
  EXPECT_EQ(list.superiority(0, 2), 0.5);
  // The anchor does not affect groups that its group never met: their mean stays 0.
  EXPECT_EQ(list.players()[0].elo, 500);
  EXPECT_NEAR(list.players()[1].elo, 500 - elo_of_score(0.6), 1e-7);
  EXPECT_NEAR(list.players()[2].elo, elo_of_score(0.8) / 2, 1e-7);
  EXPECT_NEAR(list.players()[3].elo, -elo_of_score(0.8) / 2, 1e-7);
  EXPECT_EQ(list.players()[4].elo, 0);
  EXPECT_NEAR(list.difference(2, 3).value, elo_of_score(0.8), 1e-7);
}

TEST(Ratings, ExtremeCountsConverge) {
  const RatingList list =
      rate(4, std::vector{games(0, 1, 1'000'000'000, 1), games(1, 2, 1'000'000, 1),
                          games(2, 3, 1, 1'000'000'000), games(3, 0, 1, 3)});
  expect_finite(list);
}

// Over many simulated tournaments the 95 % interval holds the true difference as often as
// it says (of 400, standard error 1.1 %).
TEST(Ratings, ErrorsHoldTheTruth) {
  simulated::Random random(13);
  const std::vector<double> truth{150, 60, 0, -40, -170};
  int held = 0;
  for (int run = 0; run < 400; ++run) {
    std::vector<Encounter> e;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      for (std::size_t j = i + 1; j < truth.size(); ++j) {
        Encounter x{i, j, {}};
        for (int game = 0; game < 60; ++game) {
          const bool win = random.uniform() < score_of_elo(truth[i] - truth[j]);
          x.games.add(win ? GameResult::win : GameResult::loss);
        }
        e.push_back(x);
      }
    }
    const Rating top = rate(truth.size(), e, Anchor{2, 0}).players()[0];
    held += std::abs(top.elo - truth[0]) <= top.error ? 1 : 0;
  }
  EXPECT_NEAR(held / 400.0, 0.95, 0.035);
}

TEST(Ratings, SmallestLists) {
  EXPECT_TRUE(rate(0, {}).players().empty());
  const RatingList one = rate(1, {}, Anchor{0, 42});
  EXPECT_EQ(one.players()[0].elo, 42);
  EXPECT_EQ(one.players()[0].reach, Reach::nothing);
}

TEST(Ratings, RefusesImpossibleInput) {
  EXPECT_THROW(rate(2, std::vector{games(0, 2, 1, 1)}), std::invalid_argument);
  EXPECT_THROW(rate(2, std::vector{games(1, 1, 1, 1)}), std::invalid_argument);
  EXPECT_THROW(rate(2, {}, Anchor{2, 0}), std::invalid_argument);
  EXPECT_THROW(rate(2, {}, Anchor{0, std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace referee::statistics
