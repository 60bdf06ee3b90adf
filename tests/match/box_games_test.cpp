// Official games of Box as records: faults without a ply, and the way back.
#include "referee/match/box_games.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/record_json.hpp"
#include "referee/match/verify.hpp"

namespace referee::match {
namespace {

using rules::box::RecordedGame;
using rules::box::RecordedStatus;

std::vector<RecordedGame> games_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return rules::box::parse_recorded_file(std::string{std::istreambuf_iterator<char>(in), {}});
}

std::vector<RecordedGame> recorded_games() {
  return games_of(std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv");
}

MatchRecord again(const MatchRecord& record) {
  const text::Json json = text::parse_json(to_line(record), "log");
  return record_from_json(text::JsonReader(json, "log:"));
}

TEST(BoxGames, AgreeWithTheRulesAndComeBackAsTheSameRows) {
  int faults = 0;
  for (const RecordedGame& game : recorded_games()) {
    const MatchRecord record = record_of(game);
    EXPECT_EQ(verify(record), std::vector<std::string>{}) << game.number;
    const MatchRecord read = again(record);
    EXPECT_EQ(to_line(read), to_line(record));
    EXPECT_EQ(verify(read), std::vector<std::string>{}) << game.number;
    EXPECT_EQ(rules::box::to_row(recorded_game(read, game.number)), rules::box::to_row(game));
    EXPECT_FALSE(read.measured.known);
    EXPECT_EQ(read.seed, std::nullopt);
    faults += static_cast<int>(record.faults.size());
  }
  EXPECT_GT(faults, 0);
}

TEST(BoxGames, AFaultHasNoPly) {
  for (const RecordedGame& game : recorded_games()) {
    if (!is_fault(game.statuses[0])) continue;
    const MatchRecord record = record_of(game);
    ASSERT_EQ(record.faults.size(), is_fault(game.statuses[1]) ? 2U : 1U);
    EXPECT_EQ(record.faults[0].ply, 0);
    EXPECT_EQ(record.faults[0].fault.reason,
              std::string(to_text(game.statuses[0])) +
                  " in the official record, which does not say when");
    EXPECT_EQ(record.scores[0].result.score, 0);
    EXPECT_EQ(name(record.scores[0].status), to_text(game.statuses[0]));
    EXPECT_FALSE(to_json(record)["faults"][0].contains("ply"));
    return;
  }
  FAIL() << "no such game in the test data";
}

TEST(BoxGames, WhatIsWrongIsFound) {
  RecordedGame fault;
  RecordedGame plain;
  for (const RecordedGame& game : recorded_games()) {
    (is_fault(game.statuses[0]) ? fault : plain) = game;
  }
  for (const RecordedGame& game : {fault, plain}) {
    MatchRecord wrong = record_of(game);
    ++wrong.scores[1].result.score;
    EXPECT_EQ(verify(wrong).size(), 1U);
    EXPECT_NE(verify(wrong).at(0).find("seat 2: score "), std::string::npos);
    wrong = record_of(game);
    wrong.plies[2].relayed = "Aa123456h";
    EXPECT_NE(verify(wrong).at(0).find("not as 'Aa123456h'"), std::string::npos);
    wrong = record_of(game);
    wrong.plies.pop_back();
    EXPECT_EQ(verify(wrong).size(), 1U);
  }
  MatchRecord other = record_of(fault);
  other.scores[0].status = Status::win;
  EXPECT_EQ(verify(other),
            std::vector<std::string>{"seat 1: status WIN in the record, " +
                                     std::string(to_text(fault.statuses[0])) + " by the rules"});
}

TEST(BoxGames, IfBothFailedTheGameEndsAnywhere) {
  RecordedGame game = recorded_games().front();
  game.moves.resize(5);
  game.deal.tile_count = 6;
  game.scores = {0, 0};
  game.statuses = {RecordedStatus::timeout, RecordedStatus::illegal};
  const MatchRecord record = record_of(game);
  EXPECT_EQ(verify(record), std::vector<std::string>{});
  EXPECT_EQ(verify(again(record)), std::vector<std::string>{});
}

TEST(BoxGames, GamesThatDisagreeWithTheRulesAreRefused) {
  RecordedGame game = recorded_games().front();
  game.scores[0] += 1;
  EXPECT_THROW(record_of(game), std::invalid_argument);
}

TEST(BoxGames, OnlyBoxHasTheForm) {
  MatchRecord record;
  record.game = rules::find_game("6561");
  EXPECT_THROW(recorded_game(record, 1), std::invalid_argument);
  record = record_of(recorded_games().front());
  record.plies.front().line = "Hello";
  EXPECT_THROW(recorded_game(record, 1), std::invalid_argument);
}

TEST(BoxGames, AllThatWereRecordedCanBeTakenOver) {
  const std::filesystem::path folder = std::string(REFEREE_SOURCE_DIR) + "/../shared/data/box";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the recorded games are not here";
  std::size_t games = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    for (const RecordedGame& game : games_of(entry.path())) {
      ++games;
      EXPECT_EQ(verify(record_of(game)), std::vector<std::string>{}) << game.number;
    }
  }
  EXPECT_EQ(games, 3716U);
}

}  // namespace
}  // namespace referee::match
