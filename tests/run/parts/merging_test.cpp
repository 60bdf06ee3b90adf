// Parts in folders of their own, joined round by round. Nobody plays: records are made as a runner
// would make them, with results that the number of the match says.
#include "referee/run/parts/merging.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/run/parts/part.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/run/store/store_files.hpp"
#include "rules/random.hpp"
#include "tests/run/store/support.hpp"

namespace referee::parts {
namespace {

namespace fs = std::filesystem;
using formats::FormatKind;

config::Event with_format(FormatKind kind, int bots, int rounds) {
  std::vector<std::string> names;
  for (int i = 0; i < bots; ++i) names.push_back("bot" + std::to_string(i));
  config::Event event = test::event("black-hole", names, rounds);
  event.format.kind = kind;
  if (kind == FormatKind::knockout) event.format.tie_break = 2;
  if (kind == FormatKind::official) {
    event.format.swiss_rounds = 2;
    event.format.qualify = 3;
  }
  return event;
}

class Merging : public testing::Test {
 protected:
  void begin(std::vector<config::Event> events) {
    manifest_ = test::manifest(std::move(events));
    for (const auto& entry : fs::directory_iterator(temporary_.path())) fs::remove_all(entry);
    static_cast<void>(store::Store::create(folder("o"), manifest_));
  }
  [[nodiscard]] fs::path folder(const std::string& name) const { return temporary_.path() / name; }
  [[nodiscard]] store::Store store() const { return store::Store::open(folder("o")); }

  // The record of a match whose pairing the schedule knows.
  [[nodiscard]] std::string line(const config::Schedule& schedule, std::uint64_t number,
                                 std::uint64_t luck = 0) const {
    match::MatchRecord record = test::record(manifest_, schedule, number);
    rules::Stream stream(number + luck, "results");
    const int first = ties_ ? 50 : static_cast<int>(stream.below(101));
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const int own = seat == 0 ? first : 100 - first;
      record.scores[seat].result.score = own;
      record.scores[seat].status = own > 50   ? match::Status::win
                                   : own < 50 ? match::Status::lose
                                              : match::Status::draw;
    }
    return match::to_line(record);
  }
  void write_matches(const std::string& file, const std::vector<MatchRange>& ranges,
                     std::uint64_t luck = 0) const {
    const config::Schedule schedule = test::schedule_of(store());
    std::string text;
    for (const MatchRange& range : ranges) {
      for (std::uint64_t match = range.begin; match < range.end; ++match) {
        text += line(schedule, match, luck) + "\n";
      }
    }
    test::write_file(folder(file), text);
  }
  // What the parts can play now, each into a copy of what was merged.
  [[nodiscard]] std::vector<fs::path> play_parts(unsigned count, const MergeReport& now) const {
    std::vector<fs::path> folders;
    for (unsigned number = count; number > 0; --number) {
      const Part part{number, count};
      folders.push_back(folder(part.label()));
      fs::remove_all(folders.back());
      fs::copy(folder("o"), folders.back());
      std::vector<MatchRange> mine;
      for (const MatchRange& range : now.playable) {
        for (std::uint64_t match = range.begin; match < range.end; ++match) {
          if (part.has(match / 2)) mine.push_back({match, match + 1});
        }
      }
      write_matches(part.label() + "/matches-" + part.label() + "-0001.jsonl", mine);
    }
    return folders;
  }
  // Returns the number of rounds. Joins each twice, which changes nothing.
  int play_all(unsigned parts) const {
    for (int rounds = 0; rounds < 50; ++rounds) {
      const MergeReport report = merge(store());
      if (report.sealed) return rounds;
      const auto folders = play_parts(parts, report);
      join(folder("o"), folders);
      join(folder("o"), folders);
      EXPECT_EQ(merge(store()).duplicates, 0U);
    }
    return 0;
  }

