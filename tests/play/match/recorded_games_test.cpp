// Official games of Box as records: faults without a ply, and the way back.
#include "referee/play/match/recorded_games.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/play/match/record_json.hpp"
#include "referee/play/match/replay.hpp"

namespace referee::match {
namespace {

using rules::RecordedGame;
using rules::Status;

const rules::GameInfo& box() { return *rules::find_game("box"); }
const rules::RecordFormat& format() { return *box().record_format; }

std::vector<RecordedGame> games_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return rules::parse_recorded_file(format(), std::string{std::istreambuf_iterator<char>(in), {}});
}

std::vector<RecordedGame> recorded_games() {
  return games_of(std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv");
}

TEST(RecordedGames, AgreeWithTheRulesAndComeBackAsTheSameRows) {
  int faults = 0;
  for (const RecordedGame& game : recorded_games()) {
    const MatchRecord record = record_of(box(), game);
    EXPECT_EQ(verify(record), std::vector<std::string>{}) << game.number;
    const MatchRecord read = record_of_line(to_line(record), "log");
    EXPECT_EQ(to_line(read), to_line(record));
    EXPECT_EQ(verify(read), std::vector<std::string>{}) << game.number;
    EXPECT_EQ(rules::to_row(format(), recorded_game(read, game.number)),
              rules::to_row(format(), game));
    EXPECT_FALSE(read.measured.known);
    EXPECT_EQ(read.seed, std::nullopt);
    faults += static_cast<int>(record.faults.size());
  }
  EXPECT_GT(faults, 0);
}

TEST(RecordedGames, AFaultHasNoPly) {
  for (const RecordedGame& game : recorded_games()) {
    if (!rules::is_fault(game.statuses[0])) continue;
    const MatchRecord record = record_of(box(), game);
    ASSERT_EQ(record.faults.size(), rules::is_fault(game.statuses[1]) ? 2U : 1U);
    EXPECT_EQ(record.faults[0].ply, 0);
    EXPECT_EQ(
        record.faults[0].fault.reason,
        std::string(name(game.statuses[0])) + " in the official record, which does not say when");
    EXPECT_EQ(record.scores[0].result.score, 0);
    EXPECT_EQ(name(record.scores[0].status), name(game.statuses[0]));
    EXPECT_FALSE(to_json(record)["faults"][0].contains("ply"));
    return;
  }
  FAIL() << "no such game in the test data";
}

TEST(RecordedGames, WhatIsWrongIsFound) {
  RecordedGame fault;
  RecordedGame plain;
  for (const RecordedGame& game : recorded_games()) {
    (rules::is_fault(game.statuses[0]) ? fault : plain) = game;
  }
  for (const RecordedGame& game : {fault, plain}) {
    MatchRecord wrong = record_of(box(), game);
    ++wrong.scores[1].result.score;
    EXPECT_EQ(verify(wrong).size(), 1U);
    EXPECT_NE(verify(wrong).at(0).find("seat 2: score "), std::string::npos);
    wrong = record_of(box(), game);
    wrong.plies[2].relayed = "Aa123456h";
    EXPECT_NE(verify(wrong).at(0).find("not as 'Aa123456h'"), std::string::npos);
    wrong = record_of(box(), game);
    wrong.plies.pop_back();
    EXPECT_EQ(verify(wrong).size(), 1U);
  }
  MatchRecord other = record_of(box(), fault);
  other.scores[0].status = Status::win;
  EXPECT_EQ(verify(other),
            std::vector<std::string>{"seat 1: status WIN in the record, " +
                                     std::string(name(fault.statuses[0])) + " by the rules"});
}

TEST(RecordedGames, IfBothFailedTheGameEndsAnywhere) {
  RecordedGame game = recorded_games().front();
  game.moves.resize(5);
  game.scores = {0, 0};
  game.statuses = {Status::timeout, Status::illegal};
  const MatchRecord record = record_of(box(), game);
  EXPECT_EQ(verify(record), std::vector<std::string>{});
  EXPECT_EQ(verify(record_of_line(to_line(record), "log")), std::vector<std::string>{});
}

TEST(RecordedGames, GamesThatDisagreeWithTheRulesAreRefused) {
  RecordedGame game = recorded_games().front();
  game.scores[0] += 1;
  EXPECT_THROW(record_of(box(), game), std::invalid_argument);
}

TEST(RecordedGames, AMoveThatIsNoneHasNoRow) {
  MatchRecord record = record_of(box(), recorded_games().front());
  record.plies.front().line = "Hello";
  EXPECT_THROW(rules::to_row(format(), recorded_game(record, 1)), std::invalid_argument);
  record = record_of(box(), recorded_games().front());
  record.plies.push_back(record.plies.front());  // more moves than tiles
  EXPECT_THROW(rules::to_row(format(), recorded_game(record, 1)), std::invalid_argument);
}

TEST(RecordedGames, AreFoundByTheirHeader) {
  const std::string header(format().header());
  for (const std::string& line :
       {header, header + ",player1,player2", std::string("moves,game,round,color1,color2")}) {
    EXPECT_EQ(recorded_game_of(line), &box()) << line;
  }
  const auto* sudoku = rules::find_game("sudoku");
  const std::string its(sudoku->record_format->header());
  EXPECT_EQ(recorded_game_of(its), sudoku);
  // Without its last column the games tell which one it is.
  const std::string shorter = its.substr(0, its.rfind(','));
  EXPECT_EQ(recorded_game_of(shorter, "1,1,final,a,2,WIN,b,0,ILLEGAL,Dg7 Aa1"), sudoku);
  EXPECT_EQ(
      recorded_game_of(shorter, "1,1,final,a,0,CRASH,b,21,WIN,WADADAADDAFNAFAA addaaffadadaanwa"),
      rules::find_game("zero-point-one"));
  EXPECT_TRUE(rules::is_recorded_header(format(), header));
  EXPECT_TRUE(rules::is_recorded_header(format(), "game,rund"));
  EXPECT_TRUE(rules::is_recorded_header(format(), "moves,\"round\",game"));
  EXPECT_FALSE(rules::is_recorded_header(format(), "round,game"));
  EXPECT_FALSE(rules::is_recorded_header(format(), "moves,game,round,\"open"));
  EXPECT_FALSE(rules::is_recorded_header(format(), R"({"schema": "match"})"));
}

TEST(RecordedGames, AllThatWereRecordedCanBeTakenOver) {
  const std::filesystem::path folder = std::string(REFEREE_SOURCE_DIR) + "/../shared/data/box";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "needs recorded games in ../shared";
  std::size_t games = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    for (const RecordedGame& game : games_of(entry.path())) {
      ++games;
      EXPECT_EQ(verify(record_of(box(), game)), std::vector<std::string>{}) << game.number;
    }
  }
  EXPECT_EQ(games, 3716U);
}

}  // namespace
}  // namespace referee::match
