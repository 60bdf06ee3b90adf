#include <gtest/gtest.h>

#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

TEST(RandomGames, never_run_out_of_tiles) {
  Stream stream(99, "jury-1");
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto game = start(info().deal(seed));
    MoveLine line;
    int tiles = 1;
    for (; !game->over(); ++tiles) {
      game->random_move(stream, line);
      const Verdict verdict = game->play(line.view());
      ASSERT_TRUE(verdict) << verdict.reason();
    }
    EXPECT_LE(tiles, 39);
    EXPECT_GE(tiles, 16);
  }
}

}  // namespace
}  // namespace rules::box::test
