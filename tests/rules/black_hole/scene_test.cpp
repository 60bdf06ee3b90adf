// What there is to see in a position of Black Hole.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "rules/black_hole/black_hole.hpp"

namespace rules::black_hole {
namespace {

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
