// The naive game against the examples of the rules and the page: it is the measure of the real
// one, so it gets one of its own.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/rules/naive/naive_black_hole.hpp"
#include "tests/rules/naive/naive_box.hpp"
#include "tests/rules/naive/naive_merge.hpp"
#include "tests/rules/naive/naive_sudoku.hpp"
#include "tests/rules/naive/naive_turn_right.hpp"
#include "tests/rules/naive/naive_zero_point_one.hpp"

namespace naive {
namespace {

TEST(NaiveBox, ExampleOfThePage) {
  std::string deal = "3 2 216534 364521 462513 326451 314625";
  for (int i = 5; i < 39; ++i) deal += " 123456";
  const auto game = naive_box(deal);
  const auto moves = *game->legal_moves();
  EXPECT_EQ(moves.size(), 125U);
  std::map<char, int> by_direction;
  for (const std::string& move : moves) ++by_direction[move[2]];
  EXPECT_EQ(by_direction['h'], 48);
  EXPECT_EQ(by_direction['v'], 77);

  EXPECT_EQ(game->lines(Seat::first), "3\nHh216534h\nStart\n364521\n");
  EXPECT_EQ(game->play("Ikv"), "Ik364521v");
  EXPECT_EQ(game->lines(Seat::second), "2\nHh216534h\nIk364521v\n462513\n");
  EXPECT_EQ(game->play("Ifv"), "If462513v");
  EXPECT_EQ(game->lines(Seat::first), "If462513v\n326451\n");
  EXPECT_EQ(game->play("Fch"), "Fc326451h");
  EXPECT_EQ(game->lines(Seat::second), "Fc326451h\n314625\n");
}

using rules::Outcome;

TEST(NaiveBlackHole, RecordedGame) {
  const auto game = naive_black_hole("E4 F2 A5 A7 C1");
  EXPECT_EQ(game->lines(Seat::first), "E4\nF2\nA5\nA7\nC1\nStart\n");
  play_all(*game, "D3=15");
  EXPECT_EQ(game->lines(Seat::second), "E4\nF2\nA5\nA7\nC1\nD3=15\n");
  play_all(*game,
           "B1=9 C5=14 B4=15 B3=13 D4=14 E1=12 B2=6 A2=11 E3=3 B5=10 E2=4 B7=9 A3=10 G1=8 C2=12 "
           "C3=7 D1=2 A4=1 C4=13 F3=6 B6=8 D5=5 G2=11 H1=3 D2=5 A1=4 F1=7 A6=2 C6=1");
  EXPECT_TRUE(game->over());
  const rules::Result result = game->result();
  EXPECT_EQ(result.seats[0].score, 84);
  EXPECT_EQ(result.seats[1].score, 66);
  EXPECT_EQ(result.seats[0].outcome, Outcome::win);
  EXPECT_EQ(game->lines(Seat::first), "Quit\n");
  EXPECT_EQ(game->lines(Seat::second), "Quit\n");
}

TEST(NaiveMerge, ExampleOfThePage) {
  const auto game = naive_2187();
  EXPECT_EQ(game->lines(Seat::first), "A\n");
  play_all(*game, "11");
  EXPECT_EQ(game->lines(Seat::second), "B\n11\n");
  play_all(*game, "23 44 21");
  EXPECT_EQ(game->result().seats[0].score, 4);
  // Two blue ones in the first column become a blue 3, packed at the top.
  play_all(*game, "U");
  EXPECT_EQ(game->result().seats[0].score, 5);
  EXPECT_FALSE(game->legal("U"));  // changes nothing
  EXPECT_TRUE(game->legal("R"));
}

TEST(NaiveMerge, DifferentColorsVanish) {
  const auto game = naive_6561();
  play_all(*game, "11 12 33 L");  // blue and red vanish, gray goes to column 1
  EXPECT_EQ(game->result().seats[1].score, 3);
  EXPECT_FALSE(game->legal("L"));
  play_all(*game, "U");  // gray to 11
  EXPECT_FALSE(game->legal("11"));
  EXPECT_TRUE(game->legal("31"));
}

// The naive Sudoku by itself.

TEST(NaiveSudoku, ARecordedGame) {
  const auto game = naive_sudoku("");
  // That these are legal would take long to find out: there are too many solutions.
  for (const std::string& move :
       split("Ge5 Ef7 Eg8 Gc4 Fg9 De6 Gi6 Ah5 Aa7 Ea6 Ie9 Ad9 Cf8 Ba5 Cg7 "
             "Hb9 Ei1 Hc8 Id4 Dg2 If2 Bf3",
             ' ')) {
    game->play(move);
  }
  EXPECT_FALSE(game->legal("!"));
  EXPECT_FALSE(game->legal("Bb3"));  // twice in the row
  play_all(*game, "Bb1!");
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0].score, 2);
  EXPECT_EQ(game->result().seats[1].score, 1);
}

