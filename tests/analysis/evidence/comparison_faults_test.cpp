// Comparisons in which bots fail.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "comparison_support.hpp"

namespace referee::evidence {
namespace {

using bot::FaultKind;
using statistics::GameResult;
using State = Comparison::State;

// A pair whose games were both decided by a fault of this bot.
PairResult given_away(Role role, std::uint64_t number) {
  PairResult result = pair(GameResult::win, GameResult::win, number, 100);
  result.faults.push_back({2 * number, role, FaultKind::crash});
  return result;
}

TEST(Comparison, OthersThatAlwaysFailMeasureNothing) {
  ComparisonRules wins;
  wins.elo = {-1000, 0};
  ComparisonRules points;
  points.by = Yardstick::points;
  points.points = {-50, 0, -100, 100};
  for (const ComparisonRules& rules : {wins, points}) {
    for (const Role role : {Role::base_bot, Role::partner}) {
      Comparison comparison(rules);
      while (comparison.state() == State::open) {
        comparison.add(given_away(role, comparison.count()));
      }
      EXPECT_EQ(comparison.state(), State::others_always_failed);
      EXPECT_EQ(comparison.count(), Comparison::same_pairs);
    }
  }
  // Two bots that fail at once repeat one game, but the faults are the reason that is reported.
  Comparison both(wins);
  while (both.state() == State::open) {
    PairResult result = given_away(Role::base_bot, 0);
    result.faults.push_back({0, Role::new_bot, FaultKind::crash});
    result.games = {GameResult::draw, GameResult::draw};
    both.add(result);
  }
  EXPECT_EQ(both.state(), State::others_always_failed);
}

TEST(Comparison, OthersThatAlwaysFailMeasureNothingInFewPairsEither) {
  ComparisonRules rules;
  rules.elo = {-1000, 0};
  rules.most_pairs = 3;
  Comparison comparison(rules);
  while (comparison.state() == State::open) {
    comparison.add(given_away(Role::base_bot, comparison.count()));
  }
  EXPECT_EQ(comparison.state(), State::others_always_failed);
  EXPECT_EQ(comparison.count(), 3U);
}

TEST(Comparison, OnePairWithoutAFaultOfTheOthersIsEnoughToDecide) {
  ComparisonRules rules;
  rules.elo = {-1000, 0};
  Comparison comparison(rules);
  for (std::uint64_t i = 0; i < 5; ++i) {
    comparison.add(given_away(Role::base_bot, i));
    ASSERT_EQ(comparison.state(), State::open);
  }
  comparison.add(pair(GameResult::win, GameResult::win, 5));
  EXPECT_EQ(comparison.state(), State::better);

  // Faults of the new bot are its losses, however many there are.
  Comparison failing(rules);
  while (failing.state() == State::open) {
    PairResult result = pair(GameResult::loss, GameResult::loss, failing.count());
    result.faults.push_back({failing.count(), Role::new_bot, FaultKind::crash});
    failing.add(result);
  }
  EXPECT_EQ(failing.state(), State::not_better);
}

// A bot that crashes at once plays one game again and again, but not undecidedly.
TEST(Comparison, ANewBotThatAlwaysFailsIsTurnedDown) {
  for (const std::uint64_t games : {1U, 3U, 1000U}) {
    ComparisonRules rules;
    rules.elo = {0, 1};
    Comparison comparison(rules);
    while (comparison.state() == State::open) {
      const std::uint64_t number = comparison.played() % games;
      PairResult result = pair(GameResult::loss, GameResult::loss, number, -100);
      result.faults.assign(2, {number, Role::new_bot, FaultKind::crash});
      comparison.add(result);
    }
    EXPECT_EQ(comparison.state(), State::new_always_failed);
    EXPECT_EQ(comparison.played(), Comparison::same_pairs);
    EXPECT_EQ(comparison.conclusion(), Conclusion::not_better);
  }
  ComparisonRules few;
  few.most_pairs = 2;
  Comparison comparison(few);
  while (comparison.state() == State::open) {
    PairResult result = pair(GameResult::loss, GameResult::loss, 7);
    result.faults.assign(2, {7, Role::new_bot, FaultKind::illegal});
    comparison.add(result);
  }
  EXPECT_EQ(comparison.state(), State::new_always_failed);
}

// The other seat's games count: here they make it as strong as the base.
TEST(Comparison, ANewBotThatFailsInOneSeatIsTested) {
  ComparisonRules rules;
  rules.elo = {-200, 0};
  Comparison comparison(rules);
  for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
    PairResult result = pair(GameResult::win, GameResult::loss, i);
    result.faults.push_back({i, Role::new_bot, FaultKind::crash});
    comparison.add(result);
  }
  EXPECT_EQ(comparison.conclusion(), Conclusion::not_weaker);
}

// What H1 and H0 mean depends on what was asked.
TEST(Comparison, CountsFaultsByKindAndListsTheFirst) {
  Comparison comparison({});
  for (std::uint64_t i = 0; i < 120; ++i) {
    PairResult result = pair(GameResult::win, i % 2 ? GameResult::win : GameResult::loss, i);
    result.faults.push_back({i, Role::base_bot, FaultKind::crash});
    comparison.add(result);
  }
  EXPECT_EQ(comparison.faults(Role::base_bot)[static_cast<std::size_t>(FaultKind::crash)], 120U);
  EXPECT_EQ(comparison.failed(Role::base_bot), 120U);
  EXPECT_EQ(comparison.failed(Role::new_bot), 0U);
  EXPECT_EQ(comparison.faults(Role::new_bot), FaultCounts{});
  EXPECT_EQ(comparison.first_faults().size(), Comparison::most_listed_faults);
}

}  // namespace
}  // namespace referee::evidence
