// Parts: their names, and what is in each.
#include "referee/run/parts/shard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/run/store/support.hpp"

namespace referee::parts {
namespace {

TEST(Shards, AreNamedByNumberAndCount) {
  EXPECT_EQ(shard_of("1/1"), (Shard{1, 1}));
  EXPECT_EQ(shard_of("3/10"), (Shard{3, 10}));
  EXPECT_EQ(shard_of("1000000/1000000"), (Shard{most_parts, most_parts}));
  EXPECT_EQ(label_of(shard_of("3/10")), "3-of-10");
}

TEST(Shards, OtherNamesAreRefusedWithWhatWouldBeRight) {
  const auto why = [](const std::string& text) {
    const auto error = test::error_of<std::invalid_argument>([&] { shard_of(text); });
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

TEST(Shards, CoverEveryMatchOnceAndKeepPairingsTogether) {
  const config::Manifest manifest = test::manifest({test::event("box", {"a", "b", "c"}, 7),
                                                    test::event("black-hole", {"a", "b"}, 1),
                                                    test::event("2187", {"a", "b", "c", "d"}, 3)});
  const std::uint64_t size = config::Schedule(manifest).size();
  for (const unsigned count : {1U, 2U, 3U, 7U, 40U, 1000U}) {
    std::vector<unsigned> of(size, 0);
    for (unsigned number = 1; number <= count; ++number) {
      for (const MatchRange& range : Cut(whole_stage(manifest), count).ranges_of(number)) {
        ASSERT_LT(range.begin, range.end);
        for (auto match = range.begin; match < range.end; ++match) {
          ASSERT_EQ(of.at(match), 0U) << "match " << match << " of " << count << " parts";
          of[match] = number;
        }
      }
    }
    for (std::uint64_t match = 0; match < size; match += 2) {
      ASSERT_NE(of[match], 0U);
      ASSERT_EQ(of[match], of[match + 1]);
    }
  }
}

TEST(Shards, AreEquallyLongButForOnePairing) {
  const config::Manifest manifest = test::manifest({test::event("box", {"a", "b", "c"}, 7)});
  for (unsigned number = 1; number <= 4; ++number) {
    std::uint64_t matches = 0;
    for (const MatchRange& range : Cut(whole_stage(manifest), 4).ranges_of(number)) {
      matches += range.end - range.begin;
    }
    EXPECT_TRUE(matches == 10 || matches == 12) << matches;  // of 21 pairings
  }
}

// Lists of a stage as they come: with gaps where matches are sealed or not known, and not always
// even.
std::vector<Stage> uneven_stages() {
  Stage odd;
  odd.events = {{{0, 3}}};
  Stage gaps;
  gaps.events = {{{2, 5}, {7, 8}, {20, 33}}, {}, {{40, 41}}};
  Stage of_four;  // a pair of a comparison in a cooperative game
  of_four.together = 4;
  of_four.events = {{{2, 6}, {8, 12}, {14, 17}}};
  Stage one;
  one.events = {{{5, 6}}};
  return {odd, gaps, of_four, one, Stage()};
}

TEST(Shards, EveryMatchOfAnUnevenListIsInOnePart) {
  for (const Stage& stage : uneven_stages()) {
    for (const unsigned count : {1U, 2U, 3U, 4U, 10U}) {
      const Cut cut(stage, count);
      std::vector<std::pair<std::uint64_t, unsigned>> by_part;
      for (unsigned part = 1; part <= count; ++part) {
        for (const MatchRange& range : cut.ranges_of(part)) {
          for (auto match = range.begin; match < range.end; ++match) {
            by_part.emplace_back(match, part);
            EXPECT_EQ(cut.part_of(match), part) << "match " << match << ", " << count << " parts";
          }
        }
      }
      std::sort(by_part.begin(), by_part.end());
      std::vector<std::uint64_t> expected;
      for (const auto& ranges : stage.events) {
        for (const MatchRange& range : ranges) {
          for (auto match = range.begin; match < range.end; ++match) expected.push_back(match);
        }
      }
      ASSERT_EQ(by_part.size(), expected.size()) << count << " parts";
      for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(by_part[i].first, expected[i]);
    }
  }
  const Cut cut(uneven_stages()[0], 2);
  EXPECT_EQ(cut.ranges_of(1), (std::vector<MatchRange>{{0, 2}}));
  EXPECT_EQ(cut.ranges_of(2), (std::vector<MatchRange>{{2, 3}}));
}

TEST(Shards, KnowWhichPartsHaveAnyOfSomeMatches) {
  for (const Stage& stage : uneven_stages()) {
    for (const unsigned count : {1U, 2U, 3U, 10U}) {
      const Cut cut(stage, count);
      for (std::uint64_t begin = 0; begin < 45; ++begin) {
        for (const std::uint64_t length : {1U, 2U, 7U, 50U}) {
          std::vector<bool> has(count + 1, false);
          for (auto match = begin; match < begin + length; ++match) {
            if (const auto part = cut.part_of(match)) has[*part] = true;
          }
          std::vector<unsigned> expected;
          for (unsigned part = 1; part <= count; ++part) {
            if (has[part]) expected.push_back(part);
          }
          EXPECT_EQ(cut.parts_of({{begin, begin + length}}), expected)
              << begin << "+" << length << " of " << count << " parts";
        }
      }
    }
  }
  EXPECT_EQ(Cut(uneven_stages()[1], 2).part_of(6), std::nullopt);
  EXPECT_EQ(Cut(uneven_stages()[1], 2).part_of(1000), std::nullopt);
}

TEST(Shards, WhatCannotBePlayedInPartsSaysWhoPlaysIt) {
  config::Manifest manifest = test::manifest({test::event("box", {"a", "b"}, 2)});
  EXPECT_EQ(why_undividable(manifest), "");
  manifest.events[0].give_up_after = 1;
  EXPECT_TRUE(test::contains(why_undividable(manifest), "play it with referee tournament"));
  manifest.played_by = config::PlayedBy::compare;
  EXPECT_TRUE(test::contains(why_undividable(manifest), "referee compare with --plan-only"));
  manifest.played_by = config::PlayedBy::regress;
  EXPECT_TRUE(test::contains(why_undividable(manifest), "play them with referee regress"));
  manifest = test::manifest({test::event("box", {"a", "b"}, 2)});
  manifest.events[0].format.kind = formats::FormatKind::recorded;
  EXPECT_EQ(why_undividable(manifest),
            "the games of box were played elsewhere; nothing can be played in parts");
}

}  // namespace
}  // namespace referee::parts
