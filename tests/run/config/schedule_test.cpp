#include "referee/run/config/schedule.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rules/by_seat.hpp"
#include "rules/random.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

using test::event;

std::vector<std::string> names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("bot" + std::to_string(i));
  return names;
}

std::vector<Pairing> all(const Schedule& schedule) {
  std::vector<Pairing> pairings;
  for (std::uint64_t i = 0; i < schedule.size(); ++i) pairings.push_back(schedule.at(i));
  return pairings;
}

TEST(Schedule, PlaysEveryOrderedPairOnceInARound) {
  for (std::size_t bots = 2; bots <= 12; ++bots) {
    const Schedule schedule(test::manifest({event("box", names(bots), 3)}));
    ASSERT_EQ(schedule.size(), 3 * bots * (bots - 1));
    std::map<int, std::set<rules::BySeat<std::size_t>>> met;
    for (const Pairing& pairing : all(schedule)) {
      EXPECT_NE(pairing.bots[0], pairing.bots[1]);
      EXPECT_LT(pairing.bots[0], bots);
      EXPECT_LT(pairing.bots[1], bots);
      EXPECT_TRUE(met[pairing.round].insert(pairing.bots).second);
    }
    ASSERT_EQ(met.size(), 3U);
    for (const auto& [round, pairs] : met) {
      EXPECT_TRUE(round >= 1 && round <= 3);
      EXPECT_EQ(pairs.size(), bots * (bots - 1));
    }
  }
}

TEST(Schedule, NumbersThePairsInOrderWithBothSeatOrdersAdjacent) {
  const Schedule schedule(test::manifest({event("box", names(3), 2)}));
  const std::vector<rules::BySeat<std::size_t>> order{{0, 1}, {1, 0}, {0, 2},
                                                      {2, 0}, {1, 2}, {2, 1}};
  for (std::uint64_t i = 0; i < schedule.size(); ++i) {
    EXPECT_EQ(schedule.at(i).bots, order[i % 6]) << i;
    EXPECT_EQ(schedule.at(i).round, static_cast<int>(i / 6) + 1) << i;
  }
}

TEST(Schedule, SharesTheDealInARoundAndNowhereElse) {
  const Schedule schedule(test::manifest(
      {event("box", names(4), 50), event("black-hole", names(3), 50), event("box", names(4), 50)}));
  std::map<std::pair<std::size_t, int>, std::uint64_t> seeds;
  for (const Pairing& pairing : all(schedule)) {
    EXPECT_LE(pairing.seed, rules::max_seed);
    const auto [place, is_new] = seeds.try_emplace({pairing.event, pairing.round}, pairing.seed);
    EXPECT_EQ(place->second, pairing.seed);
  }
  std::set<std::uint64_t> different;
  for (const auto& [round, seed] : seeds) different.insert(seed);
  EXPECT_EQ(seeds.size(), 150U);
  EXPECT_EQ(different.size(), 150U);
}

TEST(Schedule, TakesTheEventsOneAfterTheOther) {
  const Schedule schedule(test::manifest(
      {event("box", names(4), 2), event("6561", names(2), 5), event("turn-right", names(3), 1)}));
  ASSERT_EQ(schedule.size(), 24U + 10U + 6U);
  for (std::uint64_t i = 0; i < schedule.size(); ++i) {
    EXPECT_EQ(schedule.at(i).event, i < 24 ? 0U : i < 34 ? 1U : 2U) << i;
  }
  EXPECT_EQ(schedule.at(24).round, 1);
  EXPECT_EQ(schedule.at(33).round, 5);
  EXPECT_EQ(schedule.at(34).round, 1);
}

TEST(Schedule, IsAPureFunctionOfTheManifest) {
  const std::vector<Event> events{event("box", names(5), 4), event("2187", names(2), 3)};
  const Schedule one(test::manifest(events, 11));
  const Schedule same(test::manifest(events, 11));
  const Schedule other(test::manifest(events, 12));
  // Asked from the end to the beginning: the order of the questions does not matter.
  for (std::uint64_t i = one.size(); i-- > 0;) {
    const Pairing a = one.at(i);
    const Pairing b = same.at(i);
    EXPECT_EQ(a.event, b.event);
    EXPECT_EQ(a.round, b.round);
    EXPECT_EQ(a.bots, b.bots);
    EXPECT_EQ(a.seed, b.seed);
    EXPECT_NE(a.seed, other.at(i).seed);
    EXPECT_EQ(a.bots, other.at(i).bots);
  }
}

TEST(Schedule, DoesNotDependOnTheNamesOfBots) {
  const Schedule one(test::manifest({event("box", {"a", "b"}, 2)}));
  const Schedule other(test::manifest({event("box", {"c", "d"}, 2)}));
  for (std::uint64_t i = 0; i < one.size(); ++i) EXPECT_EQ(one.at(i).seed, other.at(i).seed);
}

TEST(Schedule, HasNoMatchBeyondItsEnd) {
  const Schedule schedule(test::manifest({event("box", names(2), 1)}));
  EXPECT_NO_THROW(static_cast<void>(schedule.at(1)));
  EXPECT_THROW(static_cast<void>(schedule.at(2)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(Schedule(test::manifest({})).at(0)), std::out_of_range);
}

TEST(Schedule, OfManyMatchesIsAsQuickAsASmallOne) {
  const Schedule schedule(test::manifest({event("box", names(60), 1'000'000)}));
  ASSERT_EQ(schedule.size(), std::uint64_t{3540} * 1'000'000);
  const Pairing last = schedule.at(schedule.size() - 1);
  EXPECT_EQ(last.round, 1'000'000);
  EXPECT_EQ(last.bots, (rules::BySeat<std::size_t>{59, 58}));
}

TEST(Schedule, LeaguesKnowTheNumberOfEachMatch) {
  const rules::GameInfo& game = *rules::find_game("box");
  for (std::size_t bots = 2; bots < 9; ++bots) {
    const formats::RoundRobin all(bots, 3);
    for (std::uint64_t i = 0; i < all.size(); ++i) EXPECT_EQ(all.number_of(*all.find(i)), i);
    for (std::size_t challengers = 1; challengers < bots; ++challengers) {
      const formats::Gauntlet some(game, bots, challengers, 3);
      for (std::uint64_t i = 0; i < some.size(); ++i) EXPECT_EQ(some.number_of(*some.find(i)), i);
    }
  }
}

}  // namespace
}  // namespace referee::config
