// Black Hole: legal moves, refusals, the result.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>

#include "rules/black_hole/black_hole.hpp"
#include "tests/rules/black_hole/play.hpp"

namespace rules::black_hole {
namespace {

void expect_refused(Game& game, const std::string& line, const std::string& reason) {
  const std::string before = seen(game);
  const Verdict verdict = game.play(line);
  EXPECT_FALSE(verdict) << line;
  EXPECT_EQ(verdict.reason(), reason);
  EXPECT_EQ(seen(game), before) << "a refused line changed the game";
}

TEST(RecordedGame, EndsWithTheHoleA8And84To66) {
  const auto game = start_recorded();
  play_all(*game, recorded_moves);
  ASSERT_TRUE(game->over());
  EXPECT_EQ(game->relayed(), "C6=1");
  EXPECT_EQ(game->result().seats[0],
            (SeatResult{.score = 84, .board_points = 9, .outcome = Outcome::win}));
  EXPECT_EQ(game->result().seats[1], (SeatResult{.score = 66, .outcome = Outcome::lose}));
}

TEST(RecordedGame, IsDrawn) {
  const auto game = start_recorded();
  play_all(*game, first_moves(2));
  EXPECT_EQ(game->draw(),
            "Black Hole, moves made: 2 of 30, last: blue B1=9\n"
            "\n"
            "                            A1   .\n"
            "                        B1  9b  A2   .\n"
            "                    C1 ###  B2   .  A3   .\n"
            "                D1   .  C2   .  B3   .  A4   .\n"
            "            E1   .  D2   .  C3   .  B4   .  A5 ###\n"
            "        F1   .  E2   .  D3 15r  C4   .  B5   .  A6   .\n"
            "    G1   .  F2 ###  E3   .  D4   .  C5   .  B6   .  A7 ###\n"
            "H1   .  G2   .  F3   .  E4 ###  D5   .  C6   .  B7   .  A8   .\n"
            "\n"
            "red has left: 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n"
            "blue has left: 1 2 3 4 5 6 7 8 10 11 12 13 14 15\n"
            "next: red, score while there is no hole 75-75\n");
  play_all(*game, recorded_moves.substr(first_moves(2).size()));
  const std::string text = game->draw();
  EXPECT_NE(text.find("A8 (O)\n\nred has left: none\nblue has left: none\n"
                      "the hole is A8, next to it red 9 and blue 0, score 84-66\n"),
            std::string::npos)
      << text;
}

TEST(Result, IsSeventyFiveEachUntilThereIsAHole) {
  const auto game = start_recorded();
  for (std::size_t made = 0; made < 30; ++made) {
    EXPECT_EQ(game->to_move(), made % 2 == 0 ? Seat::first : Seat::second);
    for (const SeatResult& mine : game->result().seats) {
      EXPECT_EQ(mine, (SeatResult{.score = 75}));
    }
    const std::string_view rest = recorded_moves.substr(made == 0 ? 0 : first_moves(made).size());
    const std::string_view move = rest.substr(rest.find_first_not_of(' '), 5);
    play_all(*game, move.substr(0, move.find(' ')));
  }
  EXPECT_TRUE(game->over());
}

// The sums, counted in the drawing's own terms: both scores always make 150, and the
// outcome goes by them.
TEST(Result, OfRandomGamesAddsUp) {
  int wins = 0;
  int losses = 0;
  int draws = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto game = info().start(info().deal(seed));
    Stream stream(seed, "play");
    for (MoveLine move; !game->over();) {
      game->random_move(stream, move);
      ASSERT_TRUE(game->play(move.view()));
    }
    const Result result = game->result();
    const SeatResult& red = result.seats[0];
    const SeatResult& blue = result.seats[1];
    EXPECT_EQ(red.score, 75 + red.board_points.value().whole() - blue.board_points.value().whole());
    EXPECT_EQ(red.score + blue.score, 150);
    EXPECT_LE(red.board_points, 15 + 14 + 13 + 12 + 11 + 10);
    const Outcome expected = red.score > 75   ? Outcome::win
                             : red.score < 75 ? Outcome::lose
                                              : Outcome::draw;
    EXPECT_EQ(red.outcome, expected);
    wins += red.outcome == Outcome::win ? 1 : 0;
    losses += blue.outcome == Outcome::win ? 1 : 0;
    draws += red.outcome == Outcome::draw && blue.outcome == Outcome::draw ? 1 : 0;
  }
  EXPECT_EQ(wins + losses + draws, 300);
  EXPECT_GT(draws, 0);
}

TEST(Refused, AFieldThatIsNotEmpty) {
  const auto game = start_recorded();
  expect_refused(*game, "E4=1", "field E4 has a brown stone; a stone must go to an empty field");
  play_all(*game, "D3=15");
  expect_refused(*game, "D3=1", "field D3 is taken by red's 15; a stone must go to an empty field");
  play_all(*game, "B1=9");
  expect_refused(*game, "B1=1", "field B1 is taken by blue's 9; a stone must go to an empty field");
}

TEST(Refused, AValueThatIsUsed) {
  const auto game = start_recorded();
  play_all(*game, "D3=15");
  EXPECT_TRUE(game->clone()->play("B1=15")) << "the other seat has its own stones";
  play_all(*game, "B1=9");
  expect_refused(*game, "A1=15",
                 "red has already played the value 15; left: 1 2 3 4 5 6 7 8 9 10 11 12 13 14");
  play_all(*game, "A1=9");
  expect_refused(*game, "A2=9",
                 "blue has already played the value 9; left: 1 2 3 4 5 6 7 8 10 11 12 13 14 15");
}

TEST(Refused, AValueThatIsNone) {
  const auto game = start_recorded();
  for (const char* value : {"0", "16", "01", "015", "00", "1 ", " 1", "-1", "+1", "1.0", "a", "",
                            "20", "99", "10000000000", "1=1"}) {
    expect_refused(*game, std::string("A1=") + value,
                   std::string("'") + value +
                       "' is not a value; values are 1 to 15, without leading zeros; left to red: "
                       "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
  }
}

TEST(Refused, AFieldThatIsNone) {
  const auto game = start_recorded();
  for (const char* field :
       {"A9", "A0", "B8", "H2", "I1", "a1", "", "A", "1A", "A01", " A1", "A1 "}) {
    expect_refused(*game, std::string(field) + "=1",
                   std::string("'") + field +
                       "' is not a field; the fields are A1-A8, B1-B7, C1-C6, D1-D5, E1-E4, F1-F3, "
                       "G1-G2 and H1");
  }
}

TEST(Refused, ALineThatIsNoMove) {
  const auto game = start_recorded();
  const std::string wanted = "; a move is a field, '=' and a value, such as A3=6";
  expect_refused(*game, "", "empty line" + wanted);
  for (const char* line : {"A1", "A1 5", "A15", "Start", "Quit", "A1:5"}) {
    expect_refused(*game, line, std::string("no '=' in '") + line + '\'' + wanted);
  }
  expect_refused(*game, std::string("A1\0x", 4), "no '=' in 'A1\\x00x'" + wanted);
  expect_refused(*game, std::string(1000, 'x'), "no '=' in 'xxxxxxxxxxxxxxxxxxxx'..." + wanted);
}

TEST(Refused, TheLastValuesAreNamed) {
  const auto game = start_recorded();
  play_all(*game, first_moves(28));
  expect_refused(*game, "A6=1", "red has already played the value 1; left: 2");
}

TEST(BlackHoleCatalogue, IsAsThePageSays) {
  const GameInfo game = info();
  EXPECT_EQ(game.name, "black-hole");
  EXPECT_EQ(game.budget, std::chrono::seconds(5));
  EXPECT_EQ(game.memory_limit, 0U);
  EXPECT_EQ(game.seat_names[0], "red");
  EXPECT_EQ(game.seat_names[1], "blue");
  EXPECT_TRUE(game.takeover);
  EXPECT_FALSE(game.cooperative);
  ASSERT_EQ(game.ranking.size(), 2U);
  EXPECT_EQ(game.ranking[0], RankingKey::score);
  EXPECT_EQ(game.ranking[1], RankingKey::among_tied);
}

// Black Hole: what each seat reads, and what a forfeit changes.

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

// What there is to see in a position of Black Hole.

TEST(BlackHoleScene, ShowsStonesAndWhatIsLeft) {
  std::array<std::int8_t, field_count> values{};
  values[0] = 15;
  values[1] = 3;
  const Fields taken = bit(0) | bit(1) | bit(2);
  Position position{all_fields & ~taken, bit(2), bit(0), values, {0b110, 0b100}, 1, {}, {},
                    Seat::first};
  const Scene scene = scene_of(position);
  ASSERT_EQ(scene.looks.size(), layout().cells.size());
  EXPECT_EQ(layout().shape, CellShape::hexagon);
  EXPECT_EQ(layout().cells[0].name, "A1");
  EXPECT_EQ(scene.looks[0].colour, Colour::red);
  EXPECT_EQ(scene.looks[0].text, "15");
  EXPECT_EQ(scene.looks[1].colour, Colour::blue);
  EXPECT_EQ(scene.looks[2].colour, Colour::brown);
  ASSERT_EQ(scene.marks.size(), 1U);
  EXPECT_EQ(scene.marks[0], (Mark{Mark::Kind::last, {}, 0, {1}}));
  // Each empty field with each of two values.
  EXPECT_EQ(moves_of(layout(), scene.input).size(), std::size_t{33 * 2});
  position.to_move.reset();
  EXPECT_TRUE(scene_of(position).input.groups.empty());
}

}  // namespace
}  // namespace rules::black_hole
