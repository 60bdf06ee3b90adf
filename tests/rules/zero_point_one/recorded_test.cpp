// Recorded official games of 0.1 agree with our rules, and one that was tampered with does not.
#include "rules/zero_point_one/recorded.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/rules/zero_point_one/play.hpp"

namespace rules::zero_point_one {
namespace {

RecordedGame read_row(const std::string& row) {
  const auto& format = record_format();
  return parse_recorded(format, row, RecordedColumns(format));
}

constexpr std::string_view moves_cell =
    "WADADAADDAFNAFAA addaaffadadaanwa b4d5 g1e3 d5f6 g8e6 f6h7";

TEST(RecordedRow, AgreesOrSaysWhereNot) {
  const std::string moves(moves_cell);
  const RecordedGame game = read_row("1,1,final,a,21,WIN,b,1,LOSE," + moves);
  EXPECT_EQ(replay(info(), game), std::vector<std::string>{});
  EXPECT_EQ(to_row(record_format(), game), "1,1,final,a,21,WIN,b,1,LOSE," + moves);
  EXPECT_EQ(replay(info(), read_row("1,1,final,a,21,WIN,b,0,LOSE," + moves)).size(), 1U);
  EXPECT_EQ(replay(info(), read_row("1,1,final,a,21,WIN,b,1,LOSE," + moves + " a1b1")).size(), 1U);
  const std::string shorter = moves.substr(0, moves.rfind(' '));
  EXPECT_EQ(replay(info(), read_row("1,1,final,a,0,TIMEOUT,b,21,WIN," + shorter)).size(), 0U);
  EXPECT_EQ(replay(info(), read_row("1,1,final,a,11,DRAW,b,11,DRAW," + shorter)).size(), 1U);
}

TEST(RecordedRow, MayHaveNoMoves) {
  const RecordedGame game = read_row("1,1,final,a,0,EXIT,b,21,WIN,");
  EXPECT_TRUE(game.moves.empty());
  EXPECT_EQ(replay(info(), game), std::vector<std::string>{});
}

TEST(RecordedRow, HasMovesSeparatedByOneBlank) {
  EXPECT_THROW((void)read_row("1,1,final,a,21,WIN,b,1,LOSE,a1b1  b2b3"), std::invalid_argument);
}

}  // namespace
}  // namespace rules::zero_point_one
