#include "referee/analysis/evidence/rating_games.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/statistics/elo.hpp"
#include "tests/run/store/support.hpp"

namespace referee::evidence {
namespace {

using statistics::GameCounts;

store::MatchSummary match(const config::Manifest& manifest, std::uint64_t number,
                          std::string_view first, std::string_view second) {
  const config::Pairing pairing = config::Schedule(manifest).at(number);
  const config::Event& event = manifest.events[pairing.event];
  store::MatchSummary match;
  match.match = number;
  match.round = pairing.round;
  match.game = event.game->name;
  match.bots = {event.bots[pairing.bots[0]].name, event.bots[pairing.bots[1]].name};
  match.seats[0].status = rules::status_named(first).value();
  match.seats[1].status = rules::status_named(second).value();
  return match;
}

TEST(RatingGames, CountsEachPairOfBotsAsTheLowerOneSeesIt) {
  const config::Manifest manifest = test::manifest({test::event("box", {"a", "b", "c"}, 1)});
  RatingGames games(manifest);
  games.add(match(manifest, 0, "WIN", "LOSE"));   // a - b
  games.add(match(manifest, 1, "WIN", "LOSE"));   // b - a
  games.add(match(manifest, 3, "DRAW", "DRAW"));  // c - a
  const EventGames& event = games.events().at(0);
  EXPECT_EQ(event.games.at({0, 1}), (GameCounts{1, 1, 0}));
  EXPECT_EQ(event.games.at({0, 2}), (GameCounts{0, 0, 1}));
  EXPECT_FALSE(event.games.contains({1, 2}));
  EXPECT_FALSE(event.has_pairs());
  EXPECT_EQ(event.encounters().size(), 2U);
}

TEST(RatingGames, TheBotThatDidNotFailHasWon) {
  const config::Manifest manifest = test::manifest({test::event("box", {"a", "b"}, 1)});
  RatingGames games(manifest);
  store::MatchSummary fault = match(manifest, 0, "EXIT", "LOSE");
  fault.seats[0].fault = bot::FaultKind::crash;
  games.add(fault);
  EXPECT_EQ(games.events()[0].games.at({0, 1}), (GameCounts{0, 1, 0}));
}

// Deterministic bots: a hundred repetitions of a game count as one game.
TEST(RatingGames, CountsOneAndTheSameGameOnce) {
  const config::Manifest manifest = test::manifest({test::event("turn-right", {"a", "b"}, 50)});
  RatingGames games(manifest);
  for (std::uint64_t i = 0; i < 100; ++i) {
    store::MatchSummary game = match(manifest, i, "WIN", "LOSE");
    game.moves = 5;  // in another order of bots it is another game
    games.add(game);
  }
  const EventGames& event = games.events().at(0);
  EXPECT_EQ(event.repeated, 98U);
  ASSERT_EQ(event.encounters().size(), 1U);
  EXPECT_EQ(event.encounters()[0].games, (GameCounts{1, 1, 0}));
  EXPECT_EQ(event.pairs, statistics::PairCounts::split(0, 0, 1, 0, 0, 0));
}

TEST(RatingGames, EachDifferentGameCountsOnce) {
  const config::Manifest manifest = test::manifest({test::event("turn-right", {"a", "b"}, 50)});
  RatingGames games(manifest);
  for (std::uint64_t i = 0; i < 100; ++i) {
    store::MatchSummary game = match(manifest, i, "WIN", "LOSE");
    // Three different games as a, one as b, which makes one pair of games that are in no other.
    game.moves = i % 2 == 0 ? 40 + i / 2 % 3 : 50;
    games.add(game);
  }
  const EventGames& event = games.events().at(0);
  EXPECT_EQ(event.repeated, 96U);
  EXPECT_EQ(event.encounters()[0].games, (GameCounts{3, 1, 0}));
  EXPECT_EQ(event.all_games.at({0, 1}), (GameCounts{50, 50, 0}));
  EXPECT_EQ(event.pairs.total(), 1U);
}

// Bots that play by four seeds of their own in a game without a deal: four games in each seat order
// make sixteen different pairs, which know no more than four do.
TEST(RatingGames, GamesInAllCombinationsMakeNoMorePairsThanThereAreGames) {
  const config::Manifest manifest = test::manifest({test::event("turn-right", {"a", "b"}, 48)});
  std::vector<store::MatchSummary> matches;
  for (std::uint64_t round = 0; round < 48; ++round) {
    const std::uint64_t one = round / 4 % 4;
    const std::uint64_t two = round % 4;
    const auto add = [&](std::uint64_t number, bool won, std::uint64_t moves) {
      matches.push_back(match(manifest, number, won ? "WIN" : "LOSE", won ? "LOSE" : "WIN"));
      matches.back().moves = moves;
    };
    add(2 * round, one > 0, 40 + one);
    add(2 * round + 1, two < 2, 50 + two);
  }
  const auto in_order = [&](auto order) {
    RatingGames games(manifest);
    for (const std::size_t i : order) games.add(matches[i]);
    return games.events().at(0);
  };
  std::vector<std::size_t> order(matches.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const EventGames event = in_order(order);
  EXPECT_EQ(event.games.at({0, 1}).total(), 8U);
  EXPECT_EQ(event.repeated, 88U);
  EXPECT_EQ(event.pairs.total(), 4U);
  EXPECT_EQ(event.pairs_of.at({0, 1}), event.pairs);
  const auto list = statistics::rate(2, event.encounters(), statistics::Anchor{0, 0});
  EXPECT_GE(statistics::strength(event.pairs).elo.error, list.players()[1].error);

  std::mt19937 random(17);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    const EventGames other = in_order(order);
    EXPECT_EQ(other.pairs, event.pairs);
    EXPECT_EQ(other.pairs_of, event.pairs_of);
    EXPECT_EQ(other.games, event.games);
    EXPECT_EQ(other.seats_of.at({0, 1}).pairs, event.seats_of.at({0, 1}).pairs);
  }
}

// The pair of the earlier round counts even if it arrives later, whoever looks meanwhile.
TEST(RatingGames, TheEarlierRoundGoesFirst) {
  const config::Manifest manifest = test::manifest({test::event("turn-right", {"a", "b"}, 3)});
  RatingGames games(manifest);
  const auto add = [&](std::uint64_t number, std::uint64_t moves, const char* first,
                       const char* second) {
    store::MatchSummary game = match(manifest, number, first, second);
    game.moves = moves;
    games.add(game);
  };
  add(4, 1, "WIN", "LOSE");
  add(5, 3, "WIN", "LOSE");
  EXPECT_EQ(games.events()[0].pairs, statistics::PairCounts::split(0, 0, 1, 0, 0, 0));
  add(0, 1, "WIN", "LOSE");
  add(1, 4, "LOSE", "WIN");
  EXPECT_EQ(games.events()[0].pairs, statistics::PairCounts::split(0, 0, 0, 0, 0, 1));
  add(2, 5, "DRAW", "DRAW");
  add(3, 3, "WIN", "LOSE");
  EXPECT_EQ(games.events()[0].pairs, statistics::PairCounts::split(0, 1, 0, 0, 0, 1));
}

TEST(RatingGames, GamesOfUnknownMovesAreAllDifferent) {
  const config::Manifest manifest = test::manifest({test::event("turn-right", {"a", "b"}, 50)});
  RatingGames games(manifest);
  for (std::uint64_t i = 0; i < 100; ++i) games.add(match(manifest, i, "WIN", "LOSE"));
  const EventGames& event = games.events().at(0);
  EXPECT_EQ(event.repeated, 0U);
  EXPECT_EQ(event.encounters()[0].games.total(), 100U);
  EXPECT_EQ(event.pairs.total(), 50U);
}

TEST(RatingGames, JoinsTheTwoSeatOrdersOfARound) {
  const config::Manifest manifest = test::manifest({test::event("box", {"a", "b"}, 3)});
  RatingGames games(manifest);
  games.add(match(manifest, 3, "LOSE", "WIN"));   // round 2: b - a
  games.add(match(manifest, 0, "WIN", "LOSE"));   // round 1: a - b
  games.add(match(manifest, 2, "DRAW", "DRAW"));  // round 2: a - b
  games.add(match(manifest, 1, "WIN", "LOSE"));   // round 1: b - a
  games.add(match(manifest, 4, "WIN", "LOSE"));   // round 3 is not complete
  const EventGames& event = games.events().at(0);
  ASSERT_TRUE(event.has_pairs());
  EXPECT_EQ(event.pairs, statistics::PairCounts::split(0, 0, 1, 0, 1, 0));
  // In the first seat a won rounds 1 and 3 and drew round 2; in the second it lost and won.
  const auto seats = event.encounters().at(0).seats;
  ASSERT_TRUE(seats);
  EXPECT_EQ(seats->first, (GameCounts{2, 0, 1}));
  EXPECT_EQ(seats->pairs[2][0], 1U);
  EXPECT_EQ(seats->pairs[1][2], 1U);
}

TEST(RatingGames, NobodyBeatsAnybodyInACooperativeGame) {
  const config::Manifest manifest = test::manifest({test::event("6561", {"a", "b"}, 1)});
  RatingGames games(manifest);
  games.add(match(manifest, 0, "DRAW", "DRAW"));
  EXPECT_TRUE(games.events()[0].games.empty());
  EXPECT_FALSE(games.events()[0].has_pairs());
  store::MatchSummary stranger = match(manifest, 1, "DRAW", "DRAW");
  stranger.bots[1] = "stranger";
  EXPECT_THROW(games.add(stranger), std::invalid_argument);
}

TEST(RatingGames, KeepsTwoEventsOfOneGameApart) {
  const config::Manifest manifest =
      test::manifest({test::event("box", {"a", "b"}, 1), test::event("box", {"b", "a"}, 1)});
  RatingGames games(manifest);
  games.add(match(manifest, 0, "WIN", "LOSE"));  // a - b
  games.add(match(manifest, 2, "WIN", "LOSE"));  // b - a, of the second event
  games.add(match(manifest, 3, "DRAW", "DRAW"));
  EXPECT_EQ(games.events()[0].games.at({0, 1}), (GameCounts{1, 0, 0}));
  EXPECT_EQ(games.events()[1].games.at({0, 1}), (GameCounts{1, 0, 1}));
  EXPECT_EQ(games.events()[0].pairs.total(), 0U);
  EXPECT_EQ(games.events()[1].pairs.total(), 1U);
}

// A Swiss of two bots: one pairing in each round.
config::Event swiss(formats::SeatOrders seats, int rounds) {
  config::Event event = test::event("box", {"a", "b"}, rounds);
  event.format.kind = formats::FormatKind::swiss;
  event.format.seats = seats;
  return event;
}

TEST(RatingGames, PairsOfAnEventThatBeginsWithAnOddNumber) {
  const config::Manifest manifest =
      test::manifest({swiss(formats::SeatOrders::one, 1), test::event("box", {"c", "d"}, 2)});
  ASSERT_EQ(config::Schedule(manifest).size(), 5U);
  RatingGames games(manifest);
  games.add(match(manifest, 1, "WIN", "LOSE"));  // c - d
  games.add(match(manifest, 2, "LOSE", "WIN"));  // d - c of the same round
  games.add(match(manifest, 3, "LOSE", "WIN"));  // c - d
  games.add(match(manifest, 4, "WIN", "LOSE"));  // d - c
  EXPECT_EQ(games.events()[1].pairs, statistics::PairCounts::split(1, 0, 0, 0, 0, 1));
}

TEST(RatingGames, TwoRoundsInOneSeatOrderAreNoPair) {
  const config::Manifest manifest = test::manifest({swiss(formats::SeatOrders::one, 2)});
  RatingGames games(manifest);
  games.add(match(manifest, 0, "WIN", "LOSE"));
  store::MatchSummary second = match(manifest, 0, "WIN", "LOSE");
  second.match = 1;
  games.add(second);
  EXPECT_FALSE(games.events()[0].has_pairs());
  EXPECT_EQ(games.events()[0].pairs.total(), 0U);
  EXPECT_TRUE(
      RatingGames(test::manifest({swiss(formats::SeatOrders::both, 2)})).events()[0].has_pairs());
}

}  // namespace
}  // namespace referee::evidence
