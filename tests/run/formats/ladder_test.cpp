// The plan of a ladder as a function of its format and of the results so far.
#include "referee/run/formats/ladder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

#include "rules/random.hpp"

namespace referee::formats {
namespace {

Format format_of(std::size_t bots, int pairs, std::uint64_t planned) {
  Format format;
  format.kind = FormatKind::ladder;
  format.pairs = pairs;
  format.planned = planned;
  format.periods = {{0, bots, {}, {}, {}}};
  return format;
}

GameFigures won_by(int seat, std::optional<std::uint64_t> mark = {}) {
  GameFigures game;
  game[static_cast<std::size_t>(seat)] = {1, 0, false, true};
  game.mark = mark;
  return game;
}

// Bots with these strengths in natural units; what they play follows from the match's number alone.
GameFigures play(const Slot& slot, std::uint64_t number, const std::vector<double>& strengths) {
  rules::Stream stream(number, "result");
  const double difference = strengths[slot.bots[0]] - strengths[slot.bots[1]];
  const double chance = 1 / (1 + std::exp(-difference));
  return won_by(static_cast<double>(stream.below(1'000'000)) < 1e6 * chance ? 0 : 1, number);
}

// Plays all that is planned, in the order of the numbers.
void play_all(Ladder& ladder, const std::vector<double>& strengths, std::uint64_t from = 0) {
  for (std::uint64_t number = from; number < ladder.size(); ++number) {
    if (ladder.is_left_out(number)) continue;
    const auto slot = ladder.find(number);
    ASSERT_TRUE(slot) << number;
    ladder.note(number, play(*slot, number, strengths));
  }
}

std::map<std::size_t, int> games_of(const Ladder& ladder, std::uint64_t begin, std::uint64_t end) {
  std::map<std::size_t, int> games;
  for (std::uint64_t number = begin; number < end; ++number) {
    if (const auto slot = ladder.find(number)) {
      for (const std::size_t bot : slot->bots) ++games[bot];
    }
  }
  return games;
}

TEST(Ladder, PlaysEachDealInBothSeats) {
  Ladder ladder(5, format_of(5, 4, 40));
  play_all(ladder, {0, 0.2, 0.4, 0.6, 0.8});
  EXPECT_EQ(ladder.rounds(), 5);
  std::set<std::pair<int, int>> deals;
  for (std::uint64_t number = 0; number < 40; number += 2) {
    const Slot one = *ladder.find(number);
    const Slot two = *ladder.find(number + 1);
    EXPECT_EQ(one.round, static_cast<int>(number / 8) + 1);
    EXPECT_EQ(one.round, two.round);
    EXPECT_EQ(one.deal, two.deal);
    EXPECT_TRUE(deals.insert({one.round, one.deal}).second);
    EXPECT_LT(one.bots[0], one.bots[1]);
    EXPECT_EQ(two.bots, (std::array{one.bots[1], one.bots[0]}));
  }
}

TEST(Ladder, FollowsFromResultsOfEarlierRoundsInWhateverOrder) {
  const std::vector<double> strengths{0, 0.5, 1, 1.5, -1, 2};
  Ladder straight(6, format_of(6, 5, 200));
  play_all(straight, strengths);
  Ladder shuffled(6, format_of(6, 5, 200));
  rules::Stream stream(5, "order");
  for (std::uint64_t begin = 0; begin < 200; begin += 10) {
    EXPECT_FALSE(begin + 10 < 200 && shuffled.find(begin + 10)) << "a round begins too early";
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = begin; number < begin + 10; ++number) numbers.push_back(number);
    stream.shuffle(std::span(numbers));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool opens =
          shuffled.note(numbers[i], play(*shuffled.find(numbers[i]), numbers[i], strengths));
      EXPECT_EQ(opens, i + 1 == numbers.size() && begin + 10 < 200);
    }
  }
  for (std::uint64_t number = 0; number < 200; ++number) {
    EXPECT_EQ(straight.find(number)->bots, shuffled.find(number)->bots) << number;
  }
  EXPECT_EQ(straight.ranking(), shuffled.ranking());
  EXPECT_THROW(straight.note(0, {}), std::out_of_range);
}

TEST(Ladder, HasTheSameMatchesHoweverManyArePlanned) {
  const std::vector<double> strengths{0, 1, 2, 3};
  Ladder whole(4, format_of(4, 8, 160));
  play_all(whole, strengths);
  for (const std::uint64_t planned : {2U, 14U, 16U, 18U, 100U}) {
    Ladder part(4, format_of(4, 8, planned));
    play_all(part, strengths);
    EXPECT_FALSE(part.find(planned));
    for (std::uint64_t number = 0; number < planned; ++number) {
      EXPECT_EQ(part.find(number)->bots, whole.find(number)->bots);
      EXPECT_EQ(part.find(number)->deal, whole.find(number)->deal);
    }
  }
}

