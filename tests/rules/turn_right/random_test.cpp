// Random moves: every legal one, equally often, the same on every machine; and
// random games against a plain account of the rules.
#include "rules/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "plain_game.hpp"

namespace turn_right_test {
namespace {

using rules::MoveLine;
using rules::Seat;
using rules::Stream;

// How far the numbers are from being equal: the chi-square statistic.
double chi_square(const std::map<std::string, int>& count, int draws) {
  const double expected = static_cast<double>(draws) / static_cast<double>(count.size());
  double sum = 0;
  for (const auto& [text, times] : count) sum += (times - expected) * (times - expected) / expected;
  return sum;
}

std::map<std::string, int> draw_moves(const rules::Game& game, int draws) {
  std::map<std::string, int> count;
  Stream stream(20060401, "test");
  MoveLine line;
  for (int i = 0; i < draws; ++i) {
    game.random_move(stream, line);
    ++count[std::string(line.view())];
  }
  return count;
}

TEST(TurnRightRandom, FirstCircuitsAreAll225EquallyOften) {
  const auto game = striped_board();
  const auto count = draw_moves(*game, 225 * 200);
  ASSERT_EQ(count.size(), 225U);
  EXPECT_LT(chi_square(count, 225 * 200), 310) << "about 1 in 7,000 by chance";
  for (const auto& [text, times] : count) EXPECT_TRUE(game->clone()->play(text)) << text;
}

TEST(TurnRightRandom, PlacementsAreAllFreeSquaresEquallyOften) {
  auto game = new_game();
  for (const char* square : {"a1", "c4", "f6", "b2"}) play(*game, square);
  const auto count = draw_moves(*game, 32 * 300);
  ASSERT_EQ(count.size(), 32U);
  EXPECT_LT(chi_square(count, 32 * 300), 66) << "about 1 in 4,000 by chance";
  for (const char* square : {"a1", "c4", "f6", "b2"}) EXPECT_EQ(count.count(square), 0U);
}

TEST(TurnRightRandom, LateCircuitsUseAllTheCornersAllowed) {
  auto game = striped_board();
  for (int i = 0; i < 24; ++i) play(*game, "a1-a2-b2-b1");
  const int draws = 40000;
  std::map<std::size_t, int> by_corners;
  for (const auto& [text, times] : draw_moves(*game, draws)) {
    by_corners[(text.size() + 1) / 3] += times;
  }
  // Of 1,222,363: 301,508 with 16 corners, 113,453 with 12, 221 with 28.
  EXPECT_NEAR(by_corners[16], draws * 301508.0 / 1222363, 400);
  EXPECT_NEAR(by_corners[12], draws * 113453.0 / 1222363, 300);
  EXPECT_GT(by_corners[28], 0);
  EXPECT_LT(by_corners[28], 30);
}

TEST(TurnRightRandom, TheSameStreamGivesTheSameMoveAndThePositionStays) {
  const auto game = striped_board();
  const std::string before = game->draw();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Stream one(seed, "jury-1");
    Stream two(seed, "jury-1");
    MoveLine first;
    MoveLine second;
    second.append("rubbish");
    game->random_move(one, first);
    game->random_move(two, second);
    EXPECT_EQ(first.view(), second.view());
    EXPECT_EQ(one.next(), two.next());
  }
  EXPECT_EQ(game->draw(), before);
}

// Plays a random game to its end and gives its moves as relayed, one a line.
std::string random_game(std::uint64_t seed) {
  auto game = new_game();
  Stream stream(seed, "jury-1");
  std::string moves;
  MoveLine line;
  while (!game->over()) {
    read(*game, game->to_move());
    game->random_move(stream, line);
    play(*game, line.view());
    EXPECT_EQ(game->relayed(), line.view()) << "random moves are in relayed form";
    moves += line.view();
    moves += '\n';
  }
  return moves + game->draw();
}

TEST(TurnRightRandom, AKnownSeedGivesAKnownGame) {
  EXPECT_EQ(random_game(1).substr(0, 18), "c4\nd2\ne1\nd1\nf6\nf1\n");
  std::string games;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) games += random_game(seed);
  EXPECT_EQ(Stream::fnv1a64(games), 1629491084455204507U);
}

// Plays random games and follows them with the helpers of plain_game.hpp.
TEST(TurnRightRandom, GamesAgreeWithAPlainAccount) {
  Stream stream(77, "test");
  MoveLine line;
  int ended_early = 0;
  for (int round = 0; round < 400; ++round) {
    auto game = new_game();
    Picture board{"......", "......", "......", "......", "......", "......"};
    std::array<int, 2> points{5, 0};
    int ply = 0;
    for (; !game->over(); ++ply) {
      const bool white = ply % 2 == 0;
      ASSERT_EQ(game->to_move(), white ? Seat::first : Seat::second);
      game->random_move(stream, line);
      play(*game, line.view());
      if (ply < 35) {
        ASSERT_EQ(piece(board, line.view()), '.');
        piece(board, line.view()) = white ? 'w' : 'b';
        if (ply == 34) {
          for (std::string& row : board) std::replace(row.begin(), row.end(), '.', 'b');
        }
      } else {
        board = turned(board, std::string(line.view()));
        points[0] += count_blocks(board, 'w', 2);
        points[1] += count_blocks(board, 'b', 2);
        const bool big = count_blocks(board, 'w', 3) + count_blocks(board, 'b', 3) > 0;
        ASSERT_EQ(game->over(), big || ply == 60);
        ended_early += big ? 1 : 0;
      }
      ASSERT_EQ(board_of(*game), board);
      ASSERT_EQ(points_of(*game), points);
    }
    EXPECT_LE(ply, 61);
  }
  EXPECT_GT(ended_early, 0);
}

}  // namespace
}  // namespace turn_right_test
