// The board of 6561 and 2187: what a slide does.
#include "rules/merge/board.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace rules::merge {
namespace {

// "27r", "1g" or ".".
Piece piece_of(const std::string& text) {
  if (text == ".") return {};
  int exponent = 0;
  for (int value = std::stoi(text); value > 1; value /= 3) ++exponent;
  const char colour = text.back();
  return {colour == 'b' ? Colour::blue : colour == 'r' ? Colour::red : Colour::gray, exponent};
}

std::string text_of(Piece piece) {
  if (piece.empty()) return ".";
  return std::to_string(piece.value()) + "brg"[static_cast<std::size_t>(piece.colour())];
}

// The field that is number `i` of line `line`, counted from the edge to which the
// board slides.
std::size_t field_of(Direction direction, std::size_t line, std::size_t i) {
  switch (direction) {
    case Direction::up:
      return 4 * i + line;
    case Direction::down:
      return 4 * (3 - i) + line;
    case Direction::left:
      return 4 * line + i;
    case Direction::right:
      return 4 * line + 3 - i;
  }
  return 0;
}

// A board from its four lines, each seen from the edge to which it will slide.
Board board_of(Direction direction, const std::array<std::string, 4>& lines) {
  Board board;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    std::istringstream words(lines[line]);
    std::string word;
    for (std::size_t i = 0; words >> word; ++i) {
      const Piece piece = piece_of(word);
      if (!piece.empty()) board.place(field_of(direction, line, i), piece);
    }
  }
  return board;
}

std::string line_of(const Board& board, Direction direction, std::size_t line) {
  std::string text;
  for (std::size_t i = 0; i < side; ++i) {
    if (i > 0) text += ' ';
    text += text_of(board.at(field_of(direction, line, i)));
  }
  return text;
}

// The rule of rules.md word for word, on lists, as slowly as it pleases.
std::string slow_slide(const std::string& line) {
  std::vector<std::string> pieces;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (word != ".") pieces.push_back(word);
  }
  std::vector<std::string> kept;
  while (!pieces.empty()) {
    const std::string piece = pieces.front();
    pieces.erase(pieces.begin());
    if (pieces.empty() || std::stoi(pieces.front()) != std::stoi(piece)) {
      kept.push_back(piece);
      continue;
    }
    if (pieces.front().back() == piece.back()) {
      kept.push_back(std::to_string(3 * std::stoi(piece)) + piece.back());
    }
    pieces.erase(pieces.begin());
  }
  std::string text;
  for (std::size_t i = 0; i < side; ++i) {
    if (i > 0) text += ' ';
    text += i < kept.size() ? kept[i] : ".";
  }
  return text;
}

int slow_sum(const Board& board) {
  int sum = 0;
  for (std::size_t field = 0; field < field_count; ++field) sum += board.at(field).value();
  return sum;
}

class EveryDirection : public testing::TestWithParam<Direction> {};

INSTANTIATE_TEST_SUITE_P(Slides, EveryDirection, testing::ValuesIn(directions),
                         [](const auto& slide) { return std::string(1, letter(slide.param)); });

// The example of the pages of both games, seen from the edge.
TEST_P(EveryDirection, ThePagesExampleSlides) {
  const Direction direction = GetParam();
  Board board = board_of(direction, {"3r 3r 3b .", "1r 1b 1b 1r", "9b . . 9b", "9r 3b 1b 1b"});
  EXPECT_EQ(board.sum(), 45);
  ASSERT_TRUE(board.slide(direction));
  EXPECT_EQ(line_of(board, direction, 0), "9r 3b . .");
  EXPECT_EQ(line_of(board, direction, 1), ". . . .");
  EXPECT_EQ(line_of(board, direction, 2), "27b . . .");
  EXPECT_EQ(line_of(board, direction, 3), "9r 3b 3b .");
  EXPECT_EQ(board.sum(), 54);
  // "Only when the board is slid again the two 3-pieces will be replaced."
  ASSERT_TRUE(board.slide(direction));
  EXPECT_EQ(line_of(board, direction, 3), "9r 9b . .");
}

TEST_P(EveryDirection, APairIsNeverLookedBackAt) {
  const Direction direction = GetParam();
  Board board = board_of(direction, {"3r 1r 1b 3r", "1r 1r 1r 1r", "1r 1r 3r 9r", "1b 1r 1r 1r"});
  ASSERT_TRUE(board.slide(direction));
  EXPECT_EQ(line_of(board, direction, 0), "3r 3r . .");
  EXPECT_EQ(line_of(board, direction, 1), "3r 3r . .");
  EXPECT_EQ(line_of(board, direction, 2), "3r 3r 9r .");
  EXPECT_EQ(line_of(board, direction, 3), "3r . . .");
}

