// Which of the many legal circuits random moves are.
#include "rules/random.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "plain_game.hpp"

namespace turn_right_test {
namespace {

using rules::MoveLine;
using rules::Stream;

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

}  // namespace
}  // namespace turn_right_test
