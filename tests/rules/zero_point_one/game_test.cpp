// 0.1: moves, refusals, lines, the end and the result.
#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "rules/two_seats.hpp"
#include "tests/rules/zero_point_one/play.hpp"

namespace rules::zero_point_one {
namespace {

// A knight that goes back and forth on each side.
std::string idle_moves(int count) {
  static constexpr std::array<std::string_view, 4> moves{"b4c6", "h6f5", "c6b4", "f5h6"};
  std::string text;
  for (int i = 0; i < count; ++i) text += std::string(moves[static_cast<std::size_t>(i % 4)]) + ' ';
  return text;
}

TEST(SetUps, FillTheHomeRowsInOrder) {
  EXPECT_EQ(set_up_game()->draw(),
            "0.1, moves made: 2 of 102, last: blue addaaffadadaanwa\n"
            "\n"
            "h  d a d a a n w a\n"
            "g  a d d a a f f a\n"
            "f  . . . . . . . .\n"
            "e  . . . . . . . .\n"
            "d  . . . . . . . .\n"
            "c  . . . . . . . .\n"
            "b  D A F N A F A A\n"
            "a  W A D A D A A D\n"
            "\n"
            "   1 2 3 4 5 6 7 8\n"
            "\n"
            "in hand: red nothing, blue nothing\n"
            "red leaps or drops\n");
}

// Red takes an Alfil on e2 and drops it on blue's home.
TEST(Captures, GoToTheHandAndComeBack) {
  const auto game = set_up_game();
  play_all(*game, "a2c4 g4e2 c4e2");
  EXPECT_NE(game->draw().find("in hand: red A, blue nothing"), std::string::npos) << game->draw();
  expect_refused(*game, "ac4", "blue has no Alfil in hand; in hand: nothing");
  play_all(*game, "g3e3");
  expect_refused(*game, "ac4", "'a' is a piece of the opponent; red writes A");
  expect_refused(*game, "De4", "red has no Dabbaba in hand; in hand: A");
  expect_refused(*game, "Ab4", "b4 has red's Knight; a drop goes to an empty square");
  play_all(*game, "Ag3");
  EXPECT_NE(game->draw().find("g  a d A . a"), std::string::npos) << game->draw();
  play_all(*game, "g2g4 g3e5");
}

TEST(Refused, WhatIsNotAMove) {
  const auto game = set_up_game();
  const std::string form =
      " is not a move; a leap is two squares, such as b5d3, and a drop is a piece and a square, "
      "such as Df8";
  for (const char* line :
       {"", "b", "b5", "b5d", "b5d9", "i5d3", "B5d3", "b5d3 ", " b5d3", "b5-d3", "b5xd3", "Xf8",
        "Df9", "DF8", "Quit", "Start", "WADADAADDAFNAFAA", "0000", "D@f8"}) {
    expect_refused(*game, line, "'" + std::string(line) + "'" + form);
  }
}

TEST(Refused, LeapsThatThePieceCannotMake) {
  const auto game = set_up_game();
  expect_refused(*game, "c3c4", "c3 is empty; red moves its own pieces");
  expect_refused(*game, "g1e1", "g1 has blue's Alfil; red moves its own pieces");
  expect_refused(*game, "a1a2", "the Wazir on a1 cannot leap to a2; it can leap to nowhere");
  expect_refused(*game, "b4b4", "the Knight on b4 cannot leap to b4; it can leap to c2 c6 d3 d5");
  expect_refused(*game, "b3c3", "the Ferz on b3 cannot leap to c3; it can leap to c2 c4");
}

TEST(TheEnd, IsTheCaptureOfAWazir) {
  const auto game = set_up_game();
  // The knight goes to f6 and takes the Wazir of h7.
  play_all(*game, "b4d5 g1e3 d5f6 g8e6");
  EXPECT_EQ(game->result().seats[0], (SeatResult{.score = 11}));
  play_all(*game, "f6h7");
  ASSERT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0], (SeatResult{.score = 21, .outcome = Outcome::win}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 1, .outcome = Outcome::lose}));
  EXPECT_NE(game->draw().find("over: red has captured the Wazir\n"), std::string::npos);
}

TEST(TheEnd, IsADrawAfter102Moves) {
  const auto game = set_up_game();
  play_all(*game, idle_moves(99));
  ASSERT_FALSE(game->over());
  play_all(*game, "f5h6");
  ASSERT_TRUE(game->over());
  for (const SeatResult& seat : game->result().seats) EXPECT_EQ(seat, (SeatResult{.score = 11}));
  EXPECT_NE(game->draw().find("over: a draw after 102 moves\n"), std::string::npos);
}

