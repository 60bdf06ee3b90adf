// Who sits with whom, and where, in games of one seat and of many.
#include "referee/run/formats/tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace {

using referee::formats::Slot;
using referee::formats::TableChoice;
using referee::formats::Tables;
using referee::formats::tables_of_a_round;

// What has been counted in the tables so far.
struct Counts {
  explicit Counts(std::size_t bots) : games(bots) {}

  void add(const Slot& slot) {
    std::set<std::size_t> at_table;
    for (const rules::Seat seat : slot.bots.seats()) {
      const std::size_t bot = slot.bots[seat];
      EXPECT_TRUE(at_table.insert(bot).second) << "nobody sits twice at a table";
      ++games.at(bot);
      ++in_seat[{bot, rules::index(seat)}];
      for (const std::size_t other : at_table) {
        if (other != bot) ++met[std::minmax(bot, other)];
      }
    }
  }
  // Least and most meetings of a pair.
  [[nodiscard]] std::pair<int, int> meetings() const {
    int least = 1 << 30;
    int most = 0;
    for (std::size_t one = 0; one < games.size(); ++one) {
      for (std::size_t other = one + 1; other < games.size(); ++other) {
        const auto found = met.find({one, other});
        const int times = found == met.end() ? 0 : found->second;
        least = std::min(least, times);
        most = std::max(most, times);
      }
    }
    return {least, most};
  }

  std::vector<int> games;
  std::map<std::pair<std::size_t, std::size_t>, int> in_seat;
  std::map<std::pair<std::size_t, std::size_t>, int> met;
};

TEST(Tables, OfOneSeatEachBotPlaysOnceARound) {
  const Tables tables(3, 1, 2, TableChoice::balanced, 1);
  ASSERT_EQ(tables.size(), 6U);
  for (std::uint64_t number = 0; number < 6; ++number) {
    const Slot slot = tables.find(number).value();
    EXPECT_EQ(slot.round, static_cast<int>(number / 3) + 1);
    EXPECT_EQ(slot.bots, rules::BySeat<std::size_t>{number % 3}) << "in the order of the list";
  }
}

// After each round every bot has sat equally often in each seat, and pairs have met nearly equally
// often: as the header promises.
TEST(Tables, SeatsAndMeetingsAreEven) {
  constexpr int rounds = 40;
  for (std::size_t seats = 3; seats <= 8; ++seats) {
    for (std::size_t bots = std::max<std::size_t>(seats, 3); bots <= 40; ++bots) {
      const Tables tables(bots, seats, rounds, TableChoice::balanced, 7 * bots + seats);
      ASSERT_EQ(tables.size(), rounds * bots);
      Counts counts(bots);
      for (int round = 1; round <= rounds; ++round) {
        for (std::size_t table = 0; table < bots; ++table) {
          const std::uint64_t number = (static_cast<std::uint64_t>(round) - 1) * bots + table;
          const Slot slot = tables.find(number).value();
          ASSERT_EQ(slot.round, round);
          counts.add(slot);
        }
        const auto [least, most] = counts.meetings();
        EXPECT_LE(most - least, seats <= 5 ? 2 : 3)
            << bots << " bots, " << seats << " seats, after round " << round;
      }
      for (const auto& [place, times] : counts.in_seat) EXPECT_EQ(times, rounds);
      EXPECT_EQ(counts.in_seat.size(), bots * seats);
    }
  }
}

TEST(Tables, AreDrawnFromTheSeed) {
  const auto all = [](std::uint64_t seed) {
    const Tables tables(9, 4, 3, TableChoice::balanced, seed);
    std::vector<rules::BySeat<std::size_t>> list;
    for (std::uint64_t i = 0; i < tables.size(); ++i) list.push_back(tables.find(i)->bots);
    return list;
  };
  EXPECT_EQ(all(1), all(1));
  EXPECT_NE(all(1), all(2));
}

TEST(Tables, OfManyRoundsAreRepeatedWhereMeetingsAreEven) {
  constexpr int rounds = 2 * referee::formats::most_drawn_rounds;
  const Tables tables(7, 4, rounds, TableChoice::balanced, 3);
  Counts counts(7);
  for (std::uint64_t i = 0; i < tables.size(); ++i) counts.add(*tables.find(i));
  const auto [least, most] = counts.meetings();
  EXPECT_EQ(least, most);
}

TEST(Tables, AllAreEveryGroupInEveryRotation) {
  const Tables tables(5, 3, 2, TableChoice::all, 1);
  ASSERT_EQ(tables.size(), 2U * 10 * 3);
  std::map<rules::BySeat<std::size_t>, int> seen;
  Counts counts(5);
  for (std::uint64_t i = 0; i < tables.size(); ++i) {
    const Slot slot = tables.find(i).value();
    EXPECT_EQ(slot.round, i < 30 ? 1 : 2);
    ++seen[slot.bots];
    counts.add(slot);
  }
  EXPECT_EQ(seen.size(), 30U);
  for (const auto& [bots, times] : seen) EXPECT_EQ(times, 2);
  EXPECT_EQ(tables.find(0)->bots, (rules::BySeat<std::size_t>{0, 1, 2}));
  EXPECT_EQ(tables.find(1)->bots, (rules::BySeat<std::size_t>{1, 2, 0}));
  EXPECT_EQ(tables.find(29)->bots, (rules::BySeat<std::size_t>{4, 2, 3}));
  EXPECT_EQ(counts.meetings(), std::pair(18, 18));
}

TEST(Tables, AreCounted) {
  EXPECT_EQ(tables_of_a_round(40, 8, TableChoice::balanced), 40U);
  EXPECT_EQ(tables_of_a_round(40, 8, TableChoice::all), 8U * 76'904'685);
  EXPECT_EQ(tables_of_a_round(2'000'000, 8, TableChoice::all), std::nullopt);
}

}  // namespace
