// What there is to see in a position of 6561.
#include <gtest/gtest.h>

#include "rules/merge/merge.hpp"

namespace rules::merge {
namespace {

TEST(MergeScene, ShowsPiecesAndWhereTheNextOneMayGo) {
  Board board;
  board.place(5, Piece(Colour::red, 2));
  const Scene scene = scene_of({board, 9, 5, {}, Seat::second, Colour::gray, {}});
  ASSERT_EQ(scene.looks.size(), layout().cells.size());
  EXPECT_EQ(layout().cells[5].name, "22");
  EXPECT_EQ(scene.looks[5], (Look{rules::Colour::red, 'r', "9"}));
  EXPECT_EQ(scene.looks[0], Look{});
  EXPECT_EQ(scene.marks, (std::vector<Mark>{{Mark::Kind::last, {}, 0, {5}}}));
  EXPECT_EQ(scene.status, "place a gray piece");
  EXPECT_EQ(moves_of(layout(), scene.input).size(), 15U);
  EXPECT_EQ(scene.parts[0].points, 9);
}

TEST(MergeScene, ShowsSlidesThatChangeTheBoard) {
  Board board;
  board.place(0, Piece(Colour::blue, 0));
  const Scene scene = scene_of({board, 1, {}, Direction::left, Seat::first, {}, {}});
  EXPECT_EQ(moves_of(layout(), scene.input), (std::vector<std::string>{"D", "R"}));
  EXPECT_EQ(scene.status, "slide the board");
  const Scene over = scene_of({board, 1, {}, {}, {}, {}, "the board is full"});
  EXPECT_EQ(over.status, "over: the board is full");
  EXPECT_TRUE(over.input.groups.empty());
}

}  // namespace
}  // namespace rules::merge