TEST_P(EveryDirection, ThreeOfAValuePairFromTheEdge) {
  const Direction direction = GetParam();
  Board board = board_of(direction, {"1r 1r 1r .", "1b . 1r 1r", "1g 1g . 1b", ". 1g 1r 1b"});
  ASSERT_TRUE(board.slide(direction));
  EXPECT_EQ(line_of(board, direction, 0), "3r 1r . .");
  EXPECT_EQ(line_of(board, direction, 1), "1r . . .");
  EXPECT_EQ(line_of(board, direction, 2), "3g 1b . .");
  EXPECT_EQ(line_of(board, direction, 3), "1b . . .");
}

TEST_P(EveryDirection, PackingAloneIsAChange) {
  const Direction direction = GetParam();
  Board board = board_of(direction, {". 3r . .", "1b . 9b .", ". . . .", ". . . 1g"});
  ASSERT_TRUE(board.slide(direction));
  EXPECT_EQ(line_of(board, direction, 0), "3r . . .");
  EXPECT_EQ(line_of(board, direction, 1), "1b 9b . .");
  EXPECT_EQ(line_of(board, direction, 3), "1g . . .");
  EXPECT_EQ(board.sum(), 14);
}

TEST_P(EveryDirection, PackedPiecesOfDifferentValuesDoNotChange) {
  const Direction direction = GetParam();
  const Board before = board_of(direction, {"3r 1r . .", "1b 9b 1b 3b", ". . . .", "1g . . ."});
  Board board = before;
  EXPECT_FALSE(board.slide(direction));
  EXPECT_EQ(board, before);
  EXPECT_EQ(before.changing_slides() >> static_cast<unsigned>(direction) & 1, 0);
}

// Every line of pieces of three values and two colours, three pieces a time beside a
// line that stays: 7^4 lines in each direction.
TEST_P(EveryDirection, EveryLineIsAsTheRuleSays) {
  const Direction direction = GetParam();
  const std::array<std::string, 7> words{".", "1r", "1b", "3r", "3b", "9r", "9g"};
  for (std::size_t code = 0; code < 7 * 7 * 7 * 7; ++code) {
    const std::string line = words[code % 7] + ' ' + words[code / 7 % 7] + ' ' +
                             words[code / 49 % 7] + ' ' + words[code / 343];
    const Board before = board_of(direction, {"1g 3g . .", line, "", "27b . . ."});
    Board board = before;
    const bool changed = board.slide(direction);
    ASSERT_EQ(line_of(board, direction, 1), slow_slide(line)) << line;
    ASSERT_EQ(changed, slow_slide(line) != line) << line;
    ASSERT_EQ(changed, board != before) << line;
    ASSERT_EQ(line_of(board, direction, 0), "1g 3g . .");
    ASSERT_EQ(board.sum(), slow_sum(board)) << line;
    for (std::size_t field = 0; field < field_count; ++field) {
      ASSERT_EQ((board.occupied() >> field & 1) != 0, !board.at(field).empty()) << line;
    }
    // What is foretold is what happens, in all four directions.
    for (const Direction each : directions) {
      Board copy = before;
      ASSERT_EQ(copy.slide(each),
                (before.changing_slides() >> static_cast<unsigned>(each) & 1) != 0)
          << line << ' ' << letter(each);
    }
    ASSERT_EQ(before.any_slide_changes(), before.changing_slides() != 0) << line;
  }
}

TEST(Board, EmptyBoardCannotSlide) {
  Board board;
  EXPECT_TRUE(board.empty());
  EXPECT_FALSE(board.any_slide_changes());
  EXPECT_EQ(board.changing_slides(), 0);
  for (const Direction direction : directions) EXPECT_FALSE(board.slide(direction));
}

TEST(Board, FullBoardSlidesOnlyWithAPair) {
  const std::array<std::string, 4> stuck{"1b 3b 1b 3b", "3b 1b 3b 1b", "1b 3b 1b 3b",
                                         "3b 1b 3b 1b"};
  const Board board = board_of(Direction::left, stuck);
  EXPECT_TRUE(board.full());
  EXPECT_FALSE(board.any_slide_changes());
  EXPECT_EQ(board.changing_slides(), 0);
  // One pair in a row, across two colours: both ways of the row.
  const Board row = board_of(Direction::left, {stuck[0], "3b 9r 9b 1b", stuck[2], stuck[3]});
  EXPECT_TRUE(row.any_slide_changes());
  EXPECT_EQ(row.changing_slides(), 0b1100);
  const Board column = board_of(Direction::up, {stuck[0], "3b 9r 9b 1b", stuck[2], stuck[3]});
  EXPECT_EQ(column.changing_slides(), 0b0011);
}

TEST(Piece, ValuesArePowersOfThree) {
  EXPECT_EQ(Piece(Colour::blue, 0).value(), 1);
  EXPECT_EQ(Piece(Colour::red, 7).value(), 2187);
  EXPECT_EQ(Piece(Colour::gray, 8).value(), 6561);
  EXPECT_EQ(Piece(Colour::gray, 7).tripled(), Piece(Colour::gray, 8));
  EXPECT_EQ(Piece().value(), 0);
}

}  // namespace
}  // namespace rules::merge
