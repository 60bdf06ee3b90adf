// 0.1: random moves are those of the header, and stay the same.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "rules/zero_point_one/board.hpp"
#include "tests/rules/zero_point_one/play.hpp"

namespace rules::zero_point_one {
namespace {

// The legal moves after the set-ups in the order of the header, by trying all lines.
std::vector<std::string> legal_moves(const Game& game) {
  std::vector<std::string> squares;
  for (const char row : std::string("abcdefgh")) {
    for (const char column : std::string("12345678")) squares.push_back({row, column});
  }
  std::vector<std::string> lines;
  for (const std::string& from : squares) {
    for (const std::string& to : squares) lines.push_back(from + to);
  }
  for (const char piece : std::string(game.to_move() == Seat::first ? "ADFNW" : "adfnw")) {
    for (const std::string& to : squares) lines.push_back(piece + to);
  }
  std::erase_if(lines, [&](const std::string& line) { return !game.clone()->play(line); });
  return lines;
}

TEST(ZeroPointOneRandomMove, IsChosenAsTheHeaderSays) {
  const auto game = info().start("");
  Stream stream(7, "jury-2");
  std::size_t drops = 0;
  for (int ply = 0; !game->over(); ++ply) {
    Stream twin = stream;
    MoveLine move;
    game->random_move(stream, move);
    if (ply < 2) {
      ASSERT_EQ(game->legal_count(), set_up_count);
      std::string expected;
      for (const Kind kind : set_up(twin.below(set_up_count))) {
        expected += letter_of(kind, game->to_move());
      }
      EXPECT_EQ(move.view(), expected);
    } else {
      const std::vector<std::string> legal = legal_moves(*game);
      ASSERT_EQ(legal.size(), game->legal_count());
      EXPECT_EQ(move.view(), legal[twin.below(static_cast<std::uint32_t>(legal.size()))]);
      for (std::uint32_t i = 0; i < legal.size(); ++i) {
        MoveLine line;
        game->legal_move(i, line);
        ASSERT_EQ(line.view(), legal[i]);
      }
      drops += legal.back().size() == 3 ? 1U : 0U;
    }
    EXPECT_EQ(Stream(stream).next(), Stream(twin).next());
    ASSERT_TRUE(game->play(move.view()));
  }
  EXPECT_GT(drops, 10U);
}

// Written down when the game was made; it must never change, or the jury's moves in old records
// would not come out the same again.
TEST(ZeroPointOneRandomMove, StaysTheSameForEver) {
  const auto game = info().start("");
  Stream stream(1, "jury-1");
  std::string moves;
  for (int ply = 0; ply < 12; ++ply) {
    MoveLine move;
    game->random_move(stream, move);
    ASSERT_TRUE(game->play(move.view()));
    moves += std::string(move.view()) + ' ';
  }
  EXPECT_EQ(moves,
            "ANAAAAADDFFDWAAD daaafafaddandawa b3c2 g8e6 c2d3 h5f5 a4c6 h6f4 d3e4 g3e5 e4d3 g5h6 ");
}

}  // namespace
}  // namespace rules::zero_point_one
