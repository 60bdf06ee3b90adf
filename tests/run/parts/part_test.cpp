// Parts: their names, and what is in each.
#include "referee/run/parts/part.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "tests/run/store/support.hpp"

namespace referee::parts {
namespace {

TEST(Parts, AreNamedByNumberAndCount) {
  EXPECT_EQ(part_of("1/1"), (Part{1, 1}));
  EXPECT_EQ(part_of("1000000/1000000"), (Part{most_parts, most_parts}));
  EXPECT_EQ(part_of("3/10").label(), "3-of-10");
}

TEST(Parts, OtherNamesAreRefusedWithWhatWouldBeRight) {
  const auto why = [](const std::string& text) {
    const auto error = test::error_of<text::InputError>([&] { part_of(text); });
    return error.value_or("none").substr(text.size() + 3);
  };
  EXPECT_EQ(why("0/3"), "is not a part; of 3 there are 1/3 to 3/3");
  EXPECT_EQ(why("4/3"), "is not a part; of 3 there are 1/3 to 3/3");
  EXPECT_EQ(why("1/0"), "has 0 parts; there can be 1 to 1000000");
  EXPECT_EQ(why("1/1000001"), "has 1000001 parts; there can be 1 to 1000000");
  for (const char* text :
       {"3", "a/b", "1/", "/3", "1/3/5", " 1/3", "1.5/3", "-1/3", "1/3 ", "1/99999999999"}) {
    EXPECT_EQ(why(text), "is not a part; name one as K/N, e.g. 1/10 for the first of ten") << text;
  }
}

// Of so many pairings in a row, each part has one.
TEST(Parts, ShareAllPairingsEqually) {
  for (const unsigned count : {1U, 2U, 3U, 16U, 100U}) {
    for (std::uint64_t begin = 0; begin < 40 * count; begin += count) {
      std::vector<int> times(count, 0);
      for (std::uint64_t pair = begin; pair < begin + count; ++pair) {
        for (unsigned number = 1; number <= count; ++number) {
          times[number - 1] += Part{number, count}.has(pair) ? 1 : 0;
        }
      }
      EXPECT_EQ(times, std::vector<int>(count, 1)) << count << " from " << begin;
    }
  }
}

// Else a slow machine would meet the same bots in each round.
TEST(Parts, AreNotTheSamePairingsInEachRound) {
  std::vector<int> times(8, 0);
  for (std::uint64_t round = 0; round < 800; ++round) {
    for (std::uint64_t board = 0; board < 8; ++board) {
      times[board] += Part{3, 8}.has(8 * round + board) ? 1 : 0;
    }
  }
  for (const int count : times) {
    EXPECT_GT(count, 60);
    EXPECT_LT(count, 140);
  }
}

TEST(Parts, WhatCannotBePlayedInThemSaysHowItIsPlayed) {
  config::Manifest manifest = test::manifest({test::event("box", {"a", "b"}, 2)});
  EXPECT_EQ(why_undividable(manifest), "");
  manifest.events[0].give_up_after = 1;
  EXPECT_TRUE(test::contains(why_undividable(manifest), "play it without --part"));
}

}  // namespace
}  // namespace referee::parts
