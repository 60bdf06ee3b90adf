// What the plans promise of their numbers, and the pairing of single Swiss rounds.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "referee/run/formats/knockout.hpp"
#include "referee/run/formats/league.hpp"
#include "referee/run/formats/swiss_pairing.hpp"
#include "rules/by_seat.hpp"
#include "tests/run/store/support.hpp"

namespace referee::formats {
namespace {

// Every number has a match that has this number, and no two are the same.
template <typename Plan>
void check_numbers(const Plan& plan, std::uint64_t size) {
  ASSERT_EQ(plan.size(), size);
  std::set<std::pair<int, rules::BySeat<std::size_t>>> seen;
  for (std::uint64_t number = 0; number < size; ++number) {
    const Slot slot = plan.find(number).value();
    EXPECT_EQ(plan.number_of(slot), number);
    EXPECT_TRUE(seen.emplace(slot.round, slot.bots).second);
  }
}

TEST(RoundRobin, NumbersAndMatchesBelongTogether) {
  check_numbers(RoundRobin(5, 3), 60);
  const RoundRobin plan(3, 2);
  EXPECT_EQ(plan.find(0)->bots, (rules::BySeat<std::size_t>{0, 1}));
  EXPECT_EQ(plan.find(1)->bots, (rules::BySeat<std::size_t>{1, 0}));
  EXPECT_EQ(plan.find(11)->bots, (rules::BySeat<std::size_t>{2, 1}));
  EXPECT_EQ(plan.find(11)->round, 2);
  EXPECT_TRUE(plan.ranking().empty());
}

TEST(Gauntlet, ChallengersMeetTheOthersAloneAndAreRankedFirst) {
  Gauntlet plan(*rules::find_game("box"), 5, 2, 3);
  check_numbers(plan, 36);
  for (std::uint64_t number = 0; number < plan.size(); ++number) {
    const auto bots = plan.find(number)->bots;
    EXPECT_NE(bots[0] < 2, bots[1] < 2);
    // The others win, and the last one by most.
    plan.note(number, test::game(static_cast<int>(bots[0]), static_cast<int>(bots[1])));
  }
  std::vector<std::size_t> order;
  for (const Placed& placed : plan.ranking()) order.push_back(placed.bot);
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 0, 4, 3, 2}));
}

TEST(Recorded, HasTheMatchesOfTheList) {
  const Recorded plan({{17, 1, {0, 1}, "swiss"}, {4, 2, {1, 0}, ""}});
  EXPECT_EQ(plan.size(), 2U);
  EXPECT_EQ(plan.find(1)->round, 2);
  EXPECT_EQ(plan.find(1)->bots, (rules::BySeat<std::size_t>{1, 0}));
  EXPECT_EQ(plan.recorded(0).number, 17);
}

TEST(KnockoutPlan, PlaysOffATieAndThenFavoursTheBetterSeed) {
  Knockout plan(2, 1, 1);
  EXPECT_EQ(plan.size(), 4U);
  EXPECT_EQ(plan.planned(), 2U);
  EXPECT_FALSE(plan.find(2)) << "nobody knows yet whether it is needed";
  EXPECT_FALSE(plan.note(0, test::game(5, 5)));
  EXPECT_TRUE(plan.note(1, test::game(5, 5)));
  EXPECT_EQ(plan.planned(), 4U);
  EXPECT_TRUE(plan.is_planned(2));
  ASSERT_TRUE(plan.find(2));
  EXPECT_EQ(plan.find(2)->deal, 1);
  plan.note(2, test::game(1, 1));
  plan.note(3, test::game(1, 1));
  EXPECT_EQ(plan.ranking().front().bot, 0U);
  EXPECT_EQ(plan.ranking().front().place, 1);
}

TEST(KnockoutPlan, LeavesOutAPlayOffThatIsNotNeeded) {
  Knockout plan(2, 1, 1);
  plan.note(0, test::game(0, 5));
  plan.note(1, test::game(5, 0));
  EXPECT_TRUE(plan.is_left_out(2));
  EXPECT_FALSE(plan.is_planned(2));
  EXPECT_EQ(plan.ranking().front().bot, 1U);
  EXPECT_THROW(plan.note(2, test::game(1, 0)), std::out_of_range);
}

std::vector<SwissPlayer> players(const std::vector<int>& points) {
  std::vector<SwissPlayer> all;
  for (const int one : points) {
    all.emplace_back();
    all.back().points = one;
    all.back().met.assign(points.size(), 0);
  }
  return all;
}

using Boards = std::vector<std::array<std::size_t, 2>>;

TEST(PairSwiss, TheTopHalfMeetsTheBottomHalf) {
  const SwissRound round = pair_swiss(players({2, 2, 2, 2}), SeatOrders::both);
  EXPECT_EQ(round.boards, (Boards{{0, 2}, {1, 3}}));
  EXPECT_FALSE(round.bye);
}

TEST(PairSwiss, AvoidsRematchesAndStaysInTheScoreGroup) {
  auto all = players({2, 2, 0, 0});
  EXPECT_EQ(pair_swiss(all, SeatOrders::both).boards, (Boards{{0, 1}, {2, 3}}));
  all[0].met[1] = all[1].met[0] = 1;
  const SwissRound round = pair_swiss(all, SeatOrders::both);
  EXPECT_EQ(round.boards.front()[0], 0U);
  EXPECT_NE(round.boards.front()[1], 1U);
}

TEST(PairSwiss, TheByeGoesToTheLowestOfThoseWithTheFewest) {
  auto all = players({4, 2, 0});
  EXPECT_EQ(pair_swiss(all, SeatOrders::both).bye, 2U);
  all[2].byes = 1;
  EXPECT_EQ(pair_swiss(all, SeatOrders::both).bye, 1U);
}

TEST(PairSwiss, SeatsAlternate) {
  auto all = players({2, 2});
  all[0].last = {1, 0};
  all[0].balance = 1;
  all[1].last = {-1, 0};
  all[1].balance = -1;
  EXPECT_EQ(pair_swiss(all, SeatOrders::one).boards, (Boards{{1, 0}}));
}

}  // namespace
}  // namespace referee::formats
