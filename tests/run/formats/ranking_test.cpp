// What games add up to, and who is ranked before whom.
#include "referee/run/formats/ranking.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace referee::formats {
namespace {

constexpr SeatFigures failed(int score, int game_points) { return {score, game_points, true}; }

TEST(FirstSeatResult, IsThatOfTheBoardUnlessABotFailed) {
  using statistics::GameResult;
  const SeatFigures won{1, 0, false, true};
  const SeatFigures other{1, 0, false, false};
  const auto result = [](const SeatFigures& first, const SeatFigures& second) {
    return first_seat_result({first, second});
  };
  EXPECT_EQ(result(won, other), GameResult::win);
  EXPECT_EQ(result(other, won), GameResult::loss);
  EXPECT_EQ(result(other, other), GameResult::draw);
  for (const bool on_board : {false, true}) {
    const SeatFigures failed{1, 0, true, on_board};
    EXPECT_EQ(result(failed, won), GameResult::loss);
    EXPECT_EQ(result(failed, other), GameResult::loss);
    EXPECT_EQ(result(won, failed), GameResult::win);
    EXPECT_EQ(result(other, failed), GameResult::win);
    EXPECT_EQ(result(failed, {1, 0, true, !on_board}), GameResult::draw);
  }
}

TEST(Table, ABotThatFailedGetsNoGamePoints) {
  Table table(2);
  table.add({0, 1}, {failed(0, 3), SeatFigures{60, 2, false}});
  table.add({1, 0}, {failed(0, 2), failed(0, 1)});
  table.add({1, 0}, {SeatFigures{5, 1, false}, SeatFigures{4, 0, false}});
  EXPECT_EQ(table.of(0).measure, (Measure{0, 4}));
  EXPECT_EQ(table.of(1).measure, (Measure{3, 65}));
  EXPECT_EQ(table.of(0).irregular_losses, 2);
  EXPECT_EQ(table.of(1).irregular_losses, 1);
  EXPECT_EQ(table.against(0, 1), 4);
  EXPECT_EQ(table.against(1, 0), 65);
  EXPECT_EQ(table.against(0, 0), 0);
}

// The score of a fault is the game's to say.
TEST(Table, ABotThatFailedKeepsTheScoreOfItsFault) {
  Table table(2);
  table.add({0, 1}, {failed(1, 0), SeatFigures{2, 0, false}});
  EXPECT_EQ(table.of(0).measure, (Measure{0, 1}));
  EXPECT_EQ(table.against(0, 1), 1);
}

// In every game, by all of its keys: a bot whose board says much for failed games comes last, as it
// has no game points.
TEST(Table, FailedGamesLiftNobody) {
  for (const rules::GameInfo& game : rules::games()) {
    Table table(3);
    for (int i = 0; i < 3; ++i) {
      table.add({0, 1}, {failed(0, 3), SeatFigures{10, 1, false}});
      table.add({2, 0}, {SeatFigures{9, 1, false}, failed(0, 3)});
    }
    std::vector<Placed> bots(3);
    for (std::size_t bot = 0; bot < bots.size(); ++bot) bots[bot].bot = bot;
    rank(bots, keys_of(game, table));
    EXPECT_EQ(bots.back().bot, 0U) << game.name;
    EXPECT_EQ(bots.back().place, 3) << game.name;
    EXPECT_EQ(bots.front().bot, 1U) << game.name;
  }
}

// By the FAQ of the contest, where the score is what ranks a game.
TEST(Table, OfEqualSumsFewerFaultsAreBetter) {
  unsigned ranked_so = 0;
  for (const rules::GameInfo& game : rules::games()) {
    if (!ranks_by_score_then_faults(game)) continue;
    ++ranked_so;
    Table table(3);
    table.add({0, 2}, {failed(0, 0), SeatFigures{1, 0, false}});
    table.add({0, 2}, {SeatFigures{10, 0, false}, SeatFigures{1, 0, false}});
    table.add({1, 2}, {SeatFigures{5, 0, false}, SeatFigures{1, 0, false}});
    table.add({1, 2}, {SeatFigures{5, 0, false}, SeatFigures{1, 0, false}});
    std::vector<Placed> bots(3);
    for (std::size_t bot = 0; bot < bots.size(); ++bot) bots[bot].bot = bot;
    rank(bots, keys_of(game, table));
    std::vector<int> places(3);
    for (const Placed& placed : bots) places[placed.bot] = placed.place;
    EXPECT_EQ(places, (std::vector<int>{2, 1, 3})) << game.name;
  }
  EXPECT_EQ(ranked_so, 5U);
}

}  // namespace
}  // namespace referee::formats
