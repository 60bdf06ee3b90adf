#include "referee/base/statistics/ratings.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/draw_rate.hpp"
#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/rating_fit.hpp"
#include "tests/base/statistics/simulated.hpp"

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

// Strength that is no order: every rating is 0, and no result agrees with that.
TEST(RatingFit, SeesThatNoOrderExplainsTheResults) {
  const std::vector<Encounter> circle{games(0, 1, 40, 0), games(1, 2, 40, 0), games(2, 0, 40, 0)};
  const RatingList list = rate(3, circle);
  EXPECT_NEAR(list.players()[0].elo, 0, 1e-6);
  const FitCheck fit = check_fit(list, circle);
  EXPECT_TRUE(fit.fails());
  EXPECT_LT(fit.p, 1e-9);
  EXPECT_NEAR(fit.freedom, 1, 1e-12);
  ASSERT_EQ(fit.misfits.size(), 3U);
  for (const Misfit& misfit : fit.misfits) EXPECT_NEAR(misfit.expected, 20, 1e-6);
}

// Lists that are right are said to be wrong in about one case of a hundred.
TEST(RatingFit, LeavesGoodListsAlone) {
  simulated::Random random(5);
  int failed = 0;
  constexpr int lists = 400;
  for (int run = 0; run < lists; ++run) {
    std::vector<Encounter> all;
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t j = i + 1; j < 6; ++j) {
        Encounter e = games(i, j, 0, 0);
        for (int game = 0; game < 30; ++game) {
          const double share = score_of_elo(50 * (static_cast<double>(i) - static_cast<double>(j)));
          e.games.add(random.uniform() < share ? GameResult::win : GameResult::loss);
        }
        all.push_back(e);
      }
    }
    failed += check_fit(rate(6, all), all).p < 0.01;
  }
  EXPECT_LT(failed, lists / 25);
}

