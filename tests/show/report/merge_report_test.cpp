// What merge and submit say of a tournament in parts.
#include "referee/show/report/merge_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee::report {
namespace {

TEST(MergeReport, ListsAreCutAfterTen) {
  EXPECT_EQ(match_list({{3, 4}, {10, 20}, {40, 42}}), "3, 10-19, 40-41");
  EXPECT_EQ(part_list({1, 2, 3}), "1, 2, 3");
  EXPECT_EQ(part_list({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
            "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more");
  EXPECT_EQ(ranges_json({{3, 4}, {10, 20}}).dump(), "[[3,3],[10,19]]");
}

TEST(MergeReport, WithoutStagesItSaysWhatIsMissing) {
  parts::MergeReport report;
  report.matches = 12;
  report.records = 10;
  report.missing = {{4, 6}};
  EXPECT_EQ(merge_text(report, std::nullopt), "10 of 12 matches; missing: 4-5\n");
  const std::vector<unsigned> parts{2};
  EXPECT_EQ(merge_text(report, parts), "10 of 12 matches; missing: 4-5\nparts to play: 2\n");
  const text::Json json = text::Json::parse(merge_json("abc", report, parts));
  EXPECT_EQ(json["tournament"], "abc");
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["missing"].dump(), "[[4,5]]");
  EXPECT_EQ(json["missing_parts"].dump(), "[2]");
  EXPECT_FALSE(json.contains("stage"));
  EXPECT_FALSE(json.contains("sha256"));
}

TEST(MergeReport, AStageIsNamedWithWhatItLacks) {
  parts::MergeReport report;
  report.matches = 12;
  report.records = 4;
  report.has_stages = true;
  report.closed = true;
  report.stage.number = 2;
  report.stage.events = {{{4, 8}}};
  report.lacking = {{4, 8}};
  EXPECT_EQ(merge_text(report, std::nullopt),
            "4 of 12 matches; stage 1 is complete; stage 2 has 4 matches: 4-7\n");
  report.lacking = {{6, 8}};
  report.closed = false;
  EXPECT_EQ(merge_text(report, std::nullopt),
            "4 of 12 matches; stage 2 lacks 2 of 4 matches: 6-7\n");
  const text::Json json = text::Json::parse(merge_json("abc", report, std::nullopt));
  EXPECT_EQ(json["stage"].dump(), R"({"number":2,"matches":4,"missing":[[6,7]]})");
  report.lacking.clear();
  EXPECT_EQ(merge_text(report, std::nullopt), "4 of 12 matches; stage 2 is complete\n");
}

TEST(MergeReport, ASealedTournamentIsComplete) {
  parts::MergeReport report;
  report.matches = report.records = 12;
  report.sealed = true;
  report.hash = "feed";
  EXPECT_EQ(merge_text(report, std::nullopt), "12 of 12 matches: complete and sealed, feed\n");
  EXPECT_EQ(text::Json::parse(merge_json("abc", report, std::nullopt))["sha256"], "feed");
}

}  // namespace
}  // namespace referee::report
