// Moves of Sudoku as lines, the deals, and what there is to see.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "rules/sudoku/position.hpp"
#include "rules/sudoku/sudoku.hpp"

namespace rules::sudoku {
namespace {

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