TEST(RatingFit, HasNothingToTestOfTwoPlayers) {
  const std::vector<Encounter> e{games(0, 1, 50, 20, 30)};
  EXPECT_EQ(check_fit(rate(2, e), e).freedom, 0);
  EXPECT_FALSE(check_fit(rate(2, e), e).fails());
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

// The list and the figures of the same pairs say the same.
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

// Two bots that always drew have the interval of their pairs; more bots have a narrower one.
TEST(Ratings, EvenPairsHaveTheErrorOfTheirCounts) {
  for (const std::uint64_t n : {1U, 10U, 100U}) {
    SCOPED_TRACE(n);
    const PairCounts pairs = PairCounts::split(0, 0, 0, n, 0, 0);
    const double error = strength(pairs).elo.error;
    const GameCounts drawn{0, 0, 2 * n};
    const std::vector<Encounter> e{
        {0, 1, drawn, pairs}, {1, 2, drawn, pairs}, {0, 2, drawn, pairs}};
    EXPECT_NEAR(rate(2, {e.data(), 1}, Anchor{0, 0}).players()[1].error, error, 1e-6 * error);
    const double of_three = rate(3, e, Anchor{0, 0}).players()[1].error;
    EXPECT_LT(of_three, error);
    EXPECT_GT(of_three, error / 3);
    const Encounter games_only{0, 1, GameCounts{0, 0, n}};
    const double single = strength(games_only.games).elo.error;
    EXPECT_NEAR(rate(2, {&games_only, 1}, Anchor{0, 0}).players()[1].error, single, 1e-6 * single);
  }
}

// Everything is relative to the anchor.
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

TEST(Ratings, APartBetweenTwoOthersIsLimitedFromBothSides) {
  const std::vector<Encounter> e{games(0, 1, 20, 0), games(1, 2, 20, 0)};
  const RatingList list = rate(3, e);
  EXPECT_EQ(list.players()[0].reach, Reach::at_least);
  EXPECT_EQ(list.players()[1].reach, Reach::two_sided);
  EXPECT_EQ(list.players()[2].reach, Reach::at_most);
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
TEST(Ratings, PlacesAreThoseThatResultsLeaveOpen) {
  const auto places = [](std::size_t players, const std::vector<Encounter>& encounters) {
    return rate(players, encounters).places();
  };
  using All = std::vector<Places>;
  EXPECT_EQ(places(2, {{0, 1, {1, 0, 0}}}), (All{{1, 2}, {1, 2}})) << "one game says nothing";
  EXPECT_EQ(places(2, {{0, 1, {80, 20, 0}}}), (All{{1, 1}, {2, 2}}));
  EXPECT_EQ(places(3, {{0, 1, {80, 20, 0}}, {1, 2, {50, 50, 0}}, {0, 2, {80, 20, 0}}}),
            (All{{1, 1}, {2, 3}, {2, 3}}));
  EXPECT_EQ(places(3, {{0, 1, {80, 20, 0}}}), (All{{1, 1}, {2, 2}, {1, 1}})) << "two groups";
}

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

// Games by seat: what the first player got in the first seat, and in the second.
Encounter seated(std::size_t first, std::size_t second, const GameCounts& in_first,
                 const GameCounts& in_second) {
  return {first,
          second,
          {.wins = in_first.wins + in_second.wins,
           .losses = in_first.losses + in_second.losses,
           .draws = in_first.draws + in_second.draws},
          {},
          SeatCounts{in_first, {}}};
}

// Three games in four in the first seat: there 0.75, in the second seat 0.5. Half the difference
// of the two Elos is the seat's, up to the one imagined draw.
TEST(Ratings, TakeAnAdvantageOfTheFirstSeatIntoAccount) {
  const std::vector<Encounter> e{
      seated(0, 1, {.wins = 22500, .losses = 7500}, {.wins = 5000, .losses = 5000})};
  const RatingList list = rate(2, e, Anchor{1, 0});
  const double apart = elo_of_score(0.75);
  EXPECT_EQ(list.first_seat().use, SeatUse::fitted);
  EXPECT_NEAR(list.first_seat().advantage.value, apart / 2, 0.1);
  EXPECT_NEAR(list.players()[0].elo, apart / 2, 0.1);
  // Without the seats it passes for strength.
  std::vector<Encounter> unseated = e;
  unseated[0].seats.reset();
  const RatingList without = rate(2, unseated, Anchor{1, 0});
  EXPECT_EQ(without.first_seat().use, SeatUse::unknown);
  EXPECT_NEAR(without.players()[0].elo, elo_of_score(0.6875), 1e-6);
}

// Where all have both seats equally often nothing changes: not one bit.
TEST(Ratings, EvenSeatsLeaveTheRatingsAlone) {
  std::vector<Encounter> e{seated(0, 1, {.wins = 60, .losses = 30, .draws = 10},
                                  {.wins = 40, .losses = 50, .draws = 10}),
                           seated(1, 2, {.wins = 55, .losses = 45}, {.wins = 30, .losses = 70}),
                           seated(2, 0, {.wins = 50, .losses = 50}, {.wins = 20, .losses = 80})};
  const RatingList list = rate(3, e);
  EXPECT_EQ(list.first_seat().use, SeatUse::even);
  EXPECT_GT(*list.first_seat().advantage.low, 0);
  for (Encounter& one : e) one.seats.reset();
  const RatingList without = rate(3, e);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(list.players()[i].elo, without.players()[i].elo);
    EXPECT_EQ(list.players()[i].error, without.players()[i].error);
  }
}

TEST(Ratings, AnAdvantageThatCannotBeToldIsLeftOut) {
  // Only ever one seat: strength and seat cannot be told apart.
  const std::vector<Encounter> one_seat{seated(0, 1, {.wins = 70, .losses = 30}, {})};
  const RatingList list = rate(2, one_seat, Anchor{1, 0});
  EXPECT_EQ(list.first_seat().use, SeatUse::uncertain);
  EXPECT_GT(list.first_seat().advantage.error, most_seat_error);
  EXPECT_NEAR(list.players()[0].elo, elo_of_score(0.7), 1e-6);
  EXPECT_GT(list.players()[0].error, z95 * usual_advantage) << "it may be the seat";
  // The first seat won everything.
  const std::vector<Encounter> all{seated(0, 1, {.wins = 30}, {.losses = 10})};
  EXPECT_EQ(rate(2, all).first_seat().use, SeatUse::uncertain);
  EXPECT_EQ(rate(2, all).first_seat().advantage.reach, Reach::nothing);
  // Players who never met have no seat in common.
  const std::vector<Encounter> apart{seated(0, 1, {.wins = 300, .losses = 100}, {.wins = 9}),
                                     seated(2, 3, {.wins = 300, .losses = 100}, {.wins = 9})};
  EXPECT_EQ(rate(4, apart).first_seat().use, SeatUse::unknown);
}

// The two games of a pair that the seats decide contradict each other in everything but the seat.
TEST(Ratings, TheErrorOfTheAdvantageTakesPairsAsOneResult) {
  const auto error = [](const std::array<std::array<std::uint64_t, 3>, 3>& pairs) {
    Encounter e{0, 1, {}};
    e.seats.emplace();
    e.seats->pairs = pairs;
    e.pairs.dd = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::uint64_t n = 0; n < pairs[i][j]; ++n) {
          e.games.add(static_cast<GameResult>(i));
          e.games.add(static_cast<GameResult>(j));
          e.seats->first.add(static_cast<GameResult>(i));
          e.pairs.add(static_cast<GameResult>(i), static_cast<GameResult>(j));
        }
      }
    }
    return rate(2, std::vector{e}).first_seat().advantage.error;
  };
  // The first seat gets 0.6 each time.
  const double by_deal = error({{{24, 0, 16}, {0, 0, 0}, {36, 0, 24}}});  // independent games
  const double by_seat = error({{{0, 0, 40}, {0, 0, 0}, {60, 0, 0}}});    // each pair one seat's
  EXPECT_NEAR(by_seat / by_deal, std::sqrt(2.0), 0.05);
}

