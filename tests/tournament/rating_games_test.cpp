#include "referee/tournament/rating_games.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "tests/tournament/support.hpp"

namespace referee::tournament {
namespace {

using statistics::GameCounts;

MatchSummary match(std::uint64_t number, std::string first, std::string second) {
  MatchSummary match;
  match.match = number;
  match.seats[0].status = std::move(first);
  match.seats[1].status = std::move(second);
  return match;
}

TEST(RatingGames, CountsEachPairOfBotsAsTheLowerOneSeesIt) {
  RatingGames games(test::manifest({test::event("box", {"a", "b", "c"}, 1)}));
  games.add(match(0, "WIN", "LOSE"));   // a - b
  games.add(match(1, "WIN", "LOSE"));   // b - a
  games.add(match(3, "DRAW", "DRAW"));  // c - a
  const EventGames& event = games.events().at(0);
  EXPECT_EQ(event.games.at({0, 1}), (GameCounts{1, 1, 0}));
  EXPECT_EQ(event.games.at({0, 2}), (GameCounts{0, 0, 1}));
  EXPECT_FALSE(event.games.contains({1, 2}));
  EXPECT_FALSE(event.has_pairs());
  EXPECT_EQ(event.encounters().size(), 2U);
}

TEST(RatingGames, TheBotThatDidNotFailHasWon) {
  RatingGames games(test::manifest({test::event("box", {"a", "b"}, 1)}));
  MatchSummary fault = match(0, "CRASH", "LOSE");
  fault.seats[0].fault = bot::FaultKind::crash;
  games.add(fault);
  EXPECT_EQ(games.events()[0].games.at({0, 1}), (GameCounts{0, 1, 0}));
}

TEST(RatingGames, JoinsTheTwoSeatOrdersOfARound) {
  RatingGames games(test::manifest({test::event("box", {"a", "b"}, 3)}));
  games.add(match(3, "LOSE", "WIN"));   // round 2: b - a
  games.add(match(0, "WIN", "LOSE"));   // round 1: a - b
  games.add(match(2, "DRAW", "DRAW"));  // round 2: a - b
  games.add(match(1, "WIN", "LOSE"));   // round 1: b - a
  games.add(match(4, "WIN", "LOSE"));   // round 3 is not complete
  const EventGames& event = games.events().at(0);
  ASSERT_TRUE(event.has_pairs());
  EXPECT_EQ(event.pairs, statistics::PairCounts::split(0, 0, 1, 0, 1, 0));
}

TEST(RatingGames, NobodyBeatsAnybodyInACooperativeGame) {
  RatingGames games(test::manifest({test::event("6561", {"a", "b"}, 1)}));
  games.add(match(0, "DRAW", "DRAW"));
  EXPECT_TRUE(games.events()[0].games.empty());
  EXPECT_FALSE(games.events()[0].has_pairs());
  EXPECT_THROW(games.add(match(2, "DRAW", "DRAW")), std::out_of_range);
}

}  // namespace
}  // namespace referee::tournament
