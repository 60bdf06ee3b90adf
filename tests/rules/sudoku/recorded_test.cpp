// Recorded official games agree with our rules and come back byte for byte.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/sudoku/sudoku.hpp"

namespace rules::sudoku {
namespace {

const std::string header(record_format().header());

std::vector<RecordedGame> read(const std::string& rows) {
  return parse_recorded_file(record_format(), header + "\n" + rows);
}

const std::string moves =
    "Ge5 Ef7 Eg8 Gc4 Fg9 De6 Gi6 Ah5 Aa7 Ea6 Ie9 Ad9 Cf8 Ba5 Cg7 Hb9 Ei1 Hc8 Id4 Dg2 If2 Bf3 Bb1!";
const std::string solution_row =
    "783914652512673489946528713837169245659247831421385967274851396198736524365492178";
const std::string row = "249373,1,swiss,Ann,2,WIN,Bob ,1,LOSE," + moves + "," + solution_row;

TEST(RecordedSudoku, ComesBackAsTheSameRow) {
  const auto games = read(row + "\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(replay(info(), games[0]), std::vector<std::string>{});
  EXPECT_EQ(to_row(record_format(), games[0]), row);
  EXPECT_EQ(games[0].players[1], "Bob ");
}

TEST(RecordedSudoku, WordsOfItsOwnHaveTheirScores) {
  const std::string played = "Aa2 Ae1 Ab4 Ah3 Ac6 Af5 Ad8 Ai7 Ba3,";
  const std::string head = "243595,1,swiss,a,2,WIN,b,";
  for (const char* fault : {"1,NO_SOLUTION_DECREASED,", "1,NO_SOLUTIONS_LEFT,", "1,TIMEOUT,",
                            "0,NO_UNIQUE_CLAIM,", "0,DOUBLED_SOMEWHERE,", "0,CRASH,", "0,EXIT,"}) {
    const std::string text = head + fault + played;
    const auto games = read(text);
    EXPECT_EQ(replay(info(), games[0]), std::vector<std::string>{}) << fault;
    EXPECT_EQ(to_row(record_format(), games[0]), text);
    RecordedGame wrong = games[0];
    wrong.scores[1] = 1 - wrong.scores[1];
    EXPECT_EQ(replay(info(), wrong).size(), 1U) << fault;
  }
  EXPECT_THROW((void)read(head + "1,BORED," + played), std::invalid_argument);
}

TEST(RecordedSudoku, SolutionsMustBeThose) {
  const auto refused = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    EXPECT_THROW((void)read(text), std::invalid_argument) << to;
  };
  refused(row, solution_row, "");
  refused(row, "," + solution_row, "," + solution_row.substr(1) + "1");
  refused(row, "," + solution_row, "," + solution_row + "1");
  refused(row, "Bb1!", "Bb1");
  refused(row, "Bb1!", "Bb1! !");
  refused(row, "Bb1!", "Bb1!  ");
  refused(row, "Ge5", "Ge0");
}

TEST(RecordedSudoku, GamesOfTheFirstTestsArePlayedByTheirRules) {
  EXPECT_EQ(read("237973,1,swiss,a,0,EXIT,b,2,WIN,,\n")[0].deal, "without-jelmers-rule");
  EXPECT_EQ(read("243592,1,swiss,a,0,EXIT,b,2,WIN,,\n")[0].deal, "without-jelmers-rule");
  EXPECT_EQ(read("243593,1,swiss,a,0,EXIT,b,2,WIN,,\n")[0].deal, "");
  EXPECT_EQ(read("1,1,swiss,a,0,EXIT,b,2,WIN,,\n")[0].deal, "");
}

// The number of games in a file; all agree, and come back as the same rows.
std::size_t agreeing_in(const std::filesystem::path& file) {
  std::size_t count = 0;
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::string again = header + "\n";
  for (const RecordedGame& game : parse_recorded_file(record_format(), text)) {
    ++count;
    EXPECT_EQ(replay(info(), game), std::vector<std::string>{}) << game.number;
    again += to_row(record_format(), game) + "\n";
  }
  EXPECT_TRUE(again == text) << file;
  return count;
}

// Of each pair of statuses that occurs there is one.
TEST(RecordedSudoku, OfficialGamesAgree) {
  EXPECT_EQ(agreeing_in(REFEREE_SOURCE_DIR "/tests/data/sudoku/recorded.csv"), 20U);
}

TEST(RecordedSudoku, AllThatWereRecordedAgree) {
  const std::filesystem::path folder = REFEREE_SHARED_DIR "/data/sudoku";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "needs recorded games in ../shared";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    count += agreeing_in(entry.path());
  }
  EXPECT_EQ(count, 5396U);
}

}  // namespace
}  // namespace rules::sudoku