TEST(Ratings, FitTheShareOfDraws) {
  // Between equals it is the share itself.
  const RatingList equal = rate(2, std::vector{games(0, 1, 40, 40, 20)});
  EXPECT_NEAR(equal.draws().value, 0.2, 1e-9);
  EXPECT_LT(*equal.draws().low, 0.2);
  EXPECT_GT(*equal.draws().high, 0.2);
  // Unequal players draw less: here equals would draw more often than these.
  const RatingList unequal = rate(2, std::vector{games(0, 1, 70, 10, 20)});
  EXPECT_GT(unequal.draws().value, 0.25);
  const double expected = score_of_elo(unequal.players()[0].elo - unequal.players()[1].elo);
  EXPECT_NEAR(draw_probability(expected, unequal.draws().value), 0.2, 1e-9);
  EXPECT_EQ(rate(2, std::vector{games(0, 1, 7, 3)}).draws().reach, Reach::nothing);
  EXPECT_EQ(rate(2, std::vector{games(0, 1, 0, 0, 9)}).draws().reach, Reach::nothing);
}

// Davidson's law: draws are to the geometric mean of wins and losses as between equals.
TEST(Ratings, TheLawOfDraws) {
  for (const double rate : {0.01, 0.3, 0.5, 0.9}) {
    EXPECT_NEAR(draw_probability(0.5, rate), rate, 1e-12);
    const double between_equals = rate / ((1 - rate) / 2);
    for (const double expected : {0.001, 0.2, 0.7, 0.99}) {
      const double drawn = draw_probability(expected, rate);
      const double won = expected - drawn / 2;
      const double lost = 1 - expected - drawn / 2;
      EXPECT_GT(won, 0);
      EXPECT_GT(lost, 0);
      EXPECT_NEAR(drawn / std::sqrt(won * lost), between_equals, 1e-6 * between_equals);
    }
  }
}

