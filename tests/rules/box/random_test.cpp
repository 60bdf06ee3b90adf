#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

TEST(RandomMove, reaches_every_legal_placement_about_equally_often) {
  const auto game = start(example_deal);
  Stream stream(11, "jury-1");
  std::map<std::string, int> seen;
  MoveLine line;
  for (int i = 0; i < 125 * 400; ++i) {
    game->random_move(stream, line);
    ++seen[std::string(line.view())];
  }
  EXPECT_EQ(seen.size(), 125U);
  for (const auto& [move, count] : seen) {
    EXPECT_TRUE(game->clone()->play(move)) << move;
    EXPECT_NEAR(count, 400, 120) << move;  // six standard deviations
  }
}

TEST(RandomMove, is_the_placement_with_the_drawn_index) {
  const auto game = start(info().deal(2));
  Stream stream(2, "jury-1");
  Stream same(2, "jury-1");
  MoveLine line;
  while (!game->over()) {
    std::vector<std::string> legal;
    for (const Placement placement : all_placements()) {
      if (game->clone()->play(text(placement))) legal.push_back(text(placement));
    }
    line.append("left over");
    game->random_move(stream, line);
    ASSERT_EQ(line.view(), legal[same.below(static_cast<std::uint32_t>(legal.size()))]);
    play_all(*game, {line.view()});
  }
}

TEST(RandomMove, depends_on_nothing_but_stream_and_position) {
  const auto game = start(example_deal);
  const auto copy = game->clone();
  lines(*copy, Seat::first);
  copy->forfeit(Seat::first);
  Stream one(5, "jury-2");
  Stream two(5, "jury-2");
  MoveLine line_one;
  MoveLine line_two;
  for (int i = 0; i < 50; ++i) {
    game->random_move(one, line_one);
    copy->random_move(two, line_two);
    EXPECT_EQ(line_one.view(), line_two.view());
  }
}

// Whoever changes this number makes every recorded takeover come out differently. It was
// confirmed by a second implementation, written from the documentation alone.
TEST(RandomGames, are_the_same_for_ever) {
  std::string moves;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto game = start(info().deal(seed));
    std::array streams{Stream(seed, "jury-1"), Stream(seed, "jury-2")};
    MoveLine line;
    while (!game->over()) {
      game->random_move(streams[index(game->to_move())], line);
      ASSERT_TRUE(game->play(line.view()));
      moves += game->relayed();
    }
    for (const SeatResult& seat : game->result().seats) moves += std::to_string(seat.score) + ' ';
  }
  EXPECT_EQ(Stream::fnv1a64(moves), 14049228150846637718ULL);
}

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
