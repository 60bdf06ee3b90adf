// The brown fields of Black Hole.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
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

}  // namespace
}  // namespace rules::black_hole
