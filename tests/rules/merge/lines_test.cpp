// 6561 and 2187: what each seat reads, and what a forfeit changes.
#include <gtest/gtest.h>

#include <string>

#include "rules/merge/merge.hpp"
#include "tests/rules/merge/play.hpp"

namespace rules::merge {
namespace {

TEST(MergeLines, AreTheRoleAndThenTheOpponentsMoves) {
  const auto game = start_2187();
  EXPECT_EQ(game->relayed(), "");
  EXPECT_EQ(take(*game, Seat::first), "A\n");
  play_all(*game, "11");
  EXPECT_EQ(game->relayed(), "11");
  EXPECT_EQ(take(*game, Seat::second), "B\n11\n");
  play_all(*game, "12");
  EXPECT_EQ(take(*game, Seat::first), "12\n");
  play_all(*game, "31");
  EXPECT_EQ(take(*game, Seat::second), "31\n");
  play_all(*game, "41");
  EXPECT_EQ(take(*game, Seat::first), "41\n");
  play_all(*game, "R");
  EXPECT_EQ(game->relayed(), "R");
  EXPECT_EQ(take(*game, Seat::second), "R\n");
}

TEST(MergeLines, AreGivenOnce) {
  const auto game = start_6561();
  EXPECT_EQ(take(*game, Seat::first), "A\n");
  EXPECT_EQ(take(*game, Seat::first), "");
  play_all(*game, "11");
  EXPECT_EQ(take(*game, Seat::first), "");
  EXPECT_EQ(take(*game, Seat::second), "B\n11\n");
  EXPECT_EQ(take(*game, Seat::second), "");
}

TEST(MergeLines, AreKeptForALateReader) {
  const auto game = start_6561();
  play_all(*game, "11 12 31 D");
  EXPECT_EQ(take(*game, Seat::first), "A\n12\nD\n");
  EXPECT_EQ(take(*game, Seat::second), "B\n11\n31\n");
}

TEST(MergeLines, AreAppended) {
  const auto game = start_6561();
  std::string out = "before\n";
  game->take_lines(Seat::first, out);
  EXPECT_EQ(out, "before\nA\n");
}

TEST(MergeLines, EndWithQuitInPlaceOfTheFinalMove) {
  const auto game = start_2187();
  (void)take(*game, Seat::first);
  play_all(*game, "11 12 13 14");
  EXPECT_EQ(take(*game, Seat::second), "B\n11\n13\n");
  EXPECT_EQ(take(*game, Seat::first), "12\n14\n");
  play_all(*game, "L");
  ASSERT_TRUE(game->over());
  EXPECT_EQ(game->relayed(), "L");
  EXPECT_EQ(take(*game, Seat::first), "Quit\n");
  EXPECT_EQ(take(*game, Seat::second), "Quit\n");
  EXPECT_EQ(take(*game, Seat::first), "");
  EXPECT_EQ(take(*game, Seat::second), "");
}

TEST(MergeLines, OfACopyAreItsOwn) {
  const auto game = start_6561();
  play_all(*game, "11");
  const auto copy = game->clone();
  EXPECT_EQ(take(*copy, Seat::second), "B\n11\n");
  play_all(*copy, "12");
  EXPECT_EQ(game->relayed(), "11");
  EXPECT_EQ(take(*game, Seat::second), "B\n11\n");
}

TEST(MergeForfeit, DropsWhatWasNotReadAndSaysQuitOnce) {
  const auto game = start_2187();
  (void)take(*game, Seat::first);
  play_all(*game, "11");
  game->forfeit(Seat::second);
  EXPECT_FALSE(game->over());
  EXPECT_EQ(game->to_move(), Seat::second);
  EXPECT_EQ(take(*game, Seat::second), "Quit\n");
  EXPECT_EQ(take(*game, Seat::second), "");
  // The other one reads on, also what the jury plays.
  play_all(*game, "12");
  EXPECT_EQ(take(*game, Seat::first), "12\n");
  play_all(*game, "13 14");
  EXPECT_EQ(take(*game, Seat::second), "");
  EXPECT_EQ(take(*game, Seat::first), "14\n");
  play_all(*game, "L");
  ASSERT_TRUE(game->over());
  EXPECT_EQ(take(*game, Seat::first), "Quit\n");
  EXPECT_EQ(take(*game, Seat::second), "");
}

TEST(MergeForfeit, ScoresZeroAndThePartnerGoesOnScoring) {
  const auto game = start_2187();
  play_all(*game, "11 33");
  game->forfeit(Seat::first);
  EXPECT_EQ(game->result().seats[0], (SeatResult{.board_points = 2, .forfeited = true}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 2, .board_points = 2}));
  play_all(*game, "34 44");
  // 33 and 34 become one piece of 3.
  play_all(*game, "L");
  EXPECT_EQ(game->result().seats[0], (SeatResult{.board_points = 5, .forfeited = true}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 5, .board_points = 5}));
}

TEST(MergeForfeit, TwiceIsOnce) {
  const auto game = start_6561();
  game->forfeit(Seat::first);
  EXPECT_EQ(take(*game, Seat::first), "Quit\n");
  const std::string before = seen(*game);
  game->forfeit(Seat::first);
  EXPECT_EQ(seen(*game), before);
  EXPECT_FALSE(game->over());
  EXPECT_EQ(take(*game, Seat::first), "");
}

TEST(MergeForfeit, OfBothEndsTheGame) {
  const auto game = start_6561();
  play_all(*game, "11");
  game->forfeit(Seat::second);
  EXPECT_EQ(take(*game, Seat::second), "Quit\n");
  play_all(*game, "12");
  game->forfeit(Seat::first);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(take(*game, Seat::first), "Quit\n");
  EXPECT_EQ(take(*game, Seat::first), "");
  EXPECT_EQ(take(*game, Seat::second), "");
  for (const SeatResult& mine : game->result().seats) {
    EXPECT_EQ(mine, (SeatResult{.board_points = 2, .forfeited = true}));
  }
}

// What there is to see in a position of 6561.

TEST(MergeScene, ShowsPiecesAndWhereTheNextOneMayGo) {
  Board board;
  board.place(5, Piece(Colour::red, 2));
  const Scene scene = scene_of({board, 9, 5, {}, Seat::second, Colour::gray, {}});
  ASSERT_EQ(scene.looks.size(), layout().cells.size());
  EXPECT_EQ(layout().cells[5].name, "22");
  EXPECT_EQ(scene.looks[5], (Look{rules::Colour::red, 'r', "9"}));
  EXPECT_EQ(scene.looks[0], Look{});
  EXPECT_EQ(scene.marks, (std::vector<Mark>{{Mark::Kind::last, {}, 0, {5}}}));
  EXPECT_EQ(scene.status, "place a gray piece");
  EXPECT_EQ(moves_of(layout(), scene.input).size(), 15U);
  EXPECT_EQ(scene.parts[0].points, 9);
}

TEST(MergeScene, ShowsSlidesThatChangeTheBoard) {
  Board board;
  board.place(0, Piece(Colour::blue, 0));
  const Scene scene = scene_of({board, 1, {}, Direction::left, Seat::first, {}, {}});
  EXPECT_EQ(moves_of(layout(), scene.input), (std::vector<std::string>{"D", "R"}));
  EXPECT_EQ(scene.status, "slide the board");
  const Scene over = scene_of({board, 1, {}, {}, {}, {}, "the board is full"});
  EXPECT_EQ(over.status, "over: the board is full");
  EXPECT_TRUE(over.input.groups.empty());
}

}  // namespace
}  // namespace rules::merge
