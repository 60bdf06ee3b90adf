// Recorded official games of 0.1 agree with our rules, come back byte for byte, and what was
// tampered with is found.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/zero_point_one/zero_point_one.hpp"
#include "tests/rules/zero_point_one/play.hpp"

namespace rules::zero_point_one {
namespace {

constexpr std::string_view header =
    "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves";

std::vector<RecordedGame> read_rows(const std::string& rows) {
  return parse_recorded_file(record_format(), std::string(header) + "\n" + rows);
}

// What is wrong with a game of these results and moves.
std::vector<std::string> found_in(const std::string& first, const std::string& second,
                                  const std::string& moves) {
  return replay(info(), read_rows("1,1,swiss,a ," + first + ",b," + second + "," + moves).at(0));
}

constexpr std::string_view moves_cell =
    "WADADAADDAFNAFAA addaaffadadaanwa b4d5 g1e3 d5f6 g8e6 f6h7";

TEST(RecordedRow, AgreesOrSaysWhereNot) {
  const std::string moves(moves_cell);
  EXPECT_EQ(found_in("21,WIN", "1,LOSE", moves), std::vector<std::string>{});
  EXPECT_EQ(found_in("21,WIN", "0,LOSE", moves).size(), 1U);
  EXPECT_EQ(found_in("21,WIN", "1,LOSE", moves + " a1b1").size(), 1U);
  const std::string shorter = moves.substr(0, moves.rfind(' '));
  for (const char* word : {"TIMEOUT", "ILLEGAL", "CRASH", "EXIT"}) {
    EXPECT_EQ(found_in(std::string("0,") + word, "21,WIN", shorter), std::vector<std::string>{});
    EXPECT_EQ(found_in(std::string("0,") + word, "21,WIN", ""), std::vector<std::string>{});
    EXPECT_EQ(found_in(std::string("1,") + word, "21,WIN", shorter).size(), 1U);
  }
  EXPECT_FALSE(found_in("11,DRAW", "11,DRAW", shorter).empty());
}

TEST(RecordedRow, HasMovesSeparatedByOneBlank) {
  const std::string row = "1,1,swiss,a,21,WIN,b,1,LOSE,";
  EXPECT_NO_THROW((void)read_rows(row + std::string(moves_cell)));
  EXPECT_THROW((void)read_rows(row + "WADADAADDAFNAFAA  addaaffadadaanwa"), std::invalid_argument);
}

// How often each word is there, in games that agree and come back byte for byte.
std::map<std::string, int> words_of_games_in(const std::string& file) {
  std::map<std::string, int> words;
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::string again = std::string(header) + "\n";
  for (const RecordedGame& game : parse_recorded_file(record_format(), text)) {
    EXPECT_EQ(replay(info(), game), std::vector<std::string>{}) << game.number;
    for (const Seat seat : {Seat::first, Seat::second}) ++words[std::string(word_of(game, seat))];
    again += to_row(record_format(), game, header) + "\n";
  }
  EXPECT_EQ(again, text);
  return words;
}

using Words = std::map<std::string, int>;

TEST(RecordedGames, AgreeAndComeBackByteForByte) {
  EXPECT_EQ(
      words_of_games_in(REFEREE_SOURCE_DIR "/tests/data/zero-point-one/recorded.csv"),
      (Words{{"CRASH", 2}, {"DRAW", 4}, {"ILLEGAL", 2}, {"LOSE", 3}, {"TIMEOUT", 2}, {"WIN", 9}}));
}

TEST(RecordedGames, AllAgreeAndComeBackByteForByte) {
  const std::string folder = REFEREE_SHARED_DIR "/data/zero-point-one";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "needs recorded games in ../shared";
  EXPECT_EQ(
      words_of_games_in(folder + "/official-1.csv"),
      (Words{
          {"CRASH", 2}, {"DRAW", 30}, {"ILLEGAL", 6}, {"LOSE", 73}, {"TIMEOUT", 7}, {"WIN", 88}}));
  EXPECT_EQ(words_of_games_in(folder + "/official-odd.csv"), (Words{{"LOSE", 1}, {"WIN", 1}}));
}

}  // namespace
}  // namespace rules::zero_point_one
