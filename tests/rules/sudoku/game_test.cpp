// What is a move, what it comes to, and what is refused with which word.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/scene.hpp"
#include "rules/sudoku/position.hpp"
#include "rules/sudoku/sudoku.hpp"

namespace rules::sudoku {
namespace {

void play_all(Game& game, std::string_view moves) {
  while (!moves.empty()) {
    const std::string_view move = moves.substr(0, moves.find(' '));
    const Verdict verdict = game.play(move);
    ASSERT_TRUE(verdict) << move << ": " << verdict.reason();
    moves.remove_prefix(std::min(moves.size(), move.size() + 1));
  }
}

// A recorded game up to its last move, Bb1!.
constexpr std::string_view recorded =
    "Ge5 Ef7 Eg8 Gc4 Fg9 De6 Gi6 Ah5 Aa7 Ea6 Ie9 Ad9 Cf8 Ba5 Cg7 Hb9 Ei1 Hc8 Id4 Dg2 If2 Bf3";

TEST(Sudoku, ARightClaimWins) {
  const auto game = info().start("");
  play_all(*game, recorded);
  ASSERT_TRUE(game->play("Bb1!"));
  EXPECT_TRUE(game->over());
  const Result result = game->result();
  EXPECT_EQ(result.seats[0].score, 2);
  EXPECT_EQ(result.seats[1].score, 1);
  EXPECT_EQ(result.seats[0].outcome, Outcome::win);
  EXPECT_NE(game->draw().find("player 1 wins"), std::string::npos);
  EXPECT_EQ(game->scene().notes.size(), 9U) << "the solution";
}

TEST(Sudoku, AGridWithOneSolutionAllowsNothingButTheClaim) {
  const auto game = info().start("");
  play_all(*game, recorded);
  play_all(*game, "Bb1");
  ASSERT_EQ(game->legal_count(), 1U);
  MoveLine line;
  game->legal_move(0, line);
  EXPECT_EQ(line.view(), "!");
  ASSERT_TRUE(game->play("!"));
  EXPECT_EQ(game->result().seats[1].score, 2);
  std::string lines;
  game->take_lines(Seat::first, lines);
  EXPECT_TRUE(lines.ends_with("Quit\n"));
}

TEST(Sudoku, RefusalsHaveTheirWords) {
  const auto game = info().start("");
  const auto word = [&](std::string_view line) {
    const Verdict verdict = game->play(line);
    EXPECT_FALSE(verdict) << line;
    return std::string(verdict.word());
  };
  EXPECT_EQ(word(""), "");
  EXPECT_EQ(word("Ja1"), "");
  EXPECT_EQ(word("Aa0"), "");
  EXPECT_EQ(word("aA1"), "");
  EXPECT_EQ(word("Aa1!!"), "");
  EXPECT_EQ(word("!"), not_unique);
  EXPECT_EQ(word("Aa1!"), not_unique);
  play_all(*game, "Aa1 Ab2 Ac3 Ba4 Bb5 Bc6 Ca7 Cb8");
  EXPECT_EQ(word("Aa2"), "") << "the cell is not empty";
  EXPECT_EQ(word("Ad1"), doubled);
  EXPECT_EQ(word("Da1"), doubled);
  EXPECT_EQ(word("Cc1"), doubled);
  EXPECT_EQ(word("Cc9"), not_fewer);
  play_all(*game, "Fd9");
  EXPECT_EQ(word("Ge9!"), not_unique);
  EXPECT_EQ(game->legal_count() > 100, true);
}

TEST(Sudoku, AMoveMustLeaveASolution) {
  const auto game = info().start("");
  // The 9 of the first box has to be in Cc.
  play_all(*game, "Aa1 Ab2 Ac3 Ba4 Bb5 Bc6 Ca7 Cb8");
  const Verdict verdict = game->play("Cd9");
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.word(), no_solutions);
}

TEST(Sudoku, FaultsCostWhatOfficialResultsSay) {
  for (const auto& [word, score] :
       std::vector<std::pair<std::string, int>>{{"TIMEOUT", 1},
                                                {"ILLEGAL", 0},
                                                {"EXIT", 0},
                                                {"CRASH", 0},
                                                {"NO_UNIQUE_CLAIM", 0},
                                                {"DOUBLED_SOMEWHERE", 0},
                                                {"NO_SOLUTIONS_LEFT", 1},
                                                {"NO_SOLUTION_DECREASED", 1}}) {
    const auto game = info().start("");
    game->forfeit_for(Seat::second, word);
    EXPECT_TRUE(game->over());
    EXPECT_EQ(game->result().seats[1].score, score) << word;
    EXPECT_EQ(game->result().seats[0].score, 2) << word;
  }
}

TEST(Sudoku, WithoutJelmersRuleAGridMayBeFilled) {
  const auto game = info().start("without-jelmers-rule");
  play_all(*game, recorded);
  constexpr std::string_view solution =
      "783914652512673489946528713837169245659247831421385967274851396198736524365492178";
  play_all(*game, "Bb1");
  for (std::size_t cell = 0; cell < solution.size(); ++cell) {
    const std::string name{static_cast<char>('A' + cell / 9), static_cast<char>('a' + cell % 9)};
    if (std::string(recorded).find(name) != std::string::npos || name == "Bb") continue;
    ASSERT_TRUE(game->play(name + solution[cell])) << name;
  }
  EXPECT_TRUE(game->over());
  EXPECT_EQ(game->result().seats[0].score, 1);
  EXPECT_EQ(game->result().seats[1].score, 1);
  EXPECT_THROW((void)info().start("otherwise"), std::invalid_argument);
}

// Moves of Sudoku as lines, the deals, and what there is to see.

TEST(SudokuMoves, AreACellADigitAndAClaim) {
  const auto move = parse_move("Dg7!");
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(move->cell, std::size_t{3 * 9 + 6});
  EXPECT_EQ(move->digit, 7);
  EXPECT_TRUE(move->claim);
  EXPECT_EQ(cell_name(*move->cell), "Dg");
  EXPECT_FALSE(parse_move("!")->cell.has_value());
  for (const char* line : {"Aa1", "Ii9!", "!", "Dg7"}) EXPECT_EQ(to_text(*parse_move(line)), line);
  for (const char* line : {"", "Aa", "Aa0", "Ja1", "Aj1", "aA1", "Aa1!!", "Aa1 ", "Aa12"}) {
    EXPECT_FALSE(parse_move(line)) << line;
  }
}

TEST(SudokuMoves, FollowTheDealsRules) {
  EXPECT_EQ(parse_deal(""), Variant::usual);
  EXPECT_EQ(parse_deal(without_rule_deal), Variant::without_rule);
  EXPECT_EQ(parse_deal(either_deal), Variant::either);
  EXPECT_THROW(parse_deal("x"), std::invalid_argument);
}

TEST(SudokuMoves, AreListedOnceEach) {
  Position position;
  position.place(0, 1);
  const auto moves = legal_moves(position, Variant::usual);
  std::vector<std::string> lines;
  for (const Move& move : moves) {
    lines.push_back(to_text(move));
    ASSERT_TRUE(move.cell.has_value());
    EXPECT_FALSE(position.sees(*move.cell, move.digit));
    EXPECT_FALSE(move.claim);
  }
  // All digits of 80 cells, but the 1 of the 20 that see it.
  EXPECT_EQ(lines.size(), std::size_t{80 * 9 - 20});
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(std::adjacent_find(lines.begin(), lines.end()), lines.end());
  EXPECT_FALSE(may_claim(position, Variant::usual));
}

TEST(SudokuScene, ShowsDigitsOfBothSeats) {
  Position position;
  position.place(40, 5);
  std::array<Seat, cell_count> owners{};
  owners[40] = Seat::second;
  const Scene scene = scene_of({position.grid(),
                                owners,
                                40,
                                Seat::first,
                                "to move",
                                {*parse_move("Aa1"), *parse_move("Aa2")},
                                "a note",
                                {}});
  ASSERT_EQ(scene.looks.size(), layout().cells.size());
  EXPECT_EQ(layout().cells[40].name, "Ee");
  EXPECT_EQ(scene.looks[40].text, "5");
  EXPECT_EQ(scene.looks[40].sign, sign_of(Seat::second));
  EXPECT_EQ(scene.looks[0].colour, Colour::empty);
  ASSERT_EQ(scene.marks.size(), 1U);
  EXPECT_EQ(scene.marks[0].cells, std::vector<CellId>{40});
  EXPECT_EQ(moves_of(layout(), scene.input), (std::vector<std::string>{"Aa1", "Aa2"}));
  EXPECT_EQ(scene.notes, std::vector<std::string>{"a note"});
}

}  // namespace
}  // namespace rules::sudoku
