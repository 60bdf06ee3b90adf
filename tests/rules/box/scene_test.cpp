// What there is to see in a position of Box.
#include <gtest/gtest.h>

#include <string>

#include "rules/box/board.hpp"
#include "rules/box/box.hpp"

namespace rules::box {
namespace {

TEST(BoxTiles, AreSixDifferentColours) {
  EXPECT_EQ(parse_tile("216534")->view(), "216534");
  for (const char* wrong : {"", "12345", "1234567", "112345", "123457", "123450", "abcdef"}) {
    EXPECT_FALSE(parse_tile(wrong)) << wrong;
  }
  EXPECT_EQ(std::string(start_placement.text().data(), 3), "Hhh");
  EXPECT_TRUE(fits({14, 14, Direction::horizontal}));
  EXPECT_FALSE(fits({15, 0, Direction::horizontal}));
  EXPECT_FALSE(fits({0, 19, Direction::vertical}));
}

TEST(BoxScene, ShowsTheTileAndWhereItMayLie) {
  const Tile start = *parse_tile("216534");
  const Tile next = *parse_tile("364521");
  const Board board(start);
  const Scene scene = scene_of({board, {'3', '2'}, {}, {}, Seat::first, &next});
  ASSERT_EQ(scene.looks.size(), layout().cells.size());
  std::size_t tiles = 0;
  for (const Look& look : scene.looks) tiles += look.colour >= Colour::tile1 ? 1U : 0U;
  EXPECT_EQ(tiles, 12U);
  EXPECT_EQ(scene.seats[0].colour, Colour::tile3);
  EXPECT_EQ(scene.seats[1].colour, Colour::tile2);
  EXPECT_EQ(moves_of(layout(), scene.input).size(), static_cast<std::size_t>(board.legal_count()));
  EXPECT_EQ(scene.to_move, Seat::first);
  const Scene over = scene_of({board, {'3', '2'}, {}, start_placement, {}, nullptr});
  EXPECT_FALSE(over.to_move.has_value());
  EXPECT_TRUE(over.input.groups.empty());
}

}  // namespace
}  // namespace rules::box
