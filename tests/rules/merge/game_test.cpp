// 6561 and 2187: whose turn is what, what is refused, how a game ends and scores.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "tests/rules/merge/play.hpp"

namespace rules::merge {
namespace {

std::string next_line(const Game& game) {
  const std::string text = game.draw();
  const std::size_t from = text.find("next: ") + 6;
  return text.substr(from, text.find('\n', from) - from);
}

// Plays the first legal move of the list "11 12 ... 44 U D L R".
void play_any(Game& game) {
  for (char row = '1'; row <= '4'; ++row) {
    for (char column = '1'; column <= '4'; ++column) {
      if (game.play(std::string{row, column})) return;
    }
  }
  for (const char direction : {'U', 'D', 'L', 'R'}) {
    if (game.play(std::string(1, direction))) return;
  }
  FAIL() << "no legal move\n" << game.draw();
}

std::string in_quotes(std::string_view line) { return std::string("'").append(line) + '\''; }

void expect_refused(Game& game, const std::string& line, const std::string& reason) {
  const std::string before = seen(game);
  const Verdict verdict = game.play(line);
  EXPECT_FALSE(verdict) << line;
  EXPECT_EQ(verdict.reason(), reason);
  EXPECT_EQ(seen(game), before) << "a refused line changed the game";
}

TEST(Cycle, Of6561HasFiveTurnsSoTheSeatsSwap) {
  const auto game = start_6561();
  const char* const expected[] = {"A places a blue piece", "B places a red piece",
                                  "A places a gray piece", "B slides the board",
                                  "A slides the board",    "B places a blue piece",
                                  "A places a red piece",  "B places a gray piece",
                                  "A slides the board",    "B slides the board"};
  for (int i = 0; i < 20; ++i) {
    ASSERT_FALSE(game->over());
    EXPECT_EQ(next_line(*game).substr(0, next_line(*game).find(',')), expected[i % 10]) << i;
    EXPECT_EQ(game->to_move(), i % 2 == 0 ? Seat::first : Seat::second);
    play_any(*game);
  }
}

TEST(Cycle, Of2187HasSixTurns) {
  const auto game = start_2187();
  const char* const expected[] = {"A places a blue piece", "B places a red piece",
                                  "A places a red piece",  "B places a blue piece",
                                  "A slides the board",    "B slides the board"};
  for (int i = 0; i < 24; ++i) {
    ASSERT_FALSE(game->over());
    EXPECT_EQ(next_line(*game).substr(0, next_line(*game).find(',')), expected[i % 6]) << i;
    EXPECT_EQ(game->to_move(), i % 2 == 0 ? Seat::first : Seat::second);
    if (i == 0) {
      ASSERT_TRUE(game->play("11"));
    } else if (i % 6 == 1) {
      ASSERT_TRUE(game->play("33"));  // away from the blue one, or the board would be empty
    } else {
      play_any(*game);
    }
  }
}

// The example of the page of 2187: 11 23 44 21 U R.
TEST(Example, OfThePageOf2187) {
  const auto game = start_2187();
  play_all(*game, "11 23 44 21 U R");
  EXPECT_EQ(game->draw(),
            "2187, moves made: 6 of at most 1000, last: B R\n"
            "\n"
            "        1       2       3       4\n"
            "1       .       .      3b      3r\n"
            "2       .       .       .       .\n"
            "3       .       .       .       .\n"
            "4       .       .       .       .\n"
            "\n"
            "next: A places a blue piece\n"
            "sum 6, largest so far 6\n");
}

TEST(Draw, ShowsTheFieldsAndTheLegalSlides) {
  const auto game = start_6561();
  EXPECT_NE(game->draw().find("6561, moves made: 0 of at most 1000\n"), std::string::npos);
  play_all(*game, "11 12 41");
  EXPECT_EQ(game->draw(),
            "6561, moves made: 3 of at most 1000, last: A 41\n"
            "\n"
            "        1       2       3       4\n"
            "1      1b      1r       .       .\n"
            "2       .       .       .       .\n"
            "3       .       .       .       .\n"
            "4      1g       .       .       .\n"
            "\n"
            "next: B slides the board, U, D, L or R\n"
            "sum 3, largest so far 3\n");
}

TEST(Refused, PlacementsOfTheWrongForm) {
  const auto game = start_6561();
  const std::string wanted =
      "a blue piece must be placed now, two digits, row 1-4 and column 1-4, such as 23";
  expect_refused(*game, "", "empty line, but " + wanted);
  expect_refused(*game, "U", "'U' is a slide, but " + wanted);
  for (const char* line : {"1", "15", "51", "01", "10", "111", "11 ", " 11", "1 1", "a1", "A", "u",
                           "-1", "Quit", "11,12"}) {
    expect_refused(*game, line, in_quotes(line) + " is not a field; " + wanted);
  }
  expect_refused(*game, "11\r", "'11\\x0d' is not a field; " + wanted);
  expect_refused(*game, std::string(2, '\0'), "'\\x00\\x00' is not a field; " + wanted);
  expect_refused(*game, std::string(100000, '\xff'),
                 "'\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff"
                 "\\xff\\xff\\xff\\xff'... is not a field; " +
                     wanted);
}

TEST(Refused, ATakenField) {
  const auto game = start_6561();
  play_all(*game, "23");
  expect_refused(*game, "23", "field 23 is taken by 1b; the red piece must go to an empty field");
  play_all(*game, "32");
  expect_refused(*game, "32", "field 32 is taken by 1r; the gray piece must go to an empty field");
}

TEST(Refused, SlidesOfTheWrongForm) {
  const auto game = start_6561();
  play_all(*game, "11 13 32");
  const std::string wanted = "a slide is due now, one of the letters U, D, L and R";
  expect_refused(*game, "", "empty line, but " + wanted);
  expect_refused(*game, "22", "'22' is a placement, but " + wanted);
  for (const char* line : {"u", "d", "UP", "U ", " U", "LL", "X", "5", "44.", "Quit"}) {
    expect_refused(*game, line, in_quotes(line) + " is not a direction; " + wanted);
  }
}

TEST(Refused, ASlideThatChangesNothing) {
  const auto game = start_6561();
  play_all(*game, "11 23 32 L");  // now 1b, 1r and 1g stand in column 1
  expect_refused(*game, "L",
                 "sliding L does not change the board, but a slide must; legal now: U, D or R");
  // 1b and 1r vanish, the gray one moves up.
  play_all(*game, "U");
  EXPECT_NE(game->draw().find("1      1g "), std::string::npos);
}

TEST(End, WhenASlideIsDueAndTheBoardIsEmpty) {
  const auto game = start_2187();
  play_all(*game, "11 12 13 14");
  EXPECT_EQ(game->result().seats[0].score, 4);
  play_all(*game, "L");  // blue and red vanish, red and blue vanish
  EXPECT_TRUE(game->over());
  // The board is empty, but the largest sum counts, here that after a placement.
  EXPECT_NE(game->draw().find("sum 0, largest so far 4"), std::string::npos);
  EXPECT_NE(game->draw().find("the game is over"), std::string::npos);
  for (const SeatResult& mine : game->result().seats) {
    EXPECT_EQ(mine, (SeatResult{.score = 4, .board_points = 4}));
  }
}

TEST(End, NotWhenThePlacementBeforeEmptiedNothing) {
  const auto game = start_6561();
  play_all(*game, "11 12 13 L");  // blue and red vanish, gray stays
  EXPECT_FALSE(game->over());
  EXPECT_EQ(game->result().seats[0].score, 3);
  // The sum fell to 1: the largest one stays.
  play_all(*game, "D 11 12");
  EXPECT_EQ(game->result().seats[0].score, 3);
  play_all(*game, "13");
  EXPECT_EQ(game->result().seats[0].score, 4);
}

// The first random game that ends before a placement (or else before a slide), with
// an empty board or not.
std::unique_ptr<Game> random_end(const GameInfo& info, bool placement_due, bool empty) {
  const std::size_t cycle = info.name == "6561" ? 5 : 6;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Stream stream(seed, "end");
    auto game = info.start("");
    std::size_t plies = 0;
    for (MoveLine move; !game->over(); ++plies) {
      game->random_move(stream, move);
      EXPECT_TRUE(game->play(move.view())) << move.view();
    }
    const bool is_empty = game->draw().find("sum 0,") != std::string::npos;
    const bool placement = plies % cycle < cycle - 2;
    if (plies < most_moves && placement == placement_due && is_empty == empty) return game;
  }
  return nullptr;
}

class BothGames : public testing::TestWithParam<GameInfo> {};

INSTANTIATE_TEST_SUITE_P(Games, BothGames, testing::Values(info_6561(), info_2187()),
                         [](const auto& game) {
                           return std::string("Of").append(game.param.name);
                         });

using Texts = std::array<std::string, 16>;  // "27r" or ".", field by field

Texts fields_of(const Game& game) {
  std::istringstream lines(game.draw());
  std::string line;
  while (std::getline(lines, line) && !line.starts_with("1 ")) {
  }
  Texts fields;
  for (std::size_t row = 0; row < 4; ++row, std::getline(lines, line)) {
    std::istringstream words(line.substr(1));
    for (std::size_t column = 0; column < 4; ++column) words >> fields[4 * row + column];
  }
  return fields;
}

TEST_P(BothGames, EndWhenAPlacementIsDueAndTheBoardIsFull) {
  const auto game = random_end(GetParam(), true, false);
  ASSERT_NE(game, nullptr);
  const Texts fields = fields_of(*game);
  EXPECT_EQ(std::count(fields.begin(), fields.end(), "."), 0) << game->draw();
}

// A chequered board of 3 and 9 but for the field 23, with the last placement due.
std::unique_ptr<Game> chequered(const GameInfo& info, int exponent_at_44) {
  Board board;
  for (std::size_t field = 0; field < field_count; ++field) {
    const bool odd = (field / side + field % side) % 2 == 1;
    const int exponent = field == 15 ? exponent_at_44 : odd ? 2 : 1;
    if (field != 6) board.place(field, Piece(Colour::red, exponent));
  }
  return start_at(info.name, board, info.name == "6561" ? 2 : 3);
}

TEST_P(BothGames, EndWhenASlideIsDueAndTheBoardIsFullWithoutPairs) {
  const auto game = chequered(GetParam(), 1);
  ASSERT_FALSE(game->over());
  ASSERT_EQ(game->result().seats[0].score, 8 * 3 + 7 * 9);
  play_all(*game, "23");
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[1].score, 8 * 3 + 7 * 9 + 1);
}

