// The naive Box on recorded official games, so that it is more than an opinion.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/rules/naive/naive_box.hpp"

namespace naive {
namespace {

struct Recorded {
  std::string deal;
  std::array<int, 2> scores;
  bool regular = false;            // no faults
  std::vector<std::string> moves;  // as relayed, without the start tile
};

// game,round,color1,color2,score1,status1,score2,status2,moves
Recorded parse(const std::string& row) {
  const std::vector<std::string> fields = split(row, ',');
  std::vector<std::string> moves = split(fields.at(8), ' ');
  Recorded game;
  std::vector<std::string> deal = {fields[2], fields[3]};
  for (const std::string& move : moves) deal.push_back(move.substr(2, 6));
  deal.resize(2 + 39, "123456");  // the tiles that were never dealt are not recorded
  game.deal = join(deal, ' ');
  game.scores = {std::stoi(fields[4]), std::stoi(fields[6])};
  const auto by_position = [](const std::string& status) {
    return status == "WIN" || status == "LOSE" || status == "DRAW";
  };
  game.regular = by_position(fields[5]) && by_position(fields[7]);
  game.moves.assign(moves.begin() + 1, moves.end());
  return game;
}

// Plays each fourth game of a file, because the naive one is slow; counts those without faults.
void play_those_in(const std::filesystem::path& file, int& regular) {
  std::ifstream in(file);
  std::string row;
  std::getline(in, row);  // the names of the columns
  for (int number = 0; std::getline(in, row); ++number) {
    if (number % 4 != 0) continue;
    const Recorded recorded = parse(row);
    const auto game = naive_box(recorded.deal);
    for (const std::string& move : recorded.moves) {
      const std::string line = move.substr(0, 2) + move.back();
      ASSERT_TRUE(game->legal(line)) << row << " " << move;
      ASSERT_EQ(game->play(line), move) << row;
    }
    ASSERT_TRUE(game->over()) << row;
    if (!recorded.regular) continue;
    ASSERT_EQ(game->result().seats[0].score, recorded.scores[0]) << row;
    ASSERT_EQ(game->result().seats[1].score, recorded.scores[1]) << row;
    ++regular;
  }
}

TEST(NaiveBox, RecordedOfficialGames) {
  int regular = 0;
  play_those_in(REFEREE_SOURCE_DIR "/tests/data/box/recorded.csv", regular);
  EXPECT_GT(regular, 40);
}

TEST(NaiveBox, MoreRecordedOfficialGames) {
  const std::filesystem::path file =
      std::filesystem::path(REFEREE_SHARED_DIR) / "data" / "box" / "official-test-1.csv";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "needs recorded games in ../shared";
  int regular = 0;
  play_those_in(file, regular);
  EXPECT_GT(regular, 200);
}

}  // namespace
}  // namespace naive
