// Black Hole: what each seat reads, and what a forfeit changes.
#include <string>

#include "tests/rules/black_hole/play.hpp"

namespace rules::black_hole {
namespace {

const std::string browns = "E4\nF2\nA5\nA7\nC1\n";

TEST(BlackHoleLines, AreTheBrownFieldsStartAndTheOpponentsMoves) {
  const auto game = start_recorded();
  EXPECT_EQ(game->relayed(), "");
  EXPECT_EQ(take(*game, Seat::first), browns + "Start\n");
  EXPECT_EQ(take(*game, Seat::first), "");
  play_all(*game, "D3=15");
  EXPECT_EQ(game->relayed(), "D3=15");
  EXPECT_EQ(take(*game, Seat::second), browns + "D3=15\n");
  EXPECT_EQ(take(*game, Seat::second), "");
  play_all(*game, "B1=9");
  EXPECT_EQ(take(*game, Seat::second), "");
  EXPECT_EQ(take(*game, Seat::first), "B1=9\n");
}

TEST(BlackHoleLines, EndWithQuitInPlaceOfTheFinalMove) {
  const auto game = start_recorded();
  play_all(*game, first_moves(28));
  (void)take(*game, Seat::first);
  play_all(*game, "A6=2");
  const std::string blue = take(*game, Seat::second);
  EXPECT_TRUE(blue.ends_with("\nA1=4\nA6=2\n")) << blue;
  play_all(*game, "C6=1");
  ASSERT_TRUE(game->over());
  EXPECT_EQ(take(*game, Seat::first), "Quit\n");
  EXPECT_EQ(take(*game, Seat::second), "Quit\n");
  EXPECT_EQ(take(*game, Seat::first), "");
  EXPECT_EQ(take(*game, Seat::second), "");
}

TEST(BlackHoleLines, OfACopyAreItsOwn) {
  const auto game = start_recorded();
  const auto copy = game->clone();
  EXPECT_EQ(take(*copy, Seat::first), browns + "Start\n");
  play_all(*copy, "D3=15");
  EXPECT_EQ(game->relayed(), "");
  EXPECT_EQ(take(*game, Seat::first), browns + "Start\n");
}

TEST(BlackHoleForfeit, DropsWhatWasNotReadAndSaysQuitOnce) {
  const auto game = start_recorded();
  play_all(*game, first_moves(3));
  EXPECT_EQ(take(*game, Seat::second), browns + "D3=15\nC5=14\n");
  game->forfeit(Seat::first);  // it has not even read its brown fields
  EXPECT_FALSE(game->over());
  EXPECT_EQ(take(*game, Seat::first), "Quit\n");
  play_all(*game, "B4=15 B3=13");
  EXPECT_EQ(take(*game, Seat::first), "");
  EXPECT_EQ(take(*game, Seat::second), "B3=13\n");
  play_all(*game, recorded_moves.substr(first_moves(5).size()));
  EXPECT_EQ(take(*game, Seat::first), "");
}

// Red has lost its score but not its stones: Blue gets what the position gives.
TEST(BlackHoleForfeit, ScoresZeroAndTheOtherByThePosition) {
  const auto game = start_recorded();
  play_all(*game, first_moves(10));
  game->forfeit(Seat::first);
  EXPECT_EQ(game->result().seats[0], (SeatResult{.score = 0, .forfeited = true}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 75}));
  play_all(*game, recorded_moves.substr(first_moves(10).size()));
  ASSERT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0],
            (SeatResult{.board_points = 9, .outcome = Outcome::win, .forfeited = true}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 66, .outcome = Outcome::lose}));
}

TEST(BlackHoleForfeit, TwiceIsOnce) {
  const auto game = start_recorded();
  game->forfeit(Seat::second);
  EXPECT_EQ(take(*game, Seat::second), "Quit\n");
  const std::string before = seen(*game);
  game->forfeit(Seat::second);
  EXPECT_EQ(seen(*game), before);
  EXPECT_FALSE(game->over());
  EXPECT_EQ(take(*game, Seat::second), "");
}

TEST(BlackHoleForfeit, OfBothEndsTheGame) {
  const auto game = start_recorded();
  play_all(*game, "D3=15");
  game->forfeit(Seat::second);
  play_all(*game, "B1=9");
  game->forfeit(Seat::first);
  EXPECT_TRUE(game->over());
  for (const SeatResult& mine : game->result().seats) {
    EXPECT_EQ(mine, (SeatResult{.forfeited = true}));
  }
  for (const Seat seat : {Seat::first, Seat::second}) {
    EXPECT_EQ(take(*game, seat), "Quit\n");
    EXPECT_EQ(take(*game, seat), "");
  }
  EXPECT_NE(game->draw().find("the game is over, score 0-0"), std::string::npos);
}

}  // namespace
}  // namespace rules::black_hole
