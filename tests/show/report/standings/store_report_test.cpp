// What verbs say of a store: its standings, and what is missing of it.
#include "referee/show/report/standings/store_report.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/run/store/store_writer.hpp"
#include "tests/run/store/support.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

class StandingsViewTest : public testing::Test {
 protected:
  StandingsViewTest()
      : store_(store::Store::create(
            folder_.path() / "o",
            test::manifest({test::event("box", {"alpha", "beta", "gamma"}, 2)}))) {}

  // The first matches of the schedule; in the last one a bot fails if `failing`.
  void record(std::uint64_t matches, bool failing) {
    store::StoreWriter writer(store_);
    for (std::uint64_t i = 0; i < matches; ++i) {
      match::MatchRecord record = test::record(store_.manifest(), i);
      if (failing && i + 1 == matches) {
        record.faults = {sample_fault(1, bot::FaultKind::crash, "signal 11")};
      }
      writer.append(match::to_line(record));
    }
  }
  std::string printed(const StandingsView& view) {
    std::ostringstream out;
    last_ = print_standings(out, store_, view, {false, 0});
    return out.str();
  }

  test::TemporaryFolder folder_;
  store::Store store_;
  Printed last_;
};

TEST_F(StandingsViewTest, PrintsWhatWasAskedFor) {
  record(4, false);
  const std::string plain = printed({});
  EXPECT_TRUE(begins(plain, "Box (CodeCup 2025): 2 rounds, 4 of 12 matches, 2 moves\n"));
  EXPECT_FALSE(last_.faults);
  EXPECT_TRUE(last_.whole);
  for (const char* more : {"CPU/game", "Ratings: ", "mean: score for each game"}) {
    EXPECT_FALSE(contains(plain, more)) << more;
  }
  StandingsView view;
  view.wide = view.words = view.ratings = true;
  view.anchor = "beta";
  const std::string wide = printed(view);
  for (const char* more :
       {"CPU/game", "Ratings: Elo with 95 % errors; beta is 0.", "mean: score for each game"}) {
    EXPECT_TRUE(contains(wide, more)) << more << wide;
  }
  view = {};
  view.form = "json";
  EXPECT_FALSE(text::Json::parse(printed(view))["events"][0].contains("times"));
  view.times = true;
  const text::Json times = text::Json::parse(printed(view))["events"][0]["times"];
  EXPECT_TRUE(times.contains("nearest")) << "of single turns";
  view = {};
  view.selection.bots = {"alpha", "beta"};
  EXPECT_TRUE(contains(printed(view), ", only between alpha and beta: "));
}

TEST_F(StandingsViewTest, SaysWhetherABotFailed) {
  record(2, true);
  printed({});
  EXPECT_TRUE(last_.faults);
}

parts::MergeReport report_of(std::vector<parts::MatchRange> missing) {
  parts::MergeReport report;
  report.matches = 40;
  report.records = 10;
  report.missing = report.playable = std::move(missing);
  return report;
}

TEST(MergeReport, SaysWhatIsMissing) {
  parts::MergeReport report = report_of({{3, 4}, {10, 20}, {38, 40}});
  EXPECT_EQ(merge_text(report), "10 of 40 matches; missing: 3, 10-19, 38-39\n");
  report.playable = {{3, 4}};
  EXPECT_EQ(merge_text(report),
            "10 of 40 matches; missing: 3, 10-19, 38-39\nto be played now: 3\n");
  const text::Json json = text::Json::parse(merge_json("abc", report));
  EXPECT_EQ(json["tournament"], "abc");
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["missing"].dump(), "[[3,3],[10,19],[38,39]]");
  EXPECT_EQ(json["playable"].dump(), "[[3,3]]");
  EXPECT_FALSE(json.contains("sha256"));
}

TEST(MergeReport, ListsAreCutAfterTen) {
  std::vector<parts::MatchRange> odd;
  for (std::uint64_t match = 1; match < 24; match += 2) odd.push_back({match, match + 1});
  EXPECT_EQ(merge_text(report_of(odd)),
            "10 of 40 matches; missing: 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 2 more\n");
}

TEST(MergeReport, WhatIsCompleteHasAHash) {
  parts::MergeReport report = report_of({});
  report.records = 40;
  report.hash = "feed";
  EXPECT_EQ(merge_text(report), "40 of 40 matches: complete, feed\n") << "a ladder";
  report.records = 10;
  report.sealed = true;
  EXPECT_EQ(merge_text(report), "10 of 40 matches: complete and sealed, feed\n");
  EXPECT_EQ(text::Json::parse(merge_json("abc", report))["sha256"], "feed");
}

}  // namespace
}  // namespace referee::report