TEST_P(BothGames, GoesOnWhenASlideIsDueAndTheFullBoardHasAPair) {
  const auto game = chequered(GetParam(), 2);  // two pairs: 34 and 44, 43 and 44
  play_all(*game, "23");
  EXPECT_FALSE(game->over());
  // The result is full but for one field, and that can be slid again.
  play_all(*game, "D");
  EXPECT_FALSE(game->over());
}

TEST(StartAt, RefusesWhatIsNoGameOrNoTurn) {
  EXPECT_THROW((void)start_at("2048", Board(), 0), std::invalid_argument);
  EXPECT_THROW((void)start_at("6561", Board(), 5), std::invalid_argument);
  EXPECT_THROW((void)start_at("2187", Board(), 6), std::invalid_argument);
  EXPECT_FALSE(start_at("2187", Board(), 0)->over());
  EXPECT_TRUE(start_at("2187", Board(), 5)->over());
}

TEST_P(BothGames, EndWhenASlideIsDueAndTheBoardIsEmpty) {
  const auto game = random_end(GetParam(), false, true);
  ASSERT_NE(game, nullptr);
  EXPECT_GE(game->result().seats[0].score, 3);
}

long empty_fields(const Game& game) {
  const Texts fields = fields_of(game);
  return std::count(fields.begin(), fields.end(), ".");
}

