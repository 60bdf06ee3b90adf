// The rules of noughts and crosses; tests/rules/common/contract_test.cpp has the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "tests/games/noughts_and_crosses/noughts_and_crosses.hpp"

namespace rules::noughts_and_crosses {
namespace {

std::unique_ptr<Game> played(std::string_view moves) {
  auto game = info().start("");
  for (; !moves.empty(); moves.remove_prefix(std::min<std::size_t>(moves.size(), 3))) {
    EXPECT_TRUE(game->play(moves.substr(0, 2))) << moves;
  }
  return game;
}

TEST(NoughtsAndCrosses, ThreeInALineWin) {
  for (const char* moves :
       {"a1 a2 b1 b2 c1", "a1 b1 a2 b2 a3", "a1 a2 b2 a3 c3", "a3 a2 b2 b1 c1"}) {
    const auto game = played(moves);
    ASSERT_TRUE(game->over()) << moves;
    EXPECT_EQ(game->result().seats[0].score, 2);
    EXPECT_EQ(game->result().seats[1].outcome, Outcome::lose);
    std::string lines;
    game->take_lines(Seat::second, lines);
    EXPECT_TRUE(lines.ends_with("Quit\n"));
  }
}

TEST(NoughtsAndCrosses, AFullBoardIsADraw) {
  const auto game = played("a1 b1 c1 b2 a2 c2 b3 a3 c3");
  ASSERT_TRUE(game->over());
  for (const SeatResult& seat : game->result().seats) {
    EXPECT_EQ(seat.score, 1);
    EXPECT_EQ(seat.game_points, 1);
    EXPECT_EQ(seat.outcome, Outcome::draw);
  }
}

TEST(NoughtsAndCrosses, RefusesWhatIsTaken) {
  const auto game = played("b2");
  EXPECT_EQ(game->play("b2").reason(), "'b2' is taken");
  EXPECT_EQ(game->play("d1").reason(), "'d1' is not a square, a1 to c3");
}

}  // namespace
}  // namespace rules::noughts_and_crosses