TEST(NaiveTurnRight, CircuitsByCorners) {
  std::map<std::size_t, int> count;
  for (const std::string& circuit : naive_circuits(10)) ++count[split(circuit, '-').size()];
  const std::map<std::size_t, int> expected = {{4, 225}, {6, 1600}, {8, 9450}, {10, 39360}};
  EXPECT_EQ(count, expected);
}

TEST(NaiveTurnRight, OpeningProtocol) {
  const auto game = naive_turn_right();
  EXPECT_EQ(game->lines(Seat::first), "Start\n");
  game->play("c3");
  EXPECT_EQ(game->lines(Seat::second), "c3\n");
  for (int placed = 1; placed < 35; ++placed) {
    game->lines(game->to_move());
    game->play(game->legal_moves()->front());
  }
  EXPECT_EQ(game->to_move(), Seat::second);
  EXPECT_EQ(game->lines(Seat::second), "f5\n");
  EXPECT_FALSE(game->legal("a4-a1-d1-d4"));        // counter-clockwise
  EXPECT_FALSE(game->legal("a1-a2-b2-b3-f3-f1"));  // too many corners
  EXPECT_EQ(game->play("a4-d4-d1-a1"), "a1-a4-d4-d1");
  EXPECT_EQ(game->lines(Seat::first), "a1-a4-d4-d1\n");
}

TEST(NaiveTurnRight, FaultWinsForTheOther) {
  const auto game = naive_turn_right();
  game->forfeit(Seat::second);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->lines(Seat::first), "x\n");
  EXPECT_EQ(game->lines(Seat::second), "x\n");
  const rules::SeatResult white = game->result().seats[0];
  EXPECT_EQ(white.score, 105);  // 5 points to 0
  EXPECT_EQ(white.game_points, 3);
  EXPECT_EQ(game->result().seats[1].score, 0);
}

// The naive 0.1 against recorded official games: it is the measure of the real one.

// The number of games in a file; all must end as they did.
int played_in(const std::string& file) {
  int games = 0;
  std::ifstream in(file);
  std::string row;
  std::getline(in, row);  // Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves
  for (; std::getline(in, row); ++games) {
    const auto fields = split(row, ',');
    const auto game = naive_zero_point_one();
    play_all(*game, fields.at(9));
    for (const std::size_t seat : {0U, 1U}) {
      const std::string& status = fields.at(5 + 3 * seat);
      const bool fault = status != "WIN" && status != "LOSE" && status != "DRAW";
      if (fault) game->forfeit(static_cast<Seat>(seat));
    }
    EXPECT_TRUE(game->over()) << row;
    EXPECT_EQ(std::to_string(game->result().seats[0].score), fields.at(4)) << row;
    EXPECT_EQ(std::to_string(game->result().seats[1].score), fields.at(7)) << row;
  }
  return games;
}

TEST(NaiveZeroPointOne, RecordedOfficialGames) {
  EXPECT_EQ(played_in(REFEREE_SOURCE_DIR "/tests/data/zero-point-one/recorded.csv"), 11);
}

TEST(NaiveZeroPointOne, AllRecordedOfficialGames) {
  const std::string folder = REFEREE_SHARED_DIR "/data/zero-point-one";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "needs recorded games in ../shared";
  EXPECT_EQ(played_in(folder + "/official-1.csv") + played_in(folder + "/official-odd.csv"), 104);
}

}  // namespace
}  // namespace naive
