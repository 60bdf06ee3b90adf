// The ways in which a game ends: 26 circuits, a 3x3 square, a fault.
#include <gtest/gtest.h>

#include "plain_game.hpp"

namespace turn_right_test {
namespace {

using rules::Outcome;
using rules::Seat;
using rules::SeatResult;

void expect_no_lines(rules::Game& game) {
  EXPECT_EQ(read(game, Seat::first), "");
  EXPECT_EQ(read(game, Seat::second), "");
}

// Plays `circuit` `times` times, each player reading what there is.
void repeat(rules::Game& game, std::string_view circuit, int times) {
  for (int i = 0; i < times; ++i) {
    read(game, game.to_move());
    play(game, circuit);
  }
}

TEST(TurnRightEnd, After26CircuitsWithoutAFarewell) {
  auto game = striped_board();
  // Four turns of one small square come round to the start; stripes have no 2x2.
  repeat(*game, "a1-a2-b2-b1", 25);
  EXPECT_FALSE(game->over());
  EXPECT_EQ(game->to_move(), Seat::first);
  EXPECT_EQ(read(*game, Seat::first), "a1-a2-b2-b1\n");
  play(*game, "a2-b2-b1-a1");
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->relayed(), "a1-a2-b2-b1");
  expect_no_lines(*game);
}

TEST(TurnRightEnd, PointsDecideAfterAllCircuits) {
  // The circuit runs inside Black's five 2x2 squares; White has six elsewhere.
  auto game = full_board({"bbbbbb", "bbbbbb", "wwbwwb", "wwbwwb", "wwbwwb", "wwwwww"});
  repeat(*game, "a5-a6-f6-f5", 26);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0], (SeatResult{81, 2, 5 + 26 * 6, Outcome::win, false}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{19, 0, 26 * 5, Outcome::lose, false}));
}

// A board on which the circuit c3-c4-d4-d3 completes a 3x3 of White at a1-c3 and one
// of Black at d4-f6.
const Picture both{"wbwbbb", "bwwbbb", "wbbwbb", "wwbwwb", "wwwbwb", "wwwbbw"};
// The same for White alone: f6 and f1 have changed places.
Picture white_alone() {
  Picture picture = both;
  std::swap(piece(picture, "f6"), piece(picture, "f1"));
  return picture;
}
// The same for Black alone.
Picture black_alone() {
  Picture picture = both;
  std::swap(piece(picture, "a1"), piece(picture, "a5"));
  return picture;
}

TEST(TurnRightThreeByThree, WinsAtOnceForTheMover) {
  auto game = full_board(black_alone());
  read(*game, Seat::second);
  play(*game, "c4-d4-d3-c3");
  EXPECT_TRUE(game->over());
  const rules::Result result = game->result();
  EXPECT_EQ(result.seats[1].outcome, Outcome::win);
  EXPECT_EQ(result.seats[0].outcome, Outcome::lose);
  EXPECT_EQ(result.seats[1].game_points, 3);
  EXPECT_EQ(result.seats[0].game_points, 0);
  EXPECT_FALSE(result.seats[0].forfeited);
  EXPECT_EQ(game->relayed(), "c3-c4-d4-d3");
  expect_no_lines(*game);
}

TEST(TurnRightThreeByThree, WinsAtOnceForTheOther) {
  auto game = full_board(white_alone());
  play(*game, "c3-c4-d4-d3");
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0].outcome, Outcome::win);
  EXPECT_EQ(game->result().seats[0].game_points, 3);
}

TEST(TurnRightThreeByThree, PointsOfTheLastCircuitCountAndTheBonusIsAdded) {
  auto game = full_board(both);
  play(*game, "c3-c4-d4-d3");
  const Picture board = board_of(*game);
  const int white = 5 + count_blocks(board, 'w', 2);
  const int black = count_blocks(board, 'b', 2);
  EXPECT_GE(white, 9);
  EXPECT_GE(black, 4);
  EXPECT_EQ(game->result().seats[0],
            (SeatResult{50 + white - black + 50, 3, white, Outcome::win, false}));
  EXPECT_EQ(game->result().seats[1],
            (SeatResult{50 - white + black, 0, black, Outcome::lose, false}));
}

