// What merge says of a tournament in parts.
#include "referee/show/report/merge_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee::report {
namespace {

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