TEST(Ladder, PlaysANewBotUntilItIsKnownAsWellAsTheOthers) {
  Format format = format_of(6, 8, 1000);
  format.periods.push_back({600, 7, {}, {}, {}});
  const std::vector<double> strengths{0, 0.3, 0.6, 0.9, 1.2, 1.5, 1};
  Ladder ladder(7, format);
  play_all(ladder, strengths);
  EXPECT_EQ(games_of(ladder, 0, 600).count(6), 0U);
  EXPECT_EQ(games_of(ladder, 600, 616)[6], 16) << "its first round is all its own";
  const auto all = games_of(ladder, 0, 1000);
  const auto late = games_of(ladder, 900, 1000);
  for (std::size_t bot = 0; bot < 6; ++bot) {
    EXPECT_GT(all.at(6), all.at(bot) * 6 / 10) << bot;
    EXPECT_GT(late.at(bot), 0) << "the others play again once it is known";
  }
  std::vector<double> errors(7);
  for (const Placed& placed : ladder.ranking()) errors[placed.bot] = placed.ladder->error;
  EXPECT_EQ(errors[0], 0) << "the first one is the zero of the scale";
  EXPECT_LT(errors[6], 1.3 * *std::max_element(errors.begin() + 1, errors.begin() + 6));
}

// How often each two meet in these rounds.
std::map<std::pair<std::size_t, std::size_t>, int> meetings(const Ladder& ladder,
                                                            const std::vector<int>& rounds) {
  std::map<std::pair<std::size_t, std::size_t>, int> met;
  for (std::uint64_t number = 0; number < ladder.size(); number += 2) {
    const Slot slot = *ladder.find(number);
    if (std::find(rounds.begin(), rounds.end(), slot.round) != rounds.end()) {
      ++met[{slot.bots[0], slot.bots[1]}];
    }
  }
  return met;
}

TEST(Ladder, ChoosesByCountsAloneInThreeRoundsOfFour) {
  Ladder one(6, format_of(6, 6, 480));
  play_all(one, {0, 0.1, 3, 3.1, 6, 6.1});
  Ladder other(6, format_of(6, 6, 480));
  play_all(other, {6.1, 0, 0, 0, 0, 0});
  for (std::uint64_t number = 0; number < 480; ++number) {
    const Slot slot = *one.find(number);
    if (slot.round % 4 == 0) continue;
    EXPECT_EQ(slot.bots, other.find(number)->bots) << number;
  }
  std::vector<int> by_counts;
  for (int round = 1; round <= 40; ++round) {
    if (round % 4 != 0) by_counts.push_back(round);
  }
  // 180 pairs, 15 pairings.
  const auto met = meetings(one, by_counts);
  EXPECT_EQ(met.size(), 15U);
  for (const auto& [bots, times] : met) EXPECT_NEAR(times, 12, 2) << bots.first << bots.second;
}

TEST(Ladder, LeavesEveryFourthRoundToThoseThatMayBeTheStrongest) {
  Ladder ladder(6, format_of(6, 6, 480));
  play_all(ladder, {0, 0.1, 0.2, 6, 6, 6});
  for (const auto& [bots, times] : meetings(ladder, {24, 28, 32, 36, 40})) {
    EXPECT_TRUE(bots.first >= 3 && bots.second >= 3) << bots.first << bots.second << times;
  }
}

TEST(Ladder, ChoosesAllPairsByResultsInPeriodsOfEarlierVersions) {
  Format format = format_of(6, 6, 600);
  format.periods[0].from_results = true;
  Ladder ladder(6, format);
  play_all(ladder, {0, 0.1, 3, 3.1, 6, 6.1});
  std::vector<int> late;
  for (int round = 26; round <= 50; ++round) late.push_back(round);
  auto met = meetings(ladder, late);
  EXPECT_GT((met[{0, 1}]), (met[{0, 4}]) + (met[{0, 5}]));
  EXPECT_GT((met[{2, 3}]), (met[{0, 5}]) + (met[{1, 5}]));
}

