#include "referee/show/report/match/export.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "referee/play/match/recorded_games.hpp"
#include "referee/show/report/table.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

TEST(MatchesCsv, OneRowForEachMatch) {
  auto record = sample_record("turn-right", 5, {sample_fault(40, bot::FaultKind::crash, "a, b")});
  record.match = 17;
  record.round = 3;
  record.measured.started = "2025-01-01T00:00:00Z";
  record.measured.bots[0].cpu = std::chrono::microseconds(1500);
  record.measured.bots[1].departure.peak_memory = 4096;
  const std::string head = matches_csv_head();
  const std::string row = matches_csv_row(record);
  EXPECT_EQ(std::count(head.begin(), head.end(), ','), 38);
  EXPECT_TRUE(ends(head, ",started,official_number,budget1,budget2\n"));
  EXPECT_TRUE(ends(matches_csv_row(record, 261343), "T00:00:00Z,261343,30,30\n"));
  EXPECT_TRUE(begins(row, "17,3,turn-right,5,cpu,30,alpha,beta,"));
  EXPECT_TRUE(contains(row, ",crash,40,\"a, b\","));
  EXPECT_TRUE(contains(row, ",1500,0,0,0,0,0,,4096,0,0,yes,,2025-01-01T00:00:00Z,,30,30\n"));
  record.bots[0].times.budget = std::chrono::milliseconds(2500);
  EXPECT_TRUE(matches_csv_row(record).ends_with(",,2.5,30\n")) << "limits of its own";
}

