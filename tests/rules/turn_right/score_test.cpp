// The page's formulas and its four examples.
#include <gtest/gtest.h>

#include "rules/turn_right/board.hpp"

namespace rules::turn_right {
namespace {

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