TEST(Ladder, LeavesOutWhatAPeriodHasCutOffAndWhoHasLeft) {
  Format format = format_of(3, 4, 80);
  // Of the third round, 16 to 23, the matches 16, 17 and 20 were played.
  format.periods.push_back({22, 4, {1}, {}, {{18, 19}, {21, 21}}});
  format.periods.push_back({22, 4, {}, {}, {}});
  format.periods.push_back({54, 5, {0}, {1}, {}});
  Ladder ladder(5, format);
  EXPECT_EQ(ladder.planned(), 77U);
  EXPECT_EQ(ladder.rounds(), 3 + 4 + 4);
  play_all(ladder, {0, 0.2, 0.4, 0.6, 0.8});
  for (const std::uint64_t number : {18U, 19U, 21U}) {
    EXPECT_TRUE(ladder.is_left_out(number));
    EXPECT_FALSE(ladder.find(number));
    EXPECT_THROW(ladder.note(number, {}), std::out_of_range);
  }
  EXPECT_EQ(ladder.find(20)->round, 3);
  EXPECT_EQ(ladder.find(22)->round, 4);
  EXPECT_EQ(games_of(ladder, 22, 54).count(1), 0U) << "it has left";
  EXPECT_EQ(games_of(ladder, 54, 80).count(0), 0U) << "it has left";
  EXPECT_GT(games_of(ladder, 54, 80)[1], 0) << "it is back";
  EXPECT_GT(games_of(ladder, 54, 80)[4], 0) << "it is new";
  for (const Placed& placed : ladder.ranking()) {
    EXPECT_EQ(placed.ladder->plays, placed.bot != 0) << placed.bot;
    EXPECT_EQ(placed.ladder->since, placed.bot < 3 ? 1 : placed.bot == 3 ? 4 : 8);
  }
}

TEST(Ladder, RanksByTheRatingsOfStatistics) {
  Ladder ladder(4, format_of(4, 8, 400));
  const std::vector<double> strengths{0, -1, 1, 0.5};
  std::map<std::pair<std::size_t, std::size_t>, statistics::Encounter> met;
  for (std::uint64_t number = 0; number < 400; number += 2) {
    std::array<statistics::GameResult, 2> of_low{};
    const auto bots = ladder.find(number)->bots;
    for (const std::uint64_t one : {number, number + 1}) {
      const GameFigures game = play(*ladder.find(one), one, strengths);
      const auto result = game[0].won ? statistics::GameResult::win : statistics::GameResult::loss;
      of_low[one - number] = one == number ? result : statistics::swapped(result);
      ladder.note(one, game);
    }
    auto& encounter = met.try_emplace({bots[0], bots[1]}).first->second;
    encounter.first = bots[0];
    encounter.second = bots[1];
    if (!encounter.seats) encounter.seats.emplace();
    for (const auto result : of_low) encounter.games.add(result);
    encounter.seats->first.add(of_low[0]);
    encounter.pairs.add(of_low[0], of_low[1]);
    ++encounter.seats
          ->pairs[static_cast<std::size_t>(of_low[0])][static_cast<std::size_t>(of_low[1])];
  }
  std::vector<statistics::Encounter> list;
  for (const auto& [bots, encounter] : met) list.push_back(encounter);
  const auto rated = statistics::rate(4, list, statistics::Anchor{0, 0});
  std::vector<std::size_t> order;
  for (const Placed& placed : ladder.ranking()) {
    order.push_back(placed.bot);
    EXPECT_EQ(placed.place, static_cast<int>(order.size()));
    EXPECT_DOUBLE_EQ(placed.ladder->elo, rated.players()[placed.bot].elo);
    EXPECT_DOUBLE_EQ(placed.ladder->error, rated.players()[placed.bot].error);
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{2, 3, 0, 1}));
}

TEST(Ladder, CountsARepeatedGameOnceAndAFailureAsLost) {
  const auto error_of = [](bool repeats) {
    Ladder ladder(2, format_of(2, 4, 80));
    for (std::uint64_t number = 0; number < 80; ++number) {
      // The first bot wins two games of three.
      const bool wins = number % 3 != 0;
      const int seat = (ladder.find(number)->bots[0] == 0) == wins ? 0 : 1;
      ladder.note(number, won_by(seat, repeats ? number % 6 : number));
    }
    return ladder.ranking()[0].ladder->error + ladder.ranking()[1].ladder->error;
  };
  EXPECT_GT(error_of(true), 2 * error_of(false));

  Ladder failing(2, format_of(2, 4, 80));
  for (std::uint64_t number = 0; number < 80; ++number) {
    GameFigures game = won_by(failing.find(number)->bots[0] == 0 ? 0 : 1, number);
    const std::size_t of_first = failing.find(number)->bots[0] == 0 ? 0 : 1;
    if (number % 3 != 0) game[of_first].failed = true;  // whatever the board says
    failing.note(number, game);
  }
  EXPECT_EQ(failing.ranking()[0].bot, 1U);
}

TEST(Ladder, PutsThoseWithoutGamesLast) {
  Format format = format_of(2, 4, 8);
  format.periods.push_back({8, 3, {}, {}, {}});
  Ladder ladder(3, format);
  play_all(ladder, {0, 1, 0});
  const auto ranking = ladder.ranking();
  EXPECT_EQ(ranking[2].bot, 2U);
  EXPECT_EQ(ranking[2].place, 3);
  EXPECT_EQ(ranking[2].ladder->reach, statistics::Reach::nothing);
  EXPECT_EQ(ladder.find(8), std::nullopt) << "nothing more is planned";
}

}  // namespace
}  // namespace referee::formats