TEST(MatchesCsv, WhatIsNotKnownIsEmpty) {
  std::ifstream in(std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv");
  const rules::GameInfo& box = *rules::find_game("box");
  const auto games = rules::parse_recorded_file(
      *box.record_format, std::string{std::istreambuf_iterator<char>(in), {}});
  const auto game = std::find_if(games.begin(), games.end(), [](const auto& one) {
    return one.statuses[1] == rules::Status::timeout;
  });
  ASSERT_NE(game, games.end());
  const auto record = match::record_of(box, *game);
  const std::string row = matches_csv_row(record);
  EXPECT_TRUE(begins(row, "," + std::to_string(game->round) + ",box,,wall,30,player 1,player 2,"));
  EXPECT_TRUE(contains(row,
                       ",timeout,,\"TIMEOUT in the official record, which does not say when\""
                       ",,,,,,,,,,,no,"));
  const std::string text = transcript(record);
  EXPECT_TRUE(contains(text, "\n! player 2 (player 2): timeout: TIMEOUT in the official"));
}

// The cells of each row; none of these has a comma in it.
std::vector<std::vector<std::string>> rows_of(const std::string& rows) {
  std::vector<std::vector<std::string>> table;
  std::istringstream lines(rows);
  for (std::string line; std::getline(lines, line);) {
    auto& cells = table.emplace_back(1);
    for (const char c : line) {
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    }
  }
  return table;
}

// Places of columns.
constexpr std::size_t round_at = 1, ply_at = 3, seat_at = 4, by_at = 7, move_at = 8, cpu_at = 9,
                      wall_at = 10, points1_at = 11, points2_at = 12, fault_at = 13;

TEST(MovesCsv, OneRowForEachTurn) {
  auto record = sample_record("box", 5, {sample_fault(9, bot::FaultKind::illegal, "why")});
  record.round = 3;
  record.faults[0].line = "z9";
  record.measured.cpu.assign(record.plies.size(), std::chrono::microseconds(7));
  record.measured.wall.assign(record.plies.size(), std::chrono::microseconds(9));
  const std::size_t loser = rules::index(record.faults[0].seat);
  const auto own = std::count_if(record.plies.begin(), record.plies.end(), [&](const auto& ply) {
    return rules::index(ply.seat) == loser && !ply.jury;
  });
  record.measured.bots[loser].cpu = std::chrono::microseconds(own * 7 + 100);
  record.measured.bots[loser].wall = std::chrono::microseconds(own * 9 + 200);
  const TurnRows rows = moves_csv_rows(record, 17);
  EXPECT_TRUE(rows.fits);
  const auto head = rows_of(moves_csv_head()).front();
  const auto table = rows_of(rows.text);
  ASSERT_EQ(table.size(), record.plies.size() + 1);
  for (const auto& row : table) EXPECT_EQ(row.size(), head.size());
  EXPECT_EQ(head[fault_at], "fault");
  EXPECT_EQ(head[cpu_at], "cpu_us");
  const auto& first = table.front();
  EXPECT_EQ(std::vector(first.begin(), first.begin() + points1_at),
            (std::vector<std::string>{"17", "3", "box", "1", "1", "alpha", "beta", "bot",
                                      record.plies[0].line, "7", "9"}));
  EXPECT_EQ(first[fault_at], "");

  // The turn that failed, with the rest of the bot's time, then the jury's move.
  const auto& failed = table[8];
  EXPECT_EQ(failed[ply_at] + ' ' + failed[by_at] + ' ' + failed[move_at], "9 bot z9");
  EXPECT_EQ(failed[cpu_at] + ' ' + failed[wall_at] + ' ' + failed[fault_at], "100 200 illegal");
  EXPECT_EQ(failed[points1_at], table[7][points1_at]);
  const auto& jury = table[9];
  EXPECT_EQ(jury[ply_at] + ' ' + jury[by_at] + ' ' + jury[move_at],
            "9 jury " + record.plies[8].line);
  EXPECT_EQ(jury[seat_at], failed[seat_at]);
  EXPECT_EQ(jury[cpu_at] + jury[wall_at] + jury[fault_at], "");
  // The last row has what the record says.
  EXPECT_EQ(table.back()[points1_at], record.scores[0].result.board_points.value().text());
  EXPECT_EQ(table.back()[points2_at], record.scores[1].result.board_points.value().text());
}

TEST(MovesCsv, WhatIsNotKnownIsEmpty) {
  auto record = sample_record("box", 5);
  record.measured.known = false;
  record.given = 2;
  auto table = rows_of(moves_csv_rows(record, 0).text);
  EXPECT_EQ(table[1][by_at], "given");
  EXPECT_EQ(table[2][by_at], "bot");
  EXPECT_EQ(table[0][round_at] + table[0][cpu_at] + table[0][wall_at], "");
  EXPECT_NE(table[5][points1_at], "");

  // A record that leaves the rules at its sixth move keeps its rows.
  const auto plies = record.plies.size();
  record.plies[5].line = "nonsense";
  const TurnRows astray = moves_csv_rows(record, 0);
  EXPECT_FALSE(astray.fits);
  table = rows_of(astray.text);
  ASSERT_EQ(table.size(), plies);
  EXPECT_NE(table[4][points1_at], "");
  EXPECT_EQ(table[5][move_at], "nonsense");
  EXPECT_EQ(table[5][points1_at] + table[5][points2_at] + table.back()[points1_at], "");

  // A game that ends with a fault, and one of which nobody says when it failed.
  auto ended = sample_record("black-hole", 3);
  ended.plies.resize(4);
  ended.faults.push_back(sample_fault(5, bot::FaultKind::crash, "why"));
  ended.faults.push_back(sample_fault(0, bot::FaultKind::timeout, "when"));
  table = rows_of(moves_csv_rows(ended, 0).text);
  ASSERT_EQ(table.size(), 6U);
  EXPECT_EQ(table.front()[ply_at] + table.front()[fault_at], "timeout");
  EXPECT_EQ(table.back()[ply_at] + table.back()[fault_at], "5crash");
}

TEST(Transcript, OfBoxBeginsWithTheStartTile) {
  auto record = sample_record("box", 5, {sample_fault(3, bot::FaultKind::illegal, "why")});
  record.match = 17;
  record.round = 2;
  const std::string text = transcript(record);
  EXPECT_TRUE(begins(text,
                     "Box (CodeCup 2025), match 17, round 2\nplayer 1: alpha, 0 ILLEGAL\n"
                     "player 2: beta, "));
  EXPECT_TRUE(contains(text, "\n\n0. Hh"));
  EXPECT_TRUE(contains(text, " 2. " + record.plies[1].relayed +
                                 "\n! alpha (player 1): illegal at move 3: why\n3. " +
                                 record.plies[2].relayed + " (jury)"));
  for (std::size_t begin = text.find("\n\n0. "); begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 79U);
    begin = end + 1;
  }
}

TEST(Transcript, OfOtherGames) {
  const std::string text = transcript(sample_record("6561", 3));
  EXPECT_TRUE(begins(text, "6561 (CodeCup 2016)\nA: alpha, "));
  EXPECT_TRUE(contains(text, "\n\n1. "));
}

TEST(Csv, QuotesWhereItHasTo) {
  EXPECT_EQ(csv_line({"a", "", "b c", "d,e", "f\"g", "h\ni"}),
            "a,,b c,\"d,e\",\"f\"\"g\",\"h\ni\"\n");
}

// Names come from strangers, and a spreadsheet carries formulas out.
TEST(Csv, NoCellIsAFormula) {
  EXPECT_EQ(csv_line({"=1+1", "@SUM(A1)", "+cmd|x", "-2+3", "\tx", "\rx", "=\"a\""}),
            "'=1+1,'@SUM(A1),'+cmd|x,'-2+3,'\tx,\"'\rx\",\"'=\"\"a\"\"\"\n");
  EXPECT_EQ(csv_line({"-3", "+12.5", "-1e-3", "-", "=", "a=b"}), "-3,+12.5,-1e-3,-,=,a=b\n");
}

}  // namespace
}  // namespace referee::report
