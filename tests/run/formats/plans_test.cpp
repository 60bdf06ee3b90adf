// Gauntlet, knockout and official format, and what a schedule makes of all formats.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "referee/run/config/schedule.hpp"
#include "rules/by_seat.hpp"
#include "rules/random.hpp"
#include "tests/run/store/support.hpp"

namespace referee::formats {
namespace {

using test::game;

std::vector<std::string> names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("bot" + std::to_string(i));
  return names;
}

config::Event event_of(std::size_t bots, FormatKind kind, int rounds,
                       std::string_view game = "box") {
  config::Event event = test::event(game, names(bots), rounds);
  event.format.kind = kind;
  return event;
}

// The better seed always wins, by as many points as it is better.
GameFigures by_seed(const config::Pairing& pairing) {
  return game(100 - static_cast<int>(pairing.bots[0]), 100 - static_cast<int>(pairing.bots[1]));
}

TEST(Gauntlet, PlaysChallengersAgainstAllOthers) {
  for (std::size_t bots = 2; bots <= 9; ++bots) {
    for (std::size_t challengers = 1; challengers < bots; ++challengers) {
      config::Event event = event_of(bots, FormatKind::gauntlet, 3);
      event.format.challengers = static_cast<int>(challengers);
      const config::Schedule schedule(test::manifest({event}));
      ASSERT_EQ(schedule.size(), 3 * 2 * challengers * (bots - challengers));
      std::set<std::pair<int, rules::BySeat<std::size_t>>> met;
      for (std::uint64_t i = 0; i < schedule.size(); ++i) {
        const config::Pairing pairing = schedule.at(i);
        EXPECT_TRUE(met.insert({pairing.round, pairing.bots}).second);
        EXPECT_NE(pairing.bots[0] < challengers, pairing.bots[1] < challengers);
        if (i % 2 == 1) {
          const auto before = schedule.at(i - 1).bots;
          EXPECT_EQ(pairing.bots, (std::array{before[1], before[0]}));
        }
      }
    }
  }
}

TEST(Gauntlet, RanksChallengersAmongThemselves) {
  config::Event event = event_of(5, FormatKind::gauntlet, 1);
  event.format.challengers = 2;
  config::Schedule schedule(test::manifest({event}));
  // The later in the list, the stronger.
  for (std::uint64_t i = 0; i < schedule.size(); ++i) {
    const auto bots = schedule.at(i).bots;
    schedule.note(i, game(static_cast<int>(bots[0]), static_cast<int>(bots[1])));
  }
  std::vector<std::size_t> order;
  std::vector<int> places;
  for (const Placed& placed : schedule.ranking(0)) {
    order.push_back(placed.bot);
    places.push_back(placed.place);
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 0, 4, 3, 2}));
  EXPECT_EQ(places, (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST(Knockout, OfEverySizeGivesTheFavouritesTheirPlaces) {
  for (std::size_t bots = 2; bots <= 64; ++bots) {
    config::Schedule schedule(test::manifest({event_of(bots, FormatKind::knockout, 1)}));
    ASSERT_EQ(schedule.size(), 2 * (bots - 1));
    std::vector<int> beaten_in(bots, 0);
    std::map<int, std::set<std::size_t>> players;
    for (std::uint64_t i = 0; i < schedule.size(); ++i) {
      const auto pairing = schedule.find(i);
      ASSERT_TRUE(pairing) << bots << ' ' << i;
      schedule.note(i, by_seed(*pairing));
      const auto [low, high] = std::minmax(pairing->bots[0], pairing->bots[1]);
      EXPECT_EQ(beaten_in[low], 0);
      if (i % 2 == 1) {
        EXPECT_EQ(players[pairing->round].count(high), 0U);
        beaten_in[high] = pairing->round;
      }
      if (i % 2 == 0) {
        EXPECT_TRUE(players[pairing->round].insert(low).second);
      }
    }
    // Seeds that are better than half of a full field of a round are still in it.
    const int rounds = schedule.rounds_of(0);
    for (std::size_t seed = 1; seed < bots; ++seed) {
      int survived = rounds;
      for (std::size_t left = 1; left <= seed; left *= 2) --survived;
      EXPECT_EQ(beaten_in[seed], survived + 1) << bots << ' ' << seed;
    }
    const auto ranking = schedule.ranking(0);
    EXPECT_EQ(ranking[0].bot, 0U);
    EXPECT_EQ(ranking[0].wins, rounds);
    for (std::size_t i = 1; i < bots; ++i) {
      EXPECT_EQ(ranking[i].bot, i);
      std::size_t place = 2;
      while (2 * (place - 1) <= i) place = 2 * (place - 1) + 1;
      EXPECT_EQ(ranking[i].place, static_cast<int>(place)) << bots << ' ' << i;
    }
  }
}

TEST(Knockout, RefusesResultsOfOtherRoundsAndSecondOnes) {
  Knockout knockout(4, 1);
  EXPECT_THROW(knockout.note(4, game(1, 0)), std::out_of_range);
  for (std::uint64_t i = 0; i < 3; ++i) knockout.note(i, game(1, 0));
  EXPECT_THROW(knockout.note(0, game(1, 0)), std::out_of_range);
  EXPECT_TRUE(knockout.note(3, game(1, 0)));
  EXPECT_THROW(knockout.note(3, game(1, 0)), std::out_of_range);
}

TEST(Knockout, PlaysOffTies) {
  Knockout knockout(4, 1, 2);
  ASSERT_EQ(knockout.size(), 3U * (2 + 4));
  EXPECT_EQ(knockout.planned(), 6U);
  // Round 1: matches 0 to 3, then play-offs 4 to 7 and 8 to 11; the final: 12, 13, then 14 to 17.
  for (std::uint64_t i = 0; i < knockout.size(); ++i) {
    EXPECT_EQ(knockout.is_planned(i), i < 4 || i == 12 || i == 13) << i;
    EXPECT_EQ(knockout.find(i).has_value(), i < 4) << i;
    EXPECT_FALSE(knockout.is_left_out(i));
  }
  // Seeds 1 and 4 are even, seeds 2 and 3 are not.
  EXPECT_FALSE(knockout.note(0, game(7, 5)));
  EXPECT_TRUE(knockout.note(1, game(7, 5)));
  EXPECT_EQ(knockout.planned(), 8U);
  EXPECT_TRUE(knockout.find(4) && knockout.find(5) && knockout.is_planned(5));
  EXPECT_FALSE(knockout.find(6) || knockout.find(8));
  EXPECT_EQ(knockout.find(4)->deal, 1);
  EXPECT_EQ(knockout.find(4)->round, 1);
  EXPECT_EQ(knockout.find(4)->bots, (rules::BySeat<std::size_t>{0, 3}));
  EXPECT_EQ(knockout.find(5)->bots, (rules::BySeat<std::size_t>{3, 0}));
  EXPECT_THROW(knockout.note(6, game(1, 0)), std::out_of_range);
  EXPECT_FALSE(knockout.note(2, game(1, 0)));
  EXPECT_TRUE(knockout.note(3, game(0, 1)));  // its play-offs are left out
  EXPECT_TRUE(knockout.is_left_out(6) && knockout.is_left_out(11));
  EXPECT_FALSE(knockout.is_left_out(8));
  // The first play-off is even too, the second one is won by the worse seed.
  knockout.note(4, game(3, 3));
  EXPECT_TRUE(knockout.note(5, game(3, 3)));
  EXPECT_EQ(knockout.find(8)->deal, 2);
  EXPECT_FALSE(knockout.find(12));
  knockout.note(9, game(6, 1));
  EXPECT_TRUE(knockout.note(8, game(3, 3)));
  EXPECT_EQ(knockout.planned(), 10U);
  ASSERT_TRUE(knockout.find(12));
  EXPECT_EQ(knockout.find(12)->bots, (rules::BySeat<std::size_t>{1, 3}));
  // The final stays even to the end: the better seed wins.
  for (const std::uint64_t i : {12U, 13U, 14U, 15U, 16U, 17U}) {
    EXPECT_FALSE(knockout.is_left_out(i));
    knockout.note(i, game(2, 2));
  }
  EXPECT_EQ(knockout.planned(), 14U);
  EXPECT_EQ(knockout.ranking()[0].bot, 1U);
  EXPECT_EQ(knockout.ranking()[0].wins, 2);
  EXPECT_EQ(knockout.ranking()[1].bot, 3U);
}

// Whatever is tied, in whatever order results come: the numbers that are played, left out and not
// known yet add up, and a tournament without ties is as without tie_break.
TEST(Knockout, KeepsItsNumbersWhateverIsTied) {
  rules::Stream random(5, "ties");
  for (std::size_t bots = 2; bots <= 19; ++bots) {
    config::Event event = event_of(bots, FormatKind::knockout, 1);
    event.format.deals = 1 + static_cast<int>(bots % 2);
    event.format.tie_break = static_cast<int>(bots % 4);
    const config::Manifest manifest = test::manifest({event, event_of(3, FormatKind::knockout, 1)});
    config::Schedule in_order(manifest);
    std::map<std::uint64_t, GameFigures> results;
    for (std::uint64_t i = 0; i < in_order.size(); ++i) {
      if (in_order.is_left_out(i)) continue;
      const auto pairing = in_order.find(i);
      ASSERT_TRUE(pairing && in_order.is_planned(i)) << bots << ' ' << i;
      results[i] = random.below(3) > 0 ? game(5, 5) : game(static_cast<int>(random.below(3)), 1);
      in_order.note(i, results[i]);
    }
    EXPECT_EQ(results.size(), in_order.planned());
    config::Schedule backwards(manifest);
    for (auto one = results.rbegin(); one != results.rend(); ++one) {
      EXPECT_LE(backwards.planned(), in_order.planned());
      backwards.note(one->first, one->second);
    }
    EXPECT_EQ(backwards.planned(), in_order.planned());
    EXPECT_EQ(backwards.ranking(0), in_order.ranking(0));
    for (std::uint64_t i = 0; i < in_order.size(); ++i) {
      EXPECT_EQ(backwards.is_planned(i), results.contains(i));
      EXPECT_EQ(backwards.is_left_out(i), !results.contains(i));
    }
  }
}

TEST(Knockout, SumsItsDealsAndPrefersTheBetterSeed) {
  config::Event event = event_of(2, FormatKind::knockout, 1, "turn-right");
  event.format.deals = 3;
  const config::Manifest manifest = test::manifest({event});
  config::Schedule even(manifest);
  ASSERT_EQ(even.size(), 6U);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < 6; ++i) {
    const config::Pairing pairing = even.at(i);
    EXPECT_EQ(pairing.round, 1);
    EXPECT_EQ(pairing.bots,
              i % 2 == 0 ? (rules::BySeat<std::size_t>{0, 1}) : (rules::BySeat<std::size_t>{1, 0}));
    seeds.insert(pairing.seed);
    EXPECT_EQ(pairing.seed, even.at(i - i % 2).seed);
    even.note(i, game(50, 50));
  }
  EXPECT_EQ(seeds.size(), 3U);
  EXPECT_EQ(even.ranking(0)[0].bot, 0U);

  // Game points come before scores, and a bot that failed gets nothing.
  config::Schedule points(manifest);
  for (std::uint64_t i = 0; i < 6; ++i) {
    GameFigures figures = game(90, 90);
    const std::size_t underdog = i % 2 == 0 ? 1 : 0;
    figures[underdog] = {10, i < 2 ? 2 : 1, false};
    figures[1 - underdog] = {90, i == 5 ? 3 : 1, i == 5};
    points.note(i, figures);
  }
  EXPECT_EQ(points.ranking(0)[0].bot, 1U);
}

TEST(Official, OfSixtyHasThePlannedMatches) {
  config::Event event = event_of(60, FormatKind::official, 5);
  event.format.swiss_rounds = 11;
  event.format.qualify = 58;
  config::Schedule schedule(test::manifest({event}));
  ASSERT_EQ(schedule.size(), 17'190U);
  EXPECT_EQ(schedule.rounds_of(0), 16);
  std::map<rules::BySeat<std::size_t>, int> met;
  std::map<int, int> matches;
  for (std::uint64_t i = 0; i < schedule.size(); ++i) {
    EXPECT_FALSE(i < 660 && schedule.find(660)) << i;
    const auto pairing = schedule.find(i);
    ASSERT_TRUE(pairing) << i;
    ++matches[pairing->round];
    if (i >= 660) ++met[pairing->bots];
    // The later in the list, the stronger; but nothing for the strongest at the end.
    const auto strength = [&](std::size_t bot) {
      return i >= 660 && bot == 59 ? 0 : static_cast<int>(bot);
    };
    schedule.note(i, game(strength(pairing->bots[0]), strength(pairing->bots[1])));
  }
  for (int round = 1; round <= 16; ++round) EXPECT_EQ(matches[round], round <= 11 ? 60 : 3306);
  EXPECT_EQ(met.size(), 3306U);
  for (const auto& [pair, times] : met) EXPECT_EQ(times, 5);

  // The last of the final stays before those who are not in it.
  const auto ranking = schedule.ranking(0);
  ASSERT_EQ(ranking.size(), 60U);
  EXPECT_EQ(ranking[0].bot, 58U);
  EXPECT_EQ(ranking[57].bot, 59U);
  EXPECT_EQ(ranking[57].group, 1);
  EXPECT_EQ(ranking[58].group, 2);
  EXPECT_EQ(ranking[58].place, 59);
  EXPECT_EQ((std::set{ranking[58].bot, ranking[59].bot}), (std::set<std::size_t>{0, 1}));
}

// Whoever has won the Swiss part: the final's matches have the order of the list.
TEST(Official, PlaysTheFinalInTheOrderOfTheList) {
  config::Event event = event_of(4, FormatKind::official, 1);
  event.format.swiss_rounds = 3;
  event.format.qualify = 3;
  config::Schedule schedule(test::manifest({event}));
  for (std::uint64_t i = 0; !schedule.find(12); ++i) {
    const auto bots = schedule.at(i).bots;
    schedule.note(i, game(static_cast<int>(bots[0]), static_cast<int>(bots[1])));
  }
  EXPECT_EQ(schedule.ranking(0).back().bot, 0U) << "the later in the list, the stronger";
  std::vector<rules::BySeat<std::size_t>> final;
  for (std::uint64_t i = 12; i < schedule.size(); ++i) final.push_back(schedule.at(i).bots);
  EXPECT_EQ(final, (std::vector<rules::BySeat<std::size_t>>{
                       {1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 3}, {3, 2}}));
}

// After Swiss rounds in which everything was drawn.
TEST(Official, WhoDidNotQualifySharesNoPlaceWithWhoDid) {
  config::Event event = event_of(4, FormatKind::official, 1);
  event.format.swiss_rounds = 1;
  event.format.qualify = 2;
  config::Schedule schedule(test::manifest({event}));
  for (std::uint64_t i = 0; i < 4; ++i) schedule.note(i, game(100, 100));
  std::vector<int> places;
  for (const Placed& placed : schedule.ranking(0)) places.push_back(placed.place);
  EXPECT_EQ(places, (std::vector{1, 1, 3, 3}));
}

std::vector<config::Event> adaptive_events() {
  config::Event swiss = event_of(9, FormatKind::swiss, 5);
  swiss.format.seats = SeatOrders::one;
  config::Event official = event_of(7, FormatKind::official, 2, "black-hole");
  official.format.swiss_rounds = 3;
  official.format.qualify = 4;
  config::Event knockout = event_of(11, FormatKind::knockout, 1);
  knockout.format.deals = 2;
  return {event_of(8, FormatKind::swiss, 4), swiss, official, knockout};
}

GameFigures random_game(rules::Stream& stream) {
  GameFigures figures =
      game(static_cast<int>(stream.below(30)), static_cast<int>(stream.below(30)));
  figures[stream.below(2)].failed = stream.below(20) == 0;
  return figures;
}

TEST(Schedule, DoesNotDependOnTheOrderOfResults) {
  const config::Manifest manifest = test::manifest(adaptive_events());
  for (int i = 0; i < 50; ++i) {
    rules::Stream stream(static_cast<std::uint64_t>(i), "results");
    config::Schedule in_order(manifest);
    std::vector<GameFigures> results;
    for (std::uint64_t n = 0; n < in_order.size(); ++n) {
      results.push_back(random_game(stream));
      ASSERT_TRUE(in_order.find(n));
      in_order.note(n, results.back());
    }
    std::vector<std::uint64_t> order(results.size());
    for (std::uint64_t n = 0; n < order.size(); ++n) order[n] = n;
    stream.shuffle(std::span<std::uint64_t>(order));
    config::Schedule shuffled(manifest);
    for (const std::uint64_t n : order) shuffled.note(n, results[n]);
    for (std::uint64_t n = 0; n < order.size(); ++n) {
      const auto pairing = shuffled.find(n);
      ASSERT_TRUE(pairing) << n;
      EXPECT_EQ(pairing->bots, in_order.at(n).bots) << n;
      EXPECT_EQ(pairing->seed, in_order.at(n).seed) << n;
    }
    for (std::size_t event = 0; event < 4; ++event) {
      EXPECT_EQ(shuffled.ranking(event), in_order.ranking(event));
    }
  }
}

TEST(Schedule, KnowsARoundWhenAllBeforeItIsTold) {
  config::Schedule schedule(test::manifest({event_of(4, FormatKind::swiss, 3)}));
  ASSERT_EQ(schedule.size(), 12U);
  EXPECT_THROW(static_cast<void>(schedule.at(4)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(schedule.find(12)), std::out_of_range);
  EXPECT_FALSE(schedule.note(3, game(1, 2)));
  EXPECT_FALSE(schedule.note(1, game(1, 2)));
  EXPECT_FALSE(schedule.note(0, game(2, 1)));
  EXPECT_FALSE(schedule.find(4));
  EXPECT_TRUE(schedule.note(2, game(2, 1)));
  EXPECT_TRUE(schedule.find(4) && schedule.find(7));
  EXPECT_FALSE(schedule.find(8));
  EXPECT_EQ(schedule.at(4).round, 2);
}

TEST(Schedule, SharesTheDealOfARoundInEveryFormat) {
  config::Schedule schedule(test::manifest(adaptive_events()));
  std::map<std::pair<std::size_t, int>, std::set<std::uint64_t>> seeds;
  std::set<std::uint64_t> different;
  rules::Stream stream(5, "results");
  for (std::uint64_t n = 0; n < schedule.size(); ++n) {
    const config::Pairing pairing = schedule.at(n);
    seeds[{pairing.event, pairing.round}].insert(pairing.seed);
    different.insert(pairing.seed);
    schedule.note(n, random_game(stream));
  }
  std::size_t sum = 0;
  for (const auto& [round, of_round] : seeds) {
    EXPECT_EQ(of_round.size(), round.first == 3 ? 2U : 1U);
    sum += of_round.size();
  }
  EXPECT_EQ(different.size(), sum);
  EXPECT_EQ(seeds.size(), 4U + 5U + 5U + 4U);
}

}  // namespace
}  // namespace referee::formats
