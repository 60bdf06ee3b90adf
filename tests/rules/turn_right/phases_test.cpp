// The course of a game: lines, phases, refusals, points.
#include <gtest/gtest.h>

#include <stdexcept>

#include "plain_game.hpp"
#include "rules/turn_right/turn_right.hpp"

namespace turn_right_test {
namespace {

using rules::Seat;

TEST(TurnRightInfo, SaysWhatTheCatalogueNeeds) {
  const rules::GameInfo info = rules::turn_right::info();
  EXPECT_EQ(info.name, "turn-right");
  EXPECT_EQ(info.seat_names[0], "white");
  EXPECT_EQ(info.seat_names[1], "black");
  EXPECT_EQ(info.budget, std::chrono::seconds(30));
  EXPECT_EQ(info.memory_limit, 67108864U);
  EXPECT_FALSE(info.takeover);
  EXPECT_FALSE(info.cooperative);
  ASSERT_EQ(info.ranking.size(), 3U);
  EXPECT_EQ(info.ranking[0], rules::RankingKey::game_points);
  EXPECT_EQ(info.ranking[1], rules::RankingKey::score);
  EXPECT_EQ(info.ranking[2], rules::RankingKey::irregular_losses);
}

TEST(TurnRightInfo, DealsNothing) {
  const rules::GameInfo info = rules::turn_right::info();
  EXPECT_EQ(info.deal(1), "");
  EXPECT_EQ(info.deal(rules::max_seed), "");
  EXPECT_THROW(info.start(" "), std::invalid_argument);
  EXPECT_THROW(info.start("Start"), std::invalid_argument);
}

TEST(TurnRightLines, ThePagesExampleDialogue) {
  auto game = new_game();
  EXPECT_EQ(game->relayed(), "");
  EXPECT_EQ(read(*game, Seat::second), "");
  EXPECT_EQ(read(*game, Seat::first), "Start\n");
  EXPECT_EQ(read(*game, Seat::first), "");
  play(*game, "c3");
  EXPECT_EQ(game->relayed(), "c3");
  EXPECT_EQ(read(*game, Seat::first), "");
  EXPECT_EQ(read(*game, Seat::second), "c3\n");
  EXPECT_EQ(read(*game, Seat::second), "");
  play(*game, "d4");
  EXPECT_EQ(read(*game, Seat::first), "d4\n");

  game = striped_board();
  EXPECT_EQ(game->relayed(), "e6");
  EXPECT_EQ(read(*game, Seat::second), "e6\n");
  play(*game, "a4-d4-d1-a1");
  EXPECT_EQ(game->relayed(), "a1-a4-d4-d1");
  EXPECT_EQ(read(*game, Seat::first), "a1-a4-d4-d1\n");
  play(*game, "b2-b5-c5-c2");
  EXPECT_EQ(read(*game, Seat::second), "b2-b5-c5-c2\n");
  play(*game, "a1-a2-b2-b3-f3-f1");
  EXPECT_EQ(read(*game, Seat::first), "a1-a2-b2-b3-f3-f1\n");
}

TEST(TurnRightLines, UnreadLinesWait) {
  auto game = new_game();
  play(*game, "c3");
  play(*game, "d4");
  EXPECT_EQ(read(*game, Seat::first), "Start\nd4\n");
  EXPECT_EQ(read(*game, Seat::second), "c3\n");
}

TEST(TurnRightPhases, TheLastPieceIsPlacedByItself) {
  auto game = new_game();
  int ply = 0;
  for (char column = 'a'; column <= 'f'; ++column) {
    for (char row = '1'; row <= '6' && ply < 35; ++row, ++ply) {
      EXPECT_EQ(game->to_move(), ply % 2 == 0 ? Seat::first : Seat::second);
      read(*game, game->to_move());
      play(*game, std::string{column, row});
    }
  }
  Picture board = board_of(*game);
  EXPECT_EQ(piece(board, "f6"), 'b');
  EXPECT_EQ(game->to_move(), Seat::second);
  EXPECT_EQ(game->relayed(), "f5");
  EXPECT_EQ(read(*game, Seat::first), "") << "the 36th placement is not relayed";
  EXPECT_EQ(read(*game, Seat::second), "f5\n");
  play(*game, "a1-a2-b2-b1");
  EXPECT_EQ(game->to_move(), Seat::first);
  EXPECT_EQ(read(*game, Seat::first), "a1-a2-b2-b1\n");
}

TEST(TurnRightPhases, CornersAllowedGrowWithThePlayersOwnTurns) {
  auto game = striped_board();
  const std::string six = "a1-a2-b2-b3-f3-f1";
  const std::string eight = "a1-a2-b2-b3-c3-c4-f4-f1";
  EXPECT_EQ(refusal(*game, six), "too many corners: 6, this circuit may have at most 4");
  play(*game, "a5-a6-b6-b5");
  EXPECT_EQ(refusal(*game, six), "too many corners: 6, this circuit may have at most 4");
  play(*game, "a5-a6-b6-b5");
  EXPECT_EQ(refusal(*game, eight), "too many corners: 8, this circuit may have at most 6");
  play(*game, six);
  EXPECT_EQ(refusal(*game, eight), "too many corners: 8, this circuit may have at most 6");
  play(*game, six);
  play(*game, eight);
}

TEST(TurnRightPhases, RefusalsWhilePlacing) {
  auto game = new_game();
  play(*game, "c3");
  EXPECT_EQ(refusal(*game, "c3"), "c3 is taken by white");
  play(*game, "d4");
  EXPECT_EQ(refusal(*game, "d4"), "d4 is taken by black");
  EXPECT_EQ(refusal(*game, ""), "empty line");
  EXPECT_EQ(refusal(*game, "g1"), "'g1' is not a square (a1 to f6)");
  EXPECT_EQ(refusal(*game, "A1"), "'A1' is not a square (a1 to f6)");
  EXPECT_EQ(refusal(*game, " a1"), "' a1' is not a square (a1 to f6)");
  EXPECT_EQ(refusal(*game, "a1-a4-d4-d1"),
            "a circuit, but pieces are still being placed: name one free square");
}

TEST(TurnRightPhases, RefusalsWhileTurning) {
  auto game = striped_board();
  EXPECT_EQ(refusal(*game, ""), "empty line");
  EXPECT_EQ(refusal(*game, "a4"), "a placement, but the board is full: name a circuit");
  EXPECT_EQ(refusal(*game, "a1-d1-d4-a4"),
            "counter-clockwise: the same circuit clockwise is a4-d4-d1-a1");
  EXPECT_EQ(refusal(*game, "a1-a4-d4-d9"), "'d9' is not a square (a1 to f6)");
}

// Everything that can be seen of a game, without changing it.
std::string seen(const rules::Game& game) {
  const auto copy = game.clone();
  return copy->draw() + std::string(copy->relayed()) + read(*copy, Seat::first) + '|' +
         read(*copy, Seat::second) + (copy->over() ? "over" : "") +
         (copy->to_move() == Seat::first ? "white" : "black");
}

TEST(TurnRightPhases, ARefusedLineChangesNothing) {
  auto game = new_game();
  play(*game, "c3");
  std::string before = seen(*game);
  for (const char* line : {"", "c3", "x", "a1-a2-b2-b1", "a9"}) {
    refusal(*game, line);
    EXPECT_EQ(seen(*game), before) << line;
  }
  game = striped_board();
  before = seen(*game);
  for (const char* line :
       {"", "a1", "a1-a2-b2", "a1-b1-b2-a2", "a1-a3-e3-e5-c5-c1", "a1-a2-b2-b1-"}) {
    refusal(*game, line);
    EXPECT_EQ(seen(*game), before) << line;
  }
}

TEST(TurnRightTurning, ThePagesExampleMovesB3ToC3) {
  auto game = striped_board();
  play(*game, "a5-a6-b6-b5");
  play(*game, "a5-a6-b6-b5");
  Picture before = board_of(*game);
  play(*game, "a1-a2-b2-b3-f3-f1");
  Picture after = board_of(*game);
  const char* path[] = {"a1", "a2", "b2", "b3", "c3", "d3", "e3", "f3",
                        "f2", "f1", "e1", "d1", "c1", "b1", "a1"};
  for (std::size_t i = 0; i + 1 < std::size(path); ++i) {
    EXPECT_EQ(piece(after, path[i + 1]), piece(before, path[i])) << path[i];
  }
  for (const char* inside : {"c2", "d2", "e2", "a3", "a6", "f6", "d4"}) {
    EXPECT_EQ(piece(after, inside), piece(before, inside)) << inside;
  }
}

TEST(TurnRightPoints, NothingIsCountedWhilePlacing) {
  const Picture blocks{"wwbbww", "wwbbww", "bbwwbb", "bbwwbb", "wwbbwb", "wwbbbw"};
  auto game = full_board(blocks);
  EXPECT_EQ(points_of(*game), (std::array{5, 0}));
}

TEST(TurnRightPoints, BothColoursAfterEveryCircuitOfEitherPlayer) {
  // White: a5, c3, e5 and a1; Black: c5, a3, e3 and c1 (by lower left corners).
  const Picture blocks{"wwbbww", "wwbbww", "bbwwbb", "bbwwbb", "wwbbwb", "wwbbbw"};
  auto game = full_board(blocks);
  // A circuit inside one colour changes no piece, and all is counted.
  play(*game, "a5-a6-b6-b5");
  EXPECT_EQ(board_of(*game), blocks);
  EXPECT_EQ(points_of(*game), (std::array{5 + 4, 4}));
  play(*game, "a5-a6-b6-b5");
  EXPECT_EQ(points_of(*game), (std::array{5 + 8, 8}));
  // e1 and f2 to e2 and f1: 2x2 squares come and go.
  play(*game, "e1-e2-f2-f1");
  Picture after = turned(blocks, "e1-e2-f2-f1");
  EXPECT_EQ(board_of(*game), after);
  EXPECT_EQ(points_of(*game),
            (std::array{13 + count_blocks(after, 'w', 2), 8 + count_blocks(after, 'b', 2)}));
}

TEST(TurnRightPoints, OverlappingSquaresCountEach) {
  const Picture rows{"wwwwww", "wwwwww", "bbbbbb", "bbbbbb", "wbwbwb", "bwbwbw"};
  auto game = full_board(rows);
  play(*game, "a5-a6-f6-f5");
  EXPECT_EQ(points_of(*game), (std::array{5 + 5, 5}));
  EXPECT_FALSE(game->over());
}

TEST(TurnRightDrawing, ShowsBoardPhaseAndPoints) {
  auto game = new_game();
  play(*game, "c3");
  EXPECT_EQ(game->draw(),
            "placement 2 of 35, black to move\n"
            "  6  . . . . . .\n"
            "  5  . . . . . .\n"
            "  4  . . . . . .\n"
            "  3  . . w . . .\n"
            "  2  . . . . . .\n"
            "  1  . . . . . .\n"
            "     a b c d e f\n"
            "points: white 5 (first 5 included), black 0\n");
  game = striped_board();
  play(*game, "a5-a6-b6-b5");
  play(*game, "a5-a6-b6-b5");
  EXPECT_EQ(game->draw(),
            "circuit 3 of 26, black to move, number 2 of 13, at most 6 corners\n"
            "  6  b w w b w b\n"
            "  5  b w w b w b\n"
            "  4  w b w b w b\n"
            "  3  w b w b w b\n"
            "  2  w b w b w b\n"
            "  1  w b w b w b\n"
            "     a b c d e f\n"
            "points: white 6 (first 5 included), black 0\n");
}

}  // namespace
}  // namespace turn_right_test
