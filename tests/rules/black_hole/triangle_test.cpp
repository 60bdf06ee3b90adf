// The fields of Black Hole and which of them are neighbours.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "rules/black_hole/black_hole.hpp"

namespace rules::black_hole {
namespace {

std::set<std::string> names(Fields fields) {
  std::set<std::string> result;
  for (std::size_t field = 0; field < field_count; ++field) {
    if ((fields & bit(field)) != 0) result.insert({letter_of(field), digit_of(field)});
  }
  return result;
}

std::set<std::string> neighbours_of(const std::string& name) {
  const auto field = parse_field(name);
  EXPECT_TRUE(field) << name;
  return field ? names(neighbours(*field)) : std::set<std::string>{};
}

TEST(Fields, AreThirtySixInOrder) {
  std::size_t field = 0;
  for (char letter = 'A'; letter <= 'H'; ++letter) {
    for (char digit = '1'; digit < '1' + ('I' - letter); ++digit, ++field) {
      const std::string name{letter, digit};
      ASSERT_EQ(parse_field(name), field) << name;
      EXPECT_EQ(letter_of(field), letter);
      EXPECT_EQ(digit_of(field), digit);
      EXPECT_EQ(field_index(place_of(field)), field);
    }
  }
  EXPECT_EQ(field, field_count);
}

// All texts of two bytes: exactly 36 of them are fields.
TEST(Fields, AreNothingElse) {
  std::set<std::size_t> found;
  for (int one = 0; one < 256; ++one) {
    for (int two = 0; two < 256; ++two) {
      const std::string text{static_cast<char>(one), static_cast<char>(two)};
      if (const auto field = parse_field(text)) {
        EXPECT_TRUE(found.insert(*field).second) << text;
      }
    }
  }
  EXPECT_EQ(found.size(), field_count);
  for (const char* text : {"", "A", "1", "A10", "A1 ", " A1", "a1", "B8", "H2", "I1", "A0", "A9"}) {
    EXPECT_FALSE(parse_field(text)) << text;
  }
}

TEST(Neighbours, AreAsNamedInTheRules) {
  using Names = std::set<std::string>;
  EXPECT_EQ(neighbours_of("A1"), (Names{"A2", "B1"}));
  EXPECT_EQ(neighbours_of("B2"), (Names{"A2", "A3", "B1", "B3", "C1", "C2"}));
  EXPECT_EQ(neighbours_of("H1"), (Names{"G1", "G2"}));
  EXPECT_EQ(neighbours_of("A8"), (Names{"A7", "B7"}));
  EXPECT_EQ(neighbours_of("A4"), (Names{"A3", "A5", "B3", "B4"}));
  EXPECT_EQ(neighbours_of("E1"), (Names{"D1", "D2", "E2", "F1"}));
  EXPECT_EQ(neighbours_of("D5"), (Names{"C5", "C6", "D4", "E4"}));
}

TEST(Neighbours, AreMutual) {
  for (std::size_t one = 0; one < field_count; ++one) {
    EXPECT_EQ(neighbours(one) & bit(one), 0U);
    EXPECT_EQ(neighbours(one) & ~all_fields, 0U);
    for (std::size_t two = 0; two < field_count; ++two) {
      EXPECT_EQ((neighbours(one) & bit(two)) != 0, (neighbours(two) & bit(one)) != 0);
    }
  }
}

TEST(Neighbours, AreTwoAtTheCornersFourAtTheSidesSixInside) {
  std::map<int, int> fields_with;
  for (std::size_t field = 0; field < field_count; ++field) {
    ++fields_with[std::popcount(neighbours(field))];
  }
  EXPECT_EQ(fields_with, (std::map<int, int>{{2, 3}, {4, 18}, {6, 15}}));
}

// In the plane, with the hexagons' centres one apart: the neighbours are those at the
// distance 1.
TEST(Neighbours, AreTheNearestInThePlane) {
  const auto centre = [](std::size_t field) {
    const Place place = place_of(field);
    const double row = place.letter + place.digit;
    return std::pair(row / 2 - place.letter, row * std::sqrt(0.75));
  };
  for (std::size_t one = 0; one < field_count; ++one) {
    for (std::size_t two = 0; two < field_count; ++two) {
      if (one == two) continue;
      const auto [x1, y1] = centre(one);
      const auto [x2, y2] = centre(two);
      EXPECT_EQ((neighbours(one) & bit(two)) != 0, std::hypot(x1 - x2, y1 - y2) < 1.01);
    }
  }
}

}  // namespace
}  // namespace rules::black_hole
