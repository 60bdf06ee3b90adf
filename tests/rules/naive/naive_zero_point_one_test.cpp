// The naive 0.1 against recorded official games: it is the measure of the real one.
#include "tests/rules/naive/naive_zero_point_one.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace naive {
namespace {

// The number of games in a file; all must end as they did.
int played_in(const std::string& file) {
  int games = 0;
  std::ifstream in(file);
  std::string row;
  std::getline(in, row);  // Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves
  for (; std::getline(in, row); ++games) {
    const auto fields = split(row, ',');
    const auto game = naive_zero_point_one();
    play_all(*game, fields.at(9));
    for (const std::size_t seat : {0U, 1U}) {
      const std::string& status = fields.at(5 + 3 * seat);
      const bool fault = status != "WIN" && status != "LOSE" && status != "DRAW";
      if (fault) game->forfeit(static_cast<Seat>(seat));
    }
    EXPECT_TRUE(game->over()) << row;
    EXPECT_EQ(std::to_string(game->result().seats[0].score), fields.at(4)) << row;
    EXPECT_EQ(std::to_string(game->result().seats[1].score), fields.at(7)) << row;
  }
  return games;
}

TEST(NaiveZeroPointOne, RecordedOfficialGames) {
  EXPECT_EQ(played_in(REFEREE_SOURCE_DIR "/tests/data/zero-point-one/recorded.csv"), 11);
}

TEST(NaiveZeroPointOne, AllRecordedOfficialGames) {
  const std::string folder = REFEREE_SHARED_DIR "/data/zero-point-one";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "needs recorded games in ../shared";
  EXPECT_EQ(played_in(folder + "/official-1.csv") + played_in(folder + "/official-odd.csv"), 104);
}

}  // namespace
}  // namespace naive
