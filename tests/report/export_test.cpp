#include "referee/report/export.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "referee/match/recorded_games.hpp"
#include "referee/text/csv.hpp"
#include "sample.hpp"

namespace referee::report {
namespace {

TEST(Csv, QuotesWhereItHasTo) {
  EXPECT_EQ(text::csv_line({"a", "", "b c", "d,e", "f\"g", "h\ni"}),
            "a,,b c,\"d,e\",\"f\"\"g\",\"h\ni\"\n");
}

// Names come from strangers, and a spreadsheet carries formulas out.
TEST(Csv, NoCellIsAFormula) {
  EXPECT_EQ(text::csv_line({"=1+1", "@SUM(A1)", "+cmd|x", "-2+3", "\tx", "\rx", "=\"a\""}),
            "'=1+1,'@SUM(A1),'+cmd|x,'-2+3,'\tx,\"'\rx\",\"'=\"\"a\"\"\"\n");
  EXPECT_EQ(text::csv_line({"-3", "+12.5", "-1e-3", "-", "=", "a=b"}), "-3,+12.5,-1e-3,-,=,a=b\n");
}

TEST(MatchesCsv, OneRowForEachMatch) {
  auto record = sample_record("turn-right", 5, {sample_fault(40, bot::FaultKind::crash, "a, b")});
  record.match = 17;
  record.round = 3;
  record.measured.started = "2025-01-01T00:00:00Z";
  record.measured.bots[0].cpu = std::chrono::microseconds(1500);
  record.measured.bots[1].departure.peak_memory = 4096;
  const std::string head = matches_csv_head();
  const std::string row = matches_csv_row(record);
  EXPECT_EQ(std::count(head.begin(), head.end(), ','), 36);
  EXPECT_TRUE(head.ends_with(",started,official_number\n")) << head;
  EXPECT_TRUE(matches_csv_row(record, 261343).ends_with("T00:00:00Z,261343\n"));
  EXPECT_TRUE(row.starts_with("17,3,turn-right,5,cpu,30,alpha,beta,")) << row;
  EXPECT_TRUE(contains(row, ",crash,40,\"a, b\",")) << row;
  EXPECT_TRUE(contains(row, ",1500,0,0,0,0,0,,4096,0,0,yes,,2025-01-01T00:00:00Z,\n")) << row;
}

TEST(MatchesCsv, WhatIsNotKnownIsEmpty) {
  std::ifstream in(std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv");
  const rules::GameInfo& box = *rules::find_game("box");
  const auto games = rules::parse_recorded_file(
      *box.record_format, std::string{std::istreambuf_iterator<char>(in), {}});
  const auto game = std::find_if(games.begin(), games.end(), [](const auto& one) {
    return one.statuses[1] == rules::RecordedStatus::timeout;
  });
  ASSERT_NE(game, games.end());
  const auto record = match::record_of(box, *game);
  const std::string row = matches_csv_row(record);
  EXPECT_TRUE(
      row.starts_with("," + std::to_string(game->round) + ",box,,wall,30,player 1,player 2,"))
      << row;
  EXPECT_TRUE(contains(row,
                       ",timeout,,\"TIMEOUT in the official record, which does not say when\""
                       ",,,,,,,,,,,no,"))
      << row;
  const std::string text = transcript(record);
  EXPECT_TRUE(contains(text, "\n! player 2 (player 2): timeout: TIMEOUT in the official")) << text;
}

TEST(Transcript, OfBoxBeginsWithTheStartTile) {
  auto record = sample_record("box", 5, {sample_fault(3, bot::FaultKind::illegal, "why")});
  record.match = 17;
  record.round = 2;
  const std::string text = transcript(record);
  EXPECT_TRUE(
      text.starts_with("Box (CodeCup 2025), match 17, round 2\nplayer 1: alpha, 0 ILLEGAL\n"
                       "player 2: beta, "))
      << text;
  EXPECT_TRUE(contains(text, "\n\n0. Hh")) << text;
  EXPECT_TRUE(contains(text, " 2. " + record.plies[1].relayed +
                                 "\n! alpha (player 1): illegal at move 3: why\n3. " +
                                 record.plies[2].relayed + " (jury)"))
      << text;
  for (std::size_t begin = text.find("\n\n0. "); begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 79U);
    begin = end + 1;
  }
}

TEST(Transcript, OfOtherGames) {
  const std::string text = transcript(sample_record("6561", 3));
  EXPECT_TRUE(text.starts_with("6561 (CodeCup 2016)\nA: alpha, ")) << text;
  EXPECT_TRUE(contains(text, "\n\n1. ")) << text;
}

}  // namespace
}  // namespace referee::report