// Games of `seats` of ten players, in which the one does best whose strength and luck are the most;
// with luck of Gumbel's law who is before whom follows Bradley and Terry.
class Tables {
 public:
  Tables(std::size_t seats, unsigned games, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::array<std::uint32_t, players> all{};
    std::iota(all.begin(), all.end(), 0U);
    std::map<std::pair<std::size_t, std::size_t>, GameCounts> met;
    for (unsigned game = 0; game < games; ++game) {
      for (std::size_t i = 0; i < seats; ++i) std::swap(all[i], all[i + random() % (players - i)]);
      add(std::span(all).first(seats), random, met);
    }
    for (const auto& [two, counts] : met) encounters.push_back({two.first, two.second, counts});
  }

  // From 0 to 450 Elo.
  static double strength(std::size_t player) { return 50 * static_cast<double>(player); }

  static constexpr std::size_t players = 10;
  std::vector<Encounter> encounters;
  std::vector<Ranked> ranked;

 private:
  void add(std::span<const std::uint32_t> at_table, std::mt19937& random,
           std::map<std::pair<std::size_t, std::size_t>, GameCounts>& met) {
    std::vector<double> done;
    for (const std::uint32_t player : at_table) {
      const double drawn = (static_cast<double>(random()) + 0.5) / 4294967296.0;
      done.push_back(strength(player) * std::log(10.0) / 400 - std::log(-std::log(drawn)));
    }
    Ranked game;
    game.count = at_table.size();
    for (std::size_t i = 0; i < game.count; ++i) {
      game.players.at(i) = at_table[i];
      game.places.at(i) = 1;
      for (std::size_t j = 0; j < game.count; ++j) {
        if (done[j] > done[i]) ++game.places.at(i);
        if (at_table[i] < at_table[j]) {
          met[{at_table[i], at_table[j]}].add(done[i] > done[j] ? GameResult::win
                                                                : GameResult::loss);
        }
      }
    }
    ranked.push_back(game);
  }
};

// The encounters of a game are not independent, and errors that took them so would be too small.
TEST(Ratings, ErrorsOfGamesOfManyHoldTheTruth) {
  constexpr unsigned runs = 120;
  for (const std::size_t seats : {3U, 4U, 8U}) {
    unsigned held = 0;
    unsigned all = 0;
    for (std::uint32_t run = 0; run < runs; ++run) {
      const Tables tables(seats, 80, 100 * run + static_cast<std::uint32_t>(seats));
      const RatingList list = rate(Tables::players, tables.encounters, Anchor{0, 0}, tables.ranked);
      for (std::size_t a = 0; a < Tables::players; ++a) {
        for (std::size_t b = a + 1; b < Tables::players; ++b) {
          const Estimate apart = list.difference(a, b);
          const double truth = Tables::strength(a) - Tables::strength(b);
          ++all;
          if (apart.low.value_or(-1e9) <= truth && truth <= apart.high.value_or(1e9)) ++held;
        }
      }
    }
    const double coverage = static_cast<double>(held) / all;
    EXPECT_GE(coverage, 0.93) << seats << " seats";
    EXPECT_LE(coverage, 0.975) << seats << " seats";
  }
}

// A table of two is a game as any other.
TEST(Ratings, AGameOfTwoIsTheSameAsATable) {
  const Tables tables(2, 300, 7);
  const RatingList plain = rate(Tables::players, tables.encounters, Anchor{0, 0});
  const RatingList ranked = rate(Tables::players, tables.encounters, Anchor{0, 0}, tables.ranked);
  for (std::size_t i = 0; i < Tables::players; ++i) {
    EXPECT_EQ(ranked.players()[i].elo, plain.players()[i].elo);
    EXPECT_NEAR(ranked.players()[i].error, plain.players()[i].error, 1e-6);
  }
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