// A Wazir that is taken with the last move of all decides.
TEST(TheEnd, IsTheCaptureWithTheLastMoveToo) {
  const auto game = set_up_game();
  play_all(*game, idle_moves(92) + "b4c6 h6f5 c6b4 f5e3 b4c6 e3c2 c6b4");
  ASSERT_FALSE(game->over());
  play_all(*game, "c2a1");
  ASSERT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 21, .outcome = Outcome::win}));
  EXPECT_EQ(game->result().seats[0], (SeatResult{.score = 1, .outcome = Outcome::lose}));
}

// Red's pieces have nowhere to go, and it has dropped all that it captured.
constexpr std::string_view stalemate =
    "DAAADNFWAAAADDFA dadawafaadadafan b7c6 g2e4 c6d5 h1f3 d5e4 h2f2 e4f3 g5f5 f3g4 f5e5 g4h3 e5d5 "
    "h3g4 d5c5 g4h5 c5b5 h5g6 b5a5 a6c5 h8g6 c5d3 a5a4 d3c1 a4a3 c1d3 a3b3 d3c5 b3b2 c5b3 b2b1 Ad6 "
    "b1a1 Ad2 a1a2 Af4 a2a3 Af8 h6g5 Ah6 a3b3 Ah2 g6e5";

TEST(TheEnd, IsHavingNoMove) {
  const auto game = info().start("");
  play_all(*game, stalemate.substr(0, stalemate.rfind(' ')));
  ASSERT_FALSE(game->over());
  play_all(*game, stalemate.substr(stalemate.rfind(' ') + 1));
  ASSERT_TRUE(game->over()) << game->draw();
  EXPECT_EQ(game->result().seats[0], (SeatResult{.outcome = Outcome::lose}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 21, .outcome = Outcome::win}));
  EXPECT_NE(game->draw().find("over: red cannot move, blue wins\n"), std::string::npos);
}

TEST(TheEnd, IsAForfeit) {
  for (const int plies : {0, 1, 2, 7}) {
    const auto game = plies < 2 ? info().start("") : set_up_game();
    play_all(*game, plies == 1 ? std::string(red_set_up) : idle_moves(std::max(0, plies - 2)));
    const Seat failed = game->to_move();
    game->forfeit(failed);
    ASSERT_TRUE(game->over());
    EXPECT_EQ(game->result().seats[index(failed)],
              (SeatResult{.outcome = Outcome::lose, .forfeited = true}));
    EXPECT_EQ(game->result().seats[index(other(failed))],
              (SeatResult{.score = 21, .outcome = Outcome::win}));
    for (const Seat seat : {Seat::first, Seat::second}) {
      EXPECT_TRUE(take(*game, seat).ends_with("Quit\n"));
      EXPECT_EQ(take(*game, seat), "");
    }
  }
}

TEST(ZeroPointOneLines, AreStartTheOpponentsMovesAndQuit) {
  const auto game = info().start("");
  EXPECT_EQ(take(*game, Seat::first), "Start\n");
  play_all(*game, red_set_up);
  EXPECT_EQ(take(*game, Seat::second), std::string(red_set_up) + "\n");
  play_all(*game, blue_set_up);
  EXPECT_EQ(take(*game, Seat::first), std::string(blue_set_up) + "\n");
  play_all(*game, "b4d5");
  EXPECT_EQ(game->relayed(), "b4d5");
  EXPECT_EQ(take(*game, Seat::second), "b4d5\n");
  play_all(*game, "g1e3 d5f6 g8e6 f6h7");
  EXPECT_EQ(take(*game, Seat::first), "g1e3\ng8e6\nQuit\n");
  EXPECT_EQ(take(*game, Seat::second), "d5f6\nQuit\n") << "the final move is not relayed";
}

TEST(ZeroPointOneCatalogue, IsAsThePageSays) {
  const GameInfo game = info();
  EXPECT_EQ(game.name, "zero-point-one");
  EXPECT_EQ(game.title, "0.1");
  EXPECT_EQ(game.budget, std::chrono::seconds(30));
  EXPECT_FALSE(game.takeover);
  EXPECT_FALSE(game.cooperative);
}

}  // namespace
}  // namespace rules::zero_point_one
