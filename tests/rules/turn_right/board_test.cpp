// The board of Turn Right, its squares, and what there is to see of it.
#include "rules/turn_right/board.hpp"

#include <gtest/gtest.h>

#include <string>

#include "rules/turn_right/circuit.hpp"
#include "rules/turn_right/turn_right.hpp"

namespace rules::turn_right {
namespace {

Square at(std::string_view name) { return find_square(name).value(); }

TEST(Squares, HaveNamesInThePagesOrder) {
  EXPECT_EQ(at("a1"), 0);
  EXPECT_EQ(at("a6"), 5);
  EXPECT_EQ(at("b1"), 6);
  EXPECT_EQ(at("f6"), 35);
  for (int i = 0; i < square_count; ++i) {
    const auto square = static_cast<Square>(i);
    EXPECT_EQ(square_at(column_of(square), row_of(square)), square);
    EXPECT_EQ(at(std::string{column_name(square), row_name(square)}), square);
  }
  for (const char* wrong : {"", "a", "a0", "a7", "g1", "A1", "a11"})
    EXPECT_FALSE(find_square(wrong));
}

TEST(TurnRightBoard, CountsSquaresOfOneColour) {
  Board board;
  for (const char* name : {"a1", "a2", "b1", "b2", "c1", "c2"}) board.place(Seat::first, at(name));
  EXPECT_EQ(board.two_by_twos(Seat::first), 2);
  EXPECT_FALSE(board.has_three_by_three(Seat::first));
  board.place(Seat::second, at("f6"));
  EXPECT_EQ(board.two_by_twos(Seat::second), 0);
  EXPECT_EQ(board.symbol(at("a1")), 'w');
  EXPECT_EQ(board.symbol(at("f6")), 'b');
  EXPECT_EQ(board.symbol(at("d4")), '.');
  EXPECT_EQ(board.free(), Board::all & ~(board.pieces(Seat::first) | board.pieces(Seat::second)));
  for (const char* name : {"a3", "b3", "c3"}) board.place(Seat::first, at(name));
  EXPECT_TRUE(board.has_three_by_three(Seat::first));
  EXPECT_EQ(board.two_by_twos(Seat::first), 4);
}

TEST(TurnRightBoard, TurnsClockwiseAlongACircuit) {
  Board board;
  board.place(Seat::first, at("a1"));
  board.place(Seat::second, at("b2"));
  Circuit circuit;
  ASSERT_TRUE(Circuit::parse("a1-a2-b2-b1", 4, circuit));
  board.turn(circuit);
  EXPECT_EQ(board.symbol(at("a2")), 'w');
  EXPECT_EQ(board.symbol(at("b1")), 'b');
  EXPECT_EQ(board.symbol(at("a1")), '.');
}

TEST(TurnRightScene, ShowsPiecesPathsAndWhatIsDue) {
  Board board;
  board.place(Seat::first, at("a1"));
  const Scene placing = scene_of({board, {}, false, "a1", Seat::second, 0, "place"});
  ASSERT_EQ(placing.looks.size(), layout().cells.size());
  EXPECT_EQ(moves_of(layout(), placing.input).size(), 35U);
  EXPECT_EQ(placing.input.most_corners, 0);
  std::size_t white = 0;
  for (std::size_t i = 0; i < placing.looks.size(); ++i) {
    if (placing.looks[i].colour != Colour::white) continue;
    ++white;
    EXPECT_EQ(layout().cells[i].name, "a1");
  }
  EXPECT_EQ(white, 1U);
  const Scene turning = scene_of({board, {5, 0}, true, "a1-a2-b2-b1", Seat::first, 8, "turn"});
  EXPECT_EQ(turning.input.most_corners, 8);
  ASSERT_FALSE(turning.marks.empty());
  EXPECT_EQ(turning.marks[0].kind, Mark::Kind::path);
  EXPECT_EQ(turning.marks[0].cells.size(), 4U);
  EXPECT_EQ(turning.status, "turn");
}

// The page's formulas and its four examples.

TEST(Score, MorePointsAfterAllCircuits) {
  const Result result = score_all_circuits({26, 32});
  EXPECT_EQ(result.seats[0], (SeatResult{44, 0, 26, Outcome::lose, false}));
  EXPECT_EQ(result.seats[1], (SeatResult{56, 2, 32, Outcome::win, false}));
}

TEST(Score, EqualPointsAreADraw) {
  const Result result = score_all_circuits({19, 19});
  for (const SeatResult& seat : result.seats) {
    EXPECT_EQ(seat, (SeatResult{50, 1, 19, Outcome::draw, false}));
  }
}

TEST(Score, ADifferenceAbove50CountsAs50) {
  EXPECT_EQ(score_all_circuits({80, 29}).seats[0].score, 100);
  EXPECT_EQ(score_all_circuits({80, 29}).seats[1].score, 0);
  EXPECT_EQ(score_all_circuits({5, 120}).seats[0].score, 0);
  EXPECT_EQ(score_all_circuits({5, 120}).seats[1].score, 100);
  EXPECT_EQ(score_all_circuits({79, 30}).seats[0].score, 99);
}

TEST(Score, ThreeByThreeOfTheOneBehind) {
  const Result result = score_three_by_three({22, 15}, Seat::second);
  EXPECT_EQ(result.seats[0], (SeatResult{57, 0, 22, Outcome::lose, false}));
  EXPECT_EQ(result.seats[1], (SeatResult{93, 3, 15, Outcome::win, false}));
}

TEST(Score, ThreeByThreeAtTheLimits) {
  EXPECT_EQ(score_three_by_three({100, 10}, Seat::first).seats[0].score, 150);
  EXPECT_EQ(score_three_by_three({100, 10}, Seat::first).seats[1].score, 0);
  EXPECT_EQ(score_three_by_three({100, 10}, Seat::second).seats[1].score, 50);
  EXPECT_EQ(score_three_by_three({100, 10}, Seat::second).seats[0].score, 100);
}

TEST(Score, FaultOfTheOneAhead) {
  const Result result = score_fault({14, 18}, Seat::second);
  EXPECT_EQ(result.seats[0], (SeatResult{96, 3, 14, Outcome::win, false}));
  EXPECT_EQ(result.seats[1], (SeatResult{0, 0, 18, Outcome::lose, true}));
}

TEST(Score, FaultOfWhite) {
  const Result result = score_fault({20, 30}, Seat::first);
  EXPECT_EQ(result.seats[0], (SeatResult{0, 0, 20, Outcome::lose, true}));
  EXPECT_EQ(result.seats[1], (SeatResult{110, 3, 30, Outcome::win, false}));
}

}  // namespace
}  // namespace rules::turn_right
