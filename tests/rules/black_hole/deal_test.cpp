// The brown fields of Black Hole.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rules/black_hole/black_hole.hpp"

namespace rules::black_hole {
namespace {

std::string refusal(const std::string& text) {
  try {
    (void)info().start(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Deal, IsFiveDifferentFieldsAndReadsBack) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Deal deal = draw_deal(seed);
    EXPECT_EQ(std::set<std::size_t>(deal.begin(), deal.end()).size(), brown_count);
    for (const std::size_t field : deal) EXPECT_LT(field, field_count);
    EXPECT_EQ(parse_deal(to_text(deal)), deal);
    EXPECT_EQ(info().deal(seed), to_text(deal));
    EXPECT_FALSE(info().start(to_text(deal))->over());
  }
}

// Each field is brown in 5 of 36 deals; 3,600 deals give about 500 +- 21 each.
TEST(Deal, GivesEveryFieldItsShare) {
  std::array<int, field_count> times{};
  for (std::uint64_t seed = 0; seed < 3600; ++seed) {
    for (const std::size_t field : draw_deal(seed)) ++times[field];
  }
  for (const int count : times) {
    EXPECT_GT(count, 400);
    EXPECT_LT(count, 600);
  }
}

// The header's words, done by hand.
TEST(Deal, IsDrawnAsTheHeaderSays) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<std::string> fields;
    for (char letter = 'A'; letter <= 'H'; ++letter) {
      for (char digit = '1'; digit < '1' + ('I' - letter); ++digit) {
        fields.push_back({letter, digit});
      }
    }
    Stream stream(seed, "deal");
    for (std::uint32_t i = 35; i >= 1; --i) std::swap(fields[i], fields[stream.below(i + 1)]);
    std::string expected = fields[0];
    for (std::size_t i = 1; i < 5; ++i) (expected += ' ') += fields[i];
    EXPECT_EQ(info().deal(seed), expected);
  }
}

// Written down when the game was made; they must never change.
TEST(Deal, StaysTheSameForEver) {
  EXPECT_EQ(info().deal(0), "A5 D5 G2 G1 D2");
  EXPECT_EQ(info().deal(1), "B2 C4 E3 D5 A2");
  EXPECT_EQ(info().deal(max_seed), "E1 A8 C5 A6 B4");
}

TEST(Deal, IsRefusedWithAReason) {
  const std::string wanted =
      "; a deal is five different fields separated by one blank, such as E4 F2 A5 A7 C1";
  const auto reason = [&](const std::string& what) {
    return "deal of Black Hole: " + what + wanted;
  };
  EXPECT_EQ(refusal("E4 F2 A5 A7 C1"), "accepted");
  EXPECT_EQ(refusal(""), reason("it is empty"));
  EXPECT_EQ(refusal("E4 F2 A5 A7"), reason("4 fields instead of 5"));
  EXPECT_EQ(refusal("E4 F2 A5 A7 C1 C2"), reason("6 fields instead of 5"));
  EXPECT_EQ(refusal("E4 F2 A5 A7 C1 "), reason("6 fields instead of 5"));
  EXPECT_EQ(refusal("E4F2A5A7C1"), reason("1 fields instead of 5"));
  EXPECT_EQ(refusal("E4 F2 A9 A7 C1"), reason("'A9' is not a field (A1-A8, B1-B7, ..., H1)"));
  EXPECT_EQ(refusal("e4 F2 A5 A7 C1"), reason("'e4' is not a field (A1-A8, B1-B7, ..., H1)"));
  EXPECT_EQ(refusal("E4 F2 A5 A7 C1\n"),
            reason("'C1\\x0a' is not a field (A1-A8, B1-B7, ..., H1)"));
  EXPECT_EQ(refusal("E4  F2 A5 A7"), reason("'' is not a field (A1-A8, B1-B7, ..., H1)"));
  EXPECT_EQ(refusal("E4 F2 A5 A7 "), reason("'' is not a field (A1-A8, B1-B7, ..., H1)"));
  EXPECT_EQ(refusal("E4 F2 A5 E4 C1"), reason("the field E4 comes twice"));
  EXPECT_EQ(refusal("A1 A1 A1 A1 A1"), reason("the field A1 comes twice"));
}

// The fields of Black Hole and which of them are neighbours.

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
