// What rules/game.hpp promises, kept by every game of the catalogue.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rules/catalogue.hpp"

namespace rules {
namespace {

std::string random_line(const Game& game, Stream& stream) {
  MoveLine line;
  game.random_move(stream, line);
  return std::string(line.view());
}

// All that can be seen of a position without changing it. The lines are taken
// from copies.
std::string seen(const Game& game) {
  std::string text = game.draw() + "over " + std::to_string(game.over()) + " relayed " +
                     std::string(game.relayed()) + "\n";
  if (!game.over()) text += "to move " + std::to_string(index(game.to_move())) + "\n";
  const Result results = game.result();
  for (const Seat seat : {Seat::first, Seat::second}) {
    const SeatResult& result = results.seats[index(seat)];
    text += std::to_string(result.score) + " " + std::to_string(result.game_points) + " " +
            std::to_string(result.board_points) + " " +
            std::to_string(static_cast<int>(result.outcome)) + " " +
            std::to_string(result.forfeited) + "\n";
    game.clone()->take_lines(seat, text);
  }
  return text;
}

// A game of two juries, everything that is said in it as one text.
std::string jury_game(const GameInfo& info, std::uint64_t seed) {
  const auto game = info.start(info.deal(seed));
  std::array<Stream, 2> juries = {Stream(seed, "jury-1"), Stream(seed, "jury-2")};
  std::string text;
  while (!game->over()) {
    const Seat mover = game->to_move();
    game->take_lines(mover, text);
    const std::string line = random_line(*game, juries[index(mover)]);
    const Verdict verdict = game->play(line);
    EXPECT_TRUE(verdict) << info.name << " seed " << seed << ": " << line << ": "
                         << verdict.reason();
    if (!verdict) break;
    text += "> " + line + "\n";
  }
  game->take_lines(Seat::first, text);
  game->take_lines(Seat::second, text);
  return text + seen(*game);
}

class Contract : public testing::TestWithParam<std::string_view> {
 protected:
  const GameInfo& info() const { return *find_game(GetParam()); }
};

TEST_P(Contract, JuryGamesAreTheSameOnEveryRun) {
  for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, max_seed}) {
    EXPECT_EQ(jury_game(info(), seed), jury_game(info(), seed)) << seed;
  }
  EXPECT_NE(jury_game(info(), 1), jury_game(info(), 2));
}

// Plays on with two copies, in turn, and looks whether the others notice.
TEST_P(Contract, ClonesAreIndependent) {
  Stream stream(7, "clones");
  auto game = info().start(info().deal(7));
  for (int ply = 0; !game->over() && ply < 70; ++ply) {
    const std::string before = seen(*game);
    const auto copy = game->clone();
    ASSERT_EQ(seen(*copy), before);

    ASSERT_TRUE(copy->play(random_line(*copy, stream)));
    std::string lines;
    copy->take_lines(Seat::first, lines);
    copy->take_lines(Seat::second, lines);
    if (!copy->over()) copy->forfeit(Seat::first);
    ASSERT_EQ(seen(*game), before) << "after moves on a copy";

    const auto kept = game->clone();
    ASSERT_TRUE(game->play(random_line(*game, stream)));
    ASSERT_EQ(seen(*kept), before) << "after moves on the original";

    const std::string after = seen(*game);
    game = game->clone();  // a copy outlives what it was copied from
    ASSERT_EQ(seen(*game), after);
  }
}

TEST_P(Contract, RefusedLinesChangeNothing) {
  Stream stream(3, "refused");
  const auto game = info().start(info().deal(3));
  while (!game->over()) {
    const std::string before = seen(*game);
    for (const std::string& line :
         {std::string(), std::string("nonsense"), std::string(5000, 'a'), std::string(3, '\0')}) {
      const Verdict verdict = game->play(line);
      ASSERT_FALSE(verdict);
      ASSERT_FALSE(verdict.reason().empty());
      ASSERT_LT(verdict.reason().size(), 300U) << "reasons stand in tables";
    }
    ASSERT_EQ(seen(*game), before);
    ASSERT_TRUE(game->play(random_line(*game, stream)));
  }
}

TEST_P(Contract, DrawingIsPlainAndNarrow) {
  Stream stream(5, "draw");
  const auto game = info().start(info().deal(5));
  while (true) {
    const std::string drawing = game->draw();
    ASSERT_FALSE(drawing.empty());
    ASSERT_EQ(drawing.back(), '\n');
    std::size_t width = 0;
    for (const char c : drawing) {
      width = c == '\n' ? 0 : width + 1;
      ASSERT_LE(width, 79U) << drawing;
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << drawing;
    }
    if (game->over()) break;
    ASSERT_TRUE(game->play(random_line(*game, stream)));
  }
}

TEST_P(Contract, ForfeitingTwiceIsTheSameAsOnce) {
  const auto game = info().start(info().deal(9));
  game->forfeit(Seat::first);
  const std::string once = seen(*game);
  if (!game->over()) game->forfeit(Seat::first);
  EXPECT_EQ(seen(*game), once);
  EXPECT_EQ(game->over(), !info().takeover);
  EXPECT_EQ(game->result().seats[0].score, 0);
  EXPECT_TRUE(game->result().seats[0].forfeited);
  EXPECT_FALSE(game->result().seats[1].forfeited);
  std::string farewell;
  game->take_lines(Seat::first, farewell);
  EXPECT_EQ(farewell, info().takeover ? "Quit\n" : "x\n");
  game->take_lines(Seat::first, farewell);
  EXPECT_EQ(farewell, info().takeover ? "Quit\n" : "x\n") << "given twice";
}

TEST_P(Contract, TwoForfeitsEndTheGame) {
  const auto game = info().start(info().deal(9));
  game->forfeit(Seat::first);
  if (!game->over()) game->forfeit(Seat::second);
  ASSERT_TRUE(game->over());
  if (!info().takeover) return;
  const Result result = game->result();
  for (const SeatResult& seat : result.seats) {
    EXPECT_EQ(seat.score, 0);
    EXPECT_EQ(seat.outcome, Outcome::draw);
    EXPECT_TRUE(seat.forfeited);
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, Contract,
                         testing::Values("6561", "2187", "turn-right", "box", "black-hole"),
                         [](const auto& param) {
                           std::string name(param.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace rules