TEST(TurnRightThreeByThree, OfBothAtOnceGoesToTheOneWhoDidNotMove) {
  auto game = full_board(both);
  ASSERT_EQ(count_blocks(board_of(*game), 'w', 3), 0);
  ASSERT_EQ(count_blocks(board_of(*game), 'b', 3), 0);
  play(*game, "c3-c4-d4-d3");
  ASSERT_EQ(count_blocks(board_of(*game), 'w', 3), 1);
  ASSERT_EQ(count_blocks(board_of(*game), 'b', 3), 1);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0].outcome, Outcome::win) << "Black moved";

  game = full_board(both);
  play(*game, "a5-a6-b6-b5");
  ASSERT_FALSE(game->over());
  play(*game, "c3-c4-d4-d3");
  ASSERT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[1].outcome, Outcome::win) << "White moved";
  EXPECT_EQ(game->result().seats[1].game_points, 3);
}

TEST(TurnRightThreeByThree, MadeByPlacingIsSeenOnlyAfterACircuit) {
  Picture board = turned(white_alone(), "c3-c4-d4-d3");
  ASSERT_EQ(count_blocks(board, 'w', 3), 1);
  ASSERT_EQ(count_blocks(board, 'b', 3), 0);
  auto game = full_board(board);
  EXPECT_FALSE(game->over());
  EXPECT_EQ(points_of(*game), (std::array{5, 0}));
  auto broken = game->clone();

  play(*game, "e1-e2-f2-f1");  // elsewhere: it still stands
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0].outcome, Outcome::win);

  play(*broken, "b3-b4-c4-c3");  // brings a black piece to c3
  EXPECT_EQ(count_blocks(board_of(*broken), 'w', 3), 0);
  EXPECT_FALSE(broken->over());
}

TEST(TurnRightThreeByThree, OnTheLastCircuitBeatsThePoints) {
  auto game = full_board(black_alone());
  repeat(*game, "a5-a6-b6-b5", 25);
  ASSERT_FALSE(game->over());
  play(*game, "c3-c4-d4-d3");
  ASSERT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[1].game_points, 3);
}

TEST(TurnRightFault, EndsTheGameInThePlacementPhase) {
  auto game = new_game();
  read(*game, Seat::first);
  play(*game, "c3");
  game->forfeit(Seat::second);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(read(*game, Seat::second), "x\n") << "the undelivered c3 is dropped";
  EXPECT_EQ(read(*game, Seat::first), "x\n");
  expect_no_lines(*game);
  EXPECT_EQ(game->result().seats[0], (SeatResult{105, 3, 5, Outcome::win, false}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{0, 0, 0, Outcome::lose, true}));
}

TEST(TurnRightFault, BeforeTheFirstMoveEvenStartIsDropped) {
  auto game = new_game();
  game->forfeit(Seat::first);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(read(*game, Seat::first), "x\n");
  EXPECT_EQ(read(*game, Seat::second), "x\n");
  EXPECT_EQ(game->result().seats[0], (SeatResult{0, 0, 5, Outcome::lose, true}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{95, 3, 0, Outcome::win, false}));
}

TEST(TurnRightFault, EndsTheGameInTheCircuitPhase) {
  auto game = full_board({"wwbbww", "wwbbww", "bbwwbb", "bbwwbb", "wwbbwb", "wwbbbw"});
  repeat(*game, "a5-a6-b6-b5", 3);
  ASSERT_EQ(points_of(*game), (std::array{17, 12}));
  ASSERT_EQ(game->to_move(), Seat::first);
  game->forfeit(Seat::first);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(read(*game, Seat::first), "x\n");
  EXPECT_EQ(read(*game, Seat::second), "x\n");
  EXPECT_EQ(game->result().seats[0], (SeatResult{0, 0, 17, Outcome::lose, true}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{95, 3, 12, Outcome::win, false}));
}

TEST(TurnRightFault, TwiceIsTheSameAsOnce) {
  auto game = new_game();
  game->forfeit(Seat::second);
  const rules::Result once = game->result();
  EXPECT_EQ(read(*game, Seat::first), "x\n");
  game->forfeit(Seat::second);
  EXPECT_EQ(game->result(), once);
  EXPECT_EQ(read(*game, Seat::first), "");
  EXPECT_EQ(read(*game, Seat::second), "x\n");
}

}  // namespace
}  // namespace turn_right_test
