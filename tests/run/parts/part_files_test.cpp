// files_for: what a machine that does not see the folder needs for its parts, and nothing else.
#include "referee/run/parts/part_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "referee/run/parts/merge.hpp"
#include "tests/run/store/support.hpp"

namespace referee::parts {
namespace {

using Names = std::vector<std::string>;

class FilesFor : public testing::Test {
 protected:
  void put(const std::string& name, const std::vector<std::uint64_t>& matches) const {
    std::string text;
    for (const std::uint64_t match : matches) text += test::line(manifest_, match) + "\n";
    test::write_file(folder_.path() / name, text);
  }
  void put_empty(const Names& names) const {
    for (const std::string& name : names) put(name, {});
  }
  // Sorted.
  [[nodiscard]] Names files_for_parts(unsigned count, const std::vector<unsigned>& parts) const {
    Names names;
    for (const auto& file : files_for(store::Store::open(folder_.path()), count, parts)) {
      EXPECT_EQ(file.parent_path(), folder_.path());
      names.push_back(file.filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  void begin(config::Manifest manifest) {
    manifest_ = std::move(manifest);
    static_cast<void>(store::Store::create(folder_.path(), manifest_));
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_;
};

// 8 pairings of 2 matches.
config::Manifest eight_rounds() { return test::manifest({test::event("box", {"a", "b"}, 8)}); }

TEST_F(FilesFor, OfItsOwnPartsAndOfThoseThatShareMatchesWithThem) {
  begin(eight_rounds());
  // Part 1 of 4 has matches 0 to 3, which are in part 1 of 2 and in parts 1 and 2 of 8.
  put_empty({"matches-1-of-4-0001.jsonl", "matches-1-of-4-0002.jsonl", "matches-2-of-4-0001.jsonl",
             "matches-3-of-4-0001.jsonl", "matches-1-of-2-0001.jsonl", "matches-2-of-2-0001.jsonl",
             "matches-1-of-8-0001.jsonl", "matches-2-of-8-0001.jsonl", "matches-3-of-8-0001.jsonl",
             "matches-s2-1-of-4-0001.jsonl"});
  EXPECT_EQ(files_for_parts(4, {1}),
            (Names{"manifest.json", "matches-1-of-2-0001.jsonl", "matches-1-of-4-0001.jsonl",
                   "matches-1-of-4-0002.jsonl", "matches-1-of-8-0001.jsonl",
                   "matches-2-of-8-0001.jsonl"}));
  EXPECT_EQ(
      files_for_parts(4, {1, 3}),
      (Names{"manifest.json", "matches-1-of-2-0001.jsonl", "matches-1-of-4-0001.jsonl",
             "matches-1-of-4-0002.jsonl", "matches-1-of-8-0001.jsonl", "matches-2-of-2-0001.jsonl",
             "matches-2-of-8-0001.jsonl", "matches-3-of-4-0001.jsonl"}));
}

TEST_F(FilesFor, WhoseNamesSayNothingHaveToBeRead) {
  begin(eight_rounds());
  const Names nothing{"matches-0001.jsonl",          "matches-2-of-4-.jsonl",
                      "matches-2-of-4-0001-.jsonl",  "matches-2000000000-of-4-0001.jsonl",
                      "matches-5-of-4-0001.jsonl",   "matches-copied.jsonl",
                      "matches-s-2-of-4-0001.jsonl", "matches-s2-of-4-0001.jsonl"};
  put_empty(nothing);
  put_empty({"matches-2-of-4-0001.jsonl"});
  Names read{"manifest.json"};
  read.insert(read.end(), nothing.begin(), nothing.end());
  EXPECT_EQ(files_for_parts(4, {1}), read);
}

TEST_F(FilesFor, WhatIsNoPartOfTheTournamentStays) {
  begin(eight_rounds());
  std::filesystem::create_directories(folder_.path() / "logs");
  std::filesystem::create_directories(folder_.path() / "transfer/sent");
  put_empty({"submit.json", "claim.json", "notes.txt", "logs/parallel.log", "stage-x.json",
             "stage-.json", "transfer/sent/matches-1-of-4-0001.jsonl", "manifest.json.bak"});
  EXPECT_EQ(files_for_parts(4, {1}), Names{"manifest.json"});
}

TEST_F(FilesFor, OneWholePartNeedsEverything) {
  begin(eight_rounds());
  put_empty({"matches-2-of-4-0001.jsonl", "matches-s2-1-of-4-0001.jsonl"});
  EXPECT_EQ(files_for_parts(1, {1}),
            (Names{"manifest.json", "matches-2-of-4-0001.jsonl", "matches-s2-1-of-4-0001.jsonl"}));
}

TEST_F(FilesFor, ATournamentThatHasGrownNeedsEverything) {
  begin(eight_rounds());
  put("matches-2-of-4-0001.jsonl", {4, 5});
  config::Manifest more = manifest_;
  more.events[0].rounds = 10;
  begin(more);
  EXPECT_EQ(files_for_parts(4, {1}),
            (Names{"manifest-0002.json", "manifest.json", "matches-2-of-4-0001.jsonl"}));
}

TEST_F(FilesFor, LaterStagesNeedWhatTheyFollowFrom) {
  config::Manifest swiss = test::manifest({test::event("box", {"a", "b", "c", "d"}, 2)});
  swiss.events[0].format.kind = formats::FormatKind::swiss;
  begin(swiss);
  std::vector<std::uint64_t> first_round;
  const Stage first = stage_of(store::Store::open(folder_.path()));
  for (const MatchRange& range : first.events.at(0)) {
    for (std::uint64_t match = range.begin; match < range.end; ++match) {
      first_round.push_back(match);
    }
  }
  ASSERT_FALSE(first_round.empty());
  put("matches-2-of-2-0001.jsonl", first_round);
  ASSERT_TRUE(merge(store::Store::open(folder_.path())).closed);
  put_empty({"matches-1-of-2-0002.jsonl", "matches-s2-1-of-2-0001.jsonl",
             "matches-s2-2-of-2-0001.jsonl", "matches-s3-1-of-2-0001.jsonl"});
  EXPECT_EQ(files_for_parts(2, {1}), (Names{"manifest.json", "matches-2-of-2-0001.jsonl",
                                            "matches-s2-1-of-2-0001.jsonl", "stage-0001.json"}));
}

TEST_F(FilesFor, ComparisonsNeedAllRecordsAndTheirPlan) {
  config::Manifest comparison = eight_rounds();
  comparison.played_by = config::PlayedBy::compare;
  begin(comparison);
  put_empty({"batches.json", "matches-2-of-4-0001.jsonl", "matches-s3-2-of-4-0001.jsonl"});
  EXPECT_EQ(files_for_parts(4, {1}),
            (Names{"batches.json", "manifest.json", "matches-2-of-4-0001.jsonl",
                   "matches-s3-2-of-4-0001.jsonl"}));
}

}  // namespace
}  // namespace referee::parts