  test::TemporaryFolder temporary_;
  config::Manifest manifest_;
  bool ties_ = false;
};

TEST_F(Merging, SaysWhatIsMissingAndWhatCanBePlayed) {
  begin({with_format(FormatKind::swiss, 5, 3)});
  write_matches("o/matches-1-of-2-0001.jsonl", {{0, 2}});
  MergeReport report = merge(store());
  EXPECT_EQ(report.matches, 12U);
  EXPECT_EQ(report.records, 2U);
  EXPECT_EQ(report.missing, (std::vector<MatchRange>{{2, 12}}));
  EXPECT_EQ(report.playable, (std::vector<MatchRange>{{2, 4}}));
  EXPECT_FALSE(report.sealed);
  write_matches("o/matches-2-of-2-0001.jsonl", {{2, 4}});
  report = merge(store());
  EXPECT_EQ(report.playable, (std::vector<MatchRange>{{4, 8}}));
}

// Whatever the parts are, it is the same tournament.
TEST_F(Merging, AllFormatsTogetherEndAsInOnePart) {
  std::string hash;
  for (const unsigned parts : {1U, 3U, 8U}) {
    begin({with_format(FormatKind::round_robin, 3, 2), with_format(FormatKind::official, 6, 2),
           with_format(FormatKind::swiss, 5, 3)});
    EXPECT_EQ(play_all(parts), 3);
    const std::string now = store().seal()->hash;
    EXPECT_EQ(now, hash.empty() ? now : hash);
    hash = now;
  }
}

// Equal bots play all play-offs, each of them after what it follows from.
TEST_F(Merging, AKnockoutPlaysItsPlayOffs) {
  begin({with_format(FormatKind::knockout, 3, 1)});
  ties_ = true;
  EXPECT_EQ(play_all(2), 2 * 3) << "two rounds, each with two play-offs";
  ties_ = false;
  config::Event without_play_offs = with_format(FormatKind::knockout, 4, 1);
  without_play_offs.format.tie_break = 0;
  begin({without_play_offs});
  EXPECT_EQ(play_all(2), 2);
}

TEST_F(Merging, TwoRecordsOfAMatchHaveToAgree) {
  begin({with_format(FormatKind::round_robin, 3, 1)});
  write_matches("o/matches-1-of-2-0001.jsonl", {{0, 4}});
  write_matches("o/matches-1-of-3-0001.jsonl", {{2, 6}});
  EXPECT_EQ(merge(store()).duplicates, 2U);
  EXPECT_TRUE(store().seal());

  begin({with_format(FormatKind::round_robin, 3, 1)});
  write_matches("o/matches-1-of-2-0001.jsonl", {{0, 4}});
  fs::create_directory(folder("p"));
  fs::copy(folder("o/manifest.json"), folder("p/manifest.json"));
  write_matches("p/matches-1-of-3-0001.jsonl", {{3, 6}}, 17);  // with other luck
  const std::string why = folder("p/matches-1-of-3-0001.jsonl").string() +
                          ", line 1: match 3 has an earlier record, in " +
                          folder("o/matches-1-of-2-0001.jsonl").string() +
                          ", which differs; keep one of the two: take out the file, or the line, "
                          "that should not count";
  EXPECT_EQ(test::error_of<text::InputError>([&] { join(folder("o"), {folder("p")}); }), why);
  fs::copy(folder("p/matches-1-of-3-0001.jsonl"), folder("o/matches-1-of-3-0001.jsonl"));
  EXPECT_TRUE(test::contains(test::error_of<text::InputError>([&] { merge(store()); }).value_or(""),
                             "match 3 has"));
  EXPECT_FALSE(store().seal());
}

TEST_F(Merging, OtherTournamentsAreRefused) {
  begin({with_format(FormatKind::round_robin, 3, 1)});
  const config::Manifest other = test::manifest({with_format(FormatKind::round_robin, 3, 2)});
  static_cast<void>(store::Store::create(folder("p"), other));
  EXPECT_EQ(test::error_of<store::ForeignStore>([&] { join(folder("o"), {folder("p")}); }),
            folder("p").string() + " holds another tournament than " + folder("o").string() +
                ": seen from " + folder("o").string() +
                ", it differs in the rounds of black-hole (2 there, 1 here)");
  config::Manifest reseeded = manifest_;
  ++reseeded.seed;
  static_cast<void>(store::Store::create(folder("q"), reseeded));
  const auto why = test::error_of<store::ForeignStore>([&] {
    join(folder("all"), {folder("o"), folder("q")});
  });
  EXPECT_TRUE(test::contains(why.value_or(""), "q holds another tournament than " +
                                                   folder("o").string() + ": seen from "));
  EXPECT_TRUE(test::contains(why.value_or(""), "it differs in the seed ("));
  EXPECT_FALSE(fs::exists(folder("all")));
}

TEST_F(Merging, AFolderIsMadeLikeThatOfAPart) {
  begin({with_format(FormatKind::swiss, 4, 2)});
  write_matches("o/matches-1-of-1-0001.jsonl", {{0, 4}});
  join(folder("all"), {folder("o")});
  const MergeReport report = merge(store::Store::open(folder("all")));
  EXPECT_EQ(report.records, 4U);
  EXPECT_EQ(report.playable, (std::vector<MatchRange>{{4, 8}}));
  // Records without a manifest may be anybody's.
  fs::remove(folder("all/manifest.json"));
  EXPECT_THROW(join(folder("all"), {folder("o")}), store::ForeignStore);
}

// All files below a folder, with their contents.
std::map<fs::path, std::string> all_of(const fs::path& folder) {
  std::map<fs::path, std::string> all;
  if (!fs::exists(folder)) return all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    all[entry.path()] = entry.is_regular_file() ? test::read_file(entry.path()) : "";
  }
  return all;
}

