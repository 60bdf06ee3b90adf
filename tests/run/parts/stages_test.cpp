// Tournaments whose pairings follow from results, stage by stage. Nobody plays: records are made as
// a runner would make them, with results that the number of the match says.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/run/parts/merge.hpp"
#include "referee/run/parts/shard.hpp"
#include "referee/run/parts/stage.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/run/store/seal.hpp"
#include "rules/random.hpp"
#include "tests/run/store/support.hpp"

namespace referee::parts {
namespace {

namespace fs = std::filesystem;

config::Event with_format(formats::FormatKind kind, int bots, int rounds) {
  std::vector<std::string> names;
  for (int i = 0; i < bots; ++i) names.push_back("bot" + std::to_string(i));
  config::Event event = test::event("black-hole", names, rounds);
  event.format.kind = kind;
  if (kind == formats::FormatKind::knockout) event.format.tie_break = 2;
  if (kind == formats::FormatKind::official) {
    event.format.swiss_rounds = 2;
    event.format.qualify = 3;
  }
  return event;
}

class Stages : public testing::Test {
 protected:
  void begin(std::vector<config::Event> events) {
    manifest_ = test::manifest(std::move(events));
    static_cast<void>(store::Store::create(folder_.path(), manifest_));
  }
  [[nodiscard]] store::Store store() const { return store::Store::open(folder_.path()); }

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
  void write_matches(const std::string& name, const std::vector<MatchRange>& ranges,
                     std::uint64_t luck = 0) const {
    const config::Schedule schedule = test::schedule_of(store());
    std::string text;
    for (const MatchRange& range : ranges) {
      for (std::uint64_t match = range.begin; match < range.end; ++match) {
        text += line(schedule, match, luck) + "\n";
      }
    }
    test::write_file(folder_.path() / name, text);
  }
  void play_stage(unsigned parts) const {
    const Stage stage = stage_of(store());
    const Cut cut(stage, parts);
    for (unsigned part = parts; part > 0; --part) {
      write_matches("matches-s" + std::to_string(stage.number) + "-" + label_of({part, parts}) +
                        "-0001.jsonl",
                    cut.ranges_of(part));
    }
  }
  // Returns the number of stages.
  int play_all(unsigned parts) const {
    for (int stages = 1; stages < 50; ++stages) {
      play_stage(parts);
      const MergeReport report = merge(store());
      if (report.sealed) return stages;
      EXPECT_TRUE(report.closed);
      EXPECT_EQ(report.stage.number, static_cast<unsigned>(stages) + 1);
    }
    return 0;
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_;
  bool ties_ = false;
};

using formats::FormatKind;

TEST_F(Stages, ASwissIsPlayedRoundByRound) {
  begin({with_format(FormatKind::swiss, 5, 3)});
  MergeReport report = merge(store());
  EXPECT_TRUE(report.has_stages);
  EXPECT_EQ(report.stage.number, 1U);
  EXPECT_EQ(report.matches, 12U);
  EXPECT_EQ(report.lacking, (std::vector<MatchRange>{{0, 4}}));
  write_matches("matches-1-of-2-0001.jsonl", {{0, 2}});
  report = merge(store());
  EXPECT_FALSE(report.closed);
  EXPECT_EQ(report.lacking, (std::vector<MatchRange>{{2, 4}}));
  EXPECT_EQ(report.missing, (std::vector<MatchRange>{{2, 12}}));
  write_matches("matches-2-of-2-0001.jsonl", {{2, 4}});
  EXPECT_EQ(survey(store()).lacking, std::vector<MatchRange>{});
  EXPECT_EQ(store().closed_stages(), 0U) << "a survey closes nothing";
  report = merge(store());
  EXPECT_TRUE(report.closed);
  EXPECT_EQ(report.stage.number, 2U);
  EXPECT_EQ(report.lacking, (std::vector<MatchRange>{{4, 8}}));
  EXPECT_EQ(store().closed_stages(), 1U);
  play_stage(3);
  merge(store());
  play_stage(1);
  EXPECT_TRUE(merge(store()).sealed);
}

// Whatever the parts are, it is the same tournament.
TEST_F(Stages, AllFormatsTogetherEndAsInOnePart) {
  std::string hash;
  for (const unsigned parts : {1U, 3U, 8U}) {
    for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove_all(entry);
    begin({with_format(FormatKind::round_robin, 3, 2), with_format(FormatKind::official, 6, 2),
           with_format(FormatKind::swiss, 5, 3)});
    EXPECT_EQ(play_all(parts), 3);
    const std::string now = store().seal()->hash;
    EXPECT_EQ(now, hash.empty() ? now : hash);
    hash = now;
  }
}

// Equal bots play all play-offs, each of them a stage; without any, the rounds are the stages.
TEST_F(Stages, AKnockoutPlaysItsPlayOffs) {
  begin({with_format(FormatKind::knockout, 3, 1)});
  ties_ = true;
  EXPECT_EQ(play_all(2), 2 * 3) << "two rounds, each with two play-offs";
  const auto matches = store().seal()->records;
  for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove_all(entry);
  ties_ = false;
  config::Event without_play_offs = with_format(FormatKind::knockout, 4, 1);
  without_play_offs.format.tie_break = 0;
  begin({without_play_offs});
  EXPECT_EQ(play_all(2), 2);
  EXPECT_GT(matches, 4U);
}

// Another record of a match of a closed stage, in a file that comes first by its name, must not
// change who plays in the next stage.
TEST_F(Stages, ALateRecordChangesNothing) {
  begin({with_format(FormatKind::swiss, 5, 3)});
  play_stage(2);
  merge(store());
  const auto next = stage_of(store()).events;
  const config::Schedule before = test::schedule_of(store());
  write_matches("matches-0000.jsonl", {{0, 4}}, 17);  // with other luck
  EXPECT_EQ(stage_of(store()).events, next);
  const config::Schedule after = test::schedule_of(store());
  for (std::uint64_t match = 4; match < 8; ++match) {
    EXPECT_EQ(after.at(match).bots, before.at(match).bots) << match;
  }
  play_stage(2);
  EXPECT_EQ(merge(store()).stage.number, 3U);
  play_stage(2);
  EXPECT_TRUE(merge(store()).sealed);
}

TEST_F(Stages, AClosedStageThatHasChangedIsNoticed) {
  begin({with_format(FormatKind::swiss, 5, 3)});
  play_stage(2);
  merge(store());
  const fs::path file = folder_.path() / "matches-s1-2-of-2-0001.jsonl";
  std::string text = test::read_file(file);
  const auto at = text.find("\"score\":") + 8;
  text[at] = text[at] == '1' ? '2' : '1';
  test::write_file(file, text);
  const std::string why = "the seal of stage 1 of " + folder_.path().string() +
                          " does not hold: records have been changed";
  EXPECT_EQ(test::error_of<store::BrokenSeal>([&] { merge(store()); }),
            why + "; remove " + (folder_.path() / "stage-0001.json").string() +
                " to play what is missing");
  EXPECT_EQ(test::error_of<store::BrokenSeal>([&] { stage_of(store()); }), why);
}

// What one process has played goes on in parts: of rounds 1 and 2 and half of 3.
TEST_F(Stages, WhatIsThereOfLaterStagesCountsWhenItIsTheirTurn) {
  begin({with_format(FormatKind::swiss, 5, 3), with_format(FormatKind::round_robin, 3, 2)});
  write_matches("matches-0001.jsonl", {{0, 4}});
  write_matches("matches-0002.jsonl", {{4, 8}});
  write_matches("matches-0003.jsonl", {{8, 10}});
  MergeReport report = merge(store());
  EXPECT_EQ(report.stage.number, 1U);
  EXPECT_EQ(report.lacking, (std::vector<MatchRange>{{12, 24}}));
  write_matches("matches-1-of-1-0001.jsonl", report.lacking);
  report = merge(store());
  EXPECT_EQ(report.stage.number, 2U) << "closed with the records of later rounds";
  EXPECT_EQ(report.lacking, (std::vector<MatchRange>{{10, 12}}));
  write_matches("matches-s2-1-of-1-0001.jsonl", report.lacking);
  EXPECT_TRUE(merge(store()).sealed);
}

// Names in the order in which a folder happens to list them.
TEST_F(Stages, TheHighestSealTellsHowManyStagesAreClosed) {
  EXPECT_EQ(store::closed_stages_of(folder_.path()), 0U);
  for (const unsigned number : {12U, 3U, 1U, 11U, 2U, 10U, 4U, 9U, 5U, 8U, 6U, 7U}) {
    test::write_file(store::stage_seal_path(folder_.path(), number), "");
    for (const char* other : {"stage-99.json", "stage-0000.json", "stage-0099.json.tmp-1",
                              "stage-x.json", "stage-", "stage-0098.jsonl", "xstage-0097.json"}) {
      test::write_file(folder_.path() / other, "");
    }
    EXPECT_GE(store::closed_stages_of(folder_.path()), number);
  }
  EXPECT_EQ(store::closed_stages_of(folder_.path()), 12U);
}

// A record of a later round that was played before an earlier one is complete: on another machine,
// or because a record was lost. It has been played.
TEST_F(Stages, WhoFollowsSeesRecordsOfLaterRoundsToo) {
  begin({with_format(FormatKind::swiss, 4, 2)});
  write_matches("matches-0001.jsonl", {{0, 4}});
  write_matches("matches-0002.jsonl", {{4, 6}});
  write_matches("matches-0001.jsonl", {{0, 3}});
  store::Follower follower(folder_.path());
  EXPECT_EQ(follower.poll().finished.size(), 5U);
  EXPECT_EQ(follower.done(), 5U);
  EXPECT_EQ(follower.total(), 8U);
}

}  // namespace
}  // namespace referee::parts