// Players who keep about half of the board empty, looking one move ahead.
TEST_P(BothGames, EndAfterAThousandMoves) {
  const GameInfo& info = GetParam();
  const auto distance = [](const Game& one) { return std::abs(empty_fields(one) - 9); };
  Stream stream(1, "tidy");
  auto game = info.start("");
  std::size_t plies = 0;
  for (; !game->over(); ++plies) {
    std::unique_ptr<Game> best;
    for (int attempt = 0; attempt < 8; ++attempt) {
      auto next = game->clone();
      MoveLine move;
      next->random_move(stream, move);
      ASSERT_TRUE(next->play(move.view()));
      if (next->over() && plies + 1 < most_moves) continue;
      if (!best || distance(*next) < distance(*best)) best = std::move(next);
    }
    ASSERT_NE(best, nullptr) << "stuck after " << plies << " moves\n" << game->draw();
    game = std::move(best);
  }
  EXPECT_EQ(plies, most_moves);
  EXPECT_NE(game->draw().find("moves made: 1000 of at most 1000"), std::string::npos);
  EXPECT_GT(empty_fields(*game), 0);
}

// The largest sum, looked at from outside after every move.
TEST_P(BothGames, ScoreIsTheLargestSumEverSeen) {
  const GameInfo& info = GetParam();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Stream stream(seed, "score");
    const auto game = info.start("");
    int largest = 0;
    while (!game->over()) {
      MoveLine move;
      game->random_move(stream, move);
      ASSERT_TRUE(game->play(move.view()));
      const std::string text = game->draw();
      largest = std::max(largest, std::stoi(text.substr(text.find("\nsum ") + 5)));
      for (const SeatResult& mine : game->result().seats) {
        ASSERT_EQ(mine, (SeatResult{.score = largest, .board_points = largest}));
      }
    }
  }
}

TEST_P(BothGames, HasNoDeal) {
  const GameInfo& info = GetParam();
  EXPECT_EQ(info.deal(0), "");
  EXPECT_EQ(info.deal(max_seed), "");
  EXPECT_THROW((void)info.start(" "), std::invalid_argument);
  try {
    (void)info.start("A1");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(error.what(),
              std::string(info.name) + " has no random part, so its deal must be empty, not 'A1'");
  }
}

TEST_P(BothGames, IsInTheCatalogueAsItsPageSays) {
  const GameInfo& info = GetParam();
  EXPECT_EQ(info.budget, std::chrono::seconds(60));
  EXPECT_EQ(info.memory_limit, 0U);
  EXPECT_TRUE(info.cooperative);
  EXPECT_TRUE(info.takeover);
  EXPECT_EQ(info.seat_names[0], "A");
  EXPECT_EQ(info.seat_names[1], "B");
  ASSERT_EQ(info.ranking.size(), 2U);
  EXPECT_EQ(info.ranking[0], RankingKey::score);
  EXPECT_EQ(info.ranking[1], RankingKey::irregular_losses);
}

}  // namespace
}  // namespace rules::merge