TEST_F(Merging, WhatIsRefusedChangesNothing) {
  begin({with_format(FormatKind::round_robin, 3, 1)});
  for (const char* name : {"p1", "p2", "forged", "foreign", "pipe", "there"}) {
    static_cast<void>(store::Store::create(folder(name), manifest_));
  }
  write_matches("p1/matches-1-of-2-0001.jsonl", {{0, 3}});
  write_matches("p2/matches-2-of-2-0001.jsonl", {{3, 6}});
  write_matches("forged/matches-1-of-2-0001.jsonl", {{0, 3}}, 17);
  config::Manifest other = manifest_;
  ++other.seed;
  static_cast<void>(store::Store::create(folder("other"), other));
  write_matches("foreign/matches-0001.jsonl", {{0, 1}});
  std::string line = test::read_file(folder("foreign/matches-0001.jsonl"));
  const auto at = line.find(manifest_.id());
  test::write_file(folder("foreign/matches-0001.jsonl"),
                   line.replace(at, manifest_.id().size(), other.id()));
  ASSERT_EQ(::mkfifo(folder("pipe/matches-0001.jsonl").c_str(), 0666), 0);
  join(folder("there"), {folder("p1")});
  for (const char* bad : {"forged", "foreign", "pipe", "other", "absent"}) {
    for (const char* out : {"there", "new", "new/er"}) {
      const auto before = all_of(temporary_.path());
      const std::vector<fs::path> folders{folder("p1"), folder("p2"), folder(bad)};
      EXPECT_ANY_THROW(join(folder(out), folders)) << bad << out;
      EXPECT_EQ(all_of(temporary_.path()), before) << bad << out;
    }
  }
  for (int times = 0; times < 2; ++times) {
    join(folder("new"), {folder("p1"), folder("p2")});
    EXPECT_TRUE(merge(store::Store::open(folder("new"))).sealed);
  }
  const auto before = all_of(temporary_.path());
  join(folder("new"), {folder("p2"), folder("p1")});
  EXPECT_EQ(all_of(temporary_.path()), before);
  EXPECT_THROW(join(folder("new"), {folder("forged")}), text::InputError) << "it is sealed";
  EXPECT_EQ(all_of(temporary_.path()), before);
}

// What says which tournament, comparison or tuning it is, and nothing that was played.
TEST_F(Merging, AFolderGetsAllFilesThatDescribeAPart) {
  const std::vector<std::string> described{"manifest-0002.json", "manifest.json", "planned.json",
                                           "question.json", "tune.json"};
  fs::create_directory(folder("part"));
  for (const std::string& name : described) test::write_file(folder("part") / name, name);
  for (const char* name : {"matches-0001.jsonl", "sealed.json", "live.json", "notes.txt"}) {
    test::write_file(folder("part") / name, "");
  }
  {
    Addition addition;
    addition.add_likeness(folder("copy"), folder("part"));
    addition.write();
  }
  auto copied = store::names_in(folder("copy"));
  std::sort(copied.begin(), copied.end());
  EXPECT_EQ(copied, described);
  for (const std::string& name : described) {
    EXPECT_EQ(test::read_file(folder("copy") / name), name);
  }
}

// A record of a later round that was played before an earlier one is complete: on another machine,
// or because a record was lost. It has been played.
TEST_F(Merging, WhoFollowsSeesRecordsOfLaterRoundsToo) {
  begin({with_format(FormatKind::swiss, 4, 2)});
  write_matches("o/matches-0001.jsonl", {{0, 4}});
  write_matches("o/matches-0002.jsonl", {{4, 6}});
  write_matches("o/matches-0001.jsonl", {{0, 3}});
  store::Follower follower(folder("o"));
  EXPECT_EQ(follower.poll().finished.size(), 5U);
  EXPECT_EQ(follower.done(), 5U);
  EXPECT_EQ(follower.total(), 8U);
}

}  // namespace
}  // namespace referee::parts
