// What the seats read and write, and how the game presents itself.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

TEST(Catalogue, describes_box) {
  const GameInfo box = info();
  EXPECT_EQ(box.name, "box");
  EXPECT_EQ(box.contest, "CodeCup 2025");
  EXPECT_EQ(box.budget, std::chrono::seconds(30));
  EXPECT_EQ(box.memory_limit, 0U);
  EXPECT_TRUE(box.takeover);
  EXPECT_FALSE(box.cooperative);
  ASSERT_EQ(box.ranking.size(), 1U);
  EXPECT_EQ(box.ranking[0], RankingKey::score);
}

TEST(Dialogue, is_that_of_the_page) {
  const auto game = start(example_deal);
  EXPECT_EQ(game->relayed(), "");
  EXPECT_EQ(game->to_move(), Seat::first);
  EXPECT_EQ(lines(*game, Seat::first), "3\nHh216534h\nStart\n364521\n");
  EXPECT_TRUE(game->play("Ikv"));
  EXPECT_EQ(game->relayed(), "Ik364521v");
  EXPECT_EQ(game->to_move(), Seat::second);
  EXPECT_EQ(lines(*game, Seat::second), "2\nHh216534h\nIk364521v\n462513\n");
  EXPECT_TRUE(game->play("Ifv"));
  EXPECT_EQ(game->relayed(), "If462513v");
  EXPECT_EQ(lines(*game, Seat::first), "If462513v\n326451\n");
  EXPECT_TRUE(game->play("Fch"));
  EXPECT_EQ(lines(*game, Seat::second), "Fc326451h\n314625\n");
  EXPECT_FALSE(game->over());
}

TEST(Dialogue, gives_a_seat_lines_only_at_its_turn_and_only_once) {
  const auto game = start(example_deal);
  EXPECT_EQ(lines(*game, Seat::second), "");
  EXPECT_NE(lines(*game, Seat::first), "");
  EXPECT_EQ(lines(*game, Seat::first), "");
  play_all(*game, {"Ikv"});
  EXPECT_EQ(lines(*game, Seat::first), "");
  EXPECT_NE(lines(*game, Seat::second), "");
  EXPECT_EQ(lines(*game, Seat::second), "");
}

TEST(Dialogue, appends_and_keeps_what_was_not_taken) {
  const auto game = start(example_deal);
  play_all(*game, {"Ikv", "Ifv", "Fch"});
  std::string out = "before\n";
  game->take_lines(Seat::second, out);
  EXPECT_EQ(out, "before\n2\nHh216534h\nIk364521v\n462513\nFc326451h\n314625\n");
  EXPECT_EQ(lines(*game, Seat::first), "3\nHh216534h\nStart\n364521\nIf462513v\n326451\n");
}

TEST(Dialogue, ends_with_quit_and_does_not_relay_the_last_move) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto game = start(info().deal(seed));
    Stream stream(seed, "jury-1");
    MoveLine line;
    while (!game->over()) {
      lines(*game, game->to_move());
      game->random_move(stream, line);
      ASSERT_TRUE(game->play(line.view()));
    }
    for (const Seat seat : {Seat::first, Seat::second}) {
      EXPECT_EQ(lines(*game, seat), "Quit\n");
      EXPECT_EQ(lines(*game, seat), "");
    }
  }
}

TEST(Dialogue, has_no_tile_once_a_recorded_deal_is_used_up) {
  const auto game = start("3 2 216534 364521");
  play_all(*game, {"Ikv"});
  EXPECT_EQ(lines(*game, Seat::second), "2\nHh216534h\nIk364521v\n");
  EXPECT_FALSE(game->over());
  EXPECT_EQ(game->play("Ifv").reason(),
            "no tile is left: the deal has only 2 tiles, the start tile included, but the game is "
            "not over");
  EXPECT_NE(game->draw().find("player 2 to move, tile unknown"), std::string::npos);
}

TEST(Relayed, gives_the_direction_last_and_the_tile_between) {
  const auto game = start(example_deal);
  play_all(*game, {"Hnh"});
  EXPECT_EQ(game->relayed(), "Hn364521h");
}

TEST(Clone, is_independent_and_keeps_undelivered_lines) {
  const auto game = start(example_deal);
  play_all(*game, {"Ikv"});
  const auto copy = game->clone();
  EXPECT_EQ(copy->relayed(), "Ik364521v");
  play_all(*game, {"Ifv"});
  game->forfeit(Seat::first);
  EXPECT_EQ(copy->relayed(), "Ik364521v");
  EXPECT_EQ(copy->to_move(), Seat::second);
  EXPECT_EQ(lines(*copy, Seat::second), "2\nHh216534h\nIk364521v\n462513\n");
  EXPECT_EQ(lines(*copy, Seat::first), "3\nHh216534h\nStart\n364521\n");
  EXPECT_FALSE(copy->result().seats[0].forfeited);
  EXPECT_NE(copy->draw(), game->draw());
}

TEST(Drawing, shows_board_colours_points_and_the_next_tile) {
  const auto game = start(example_deal);
  play_all(*game, {"Ikv"});
  EXPECT_EQ(game->draw(),
            "    a b c d e f g h i j k l m n o p q r s t\n"
            "  A . . . . . . . . . . . . . . . . . . . .\n"
            "  B . . . . . . . . . . . . . . . . . . . .\n"
            "  C . . . . . . . . . . . . . . . . . . . .\n"
            "  D . . . . . . . . . . . . . . . . . . . .\n"
            "  E . . . . . . . . . . . . . . . . . . . .\n"
            "  F . . . . . . . . . . . . . . . . . . . .\n"
            "  G . . . . . . . . . . . . . . . . . . . .\n"
            "  H . . . . . . . 2 1 6 5 3 4 . . . . . . .\n"
            "  I . . . . . . . 4 3 5 1 3 2 . . . . . . .\n"
            "  J . . . . . . . . . . 2 6 . . . . . . . .\n"
            "  K . . . . . . . . . . 5 4 . . . . . . . .\n"
            "  L . . . . . . . . . . 4 5 . . . . . . . .\n"
            "  M . . . . . . . . . . 6 2 . . . . . . . .\n"
            "  N . . . . . . . . . . 3 1 . . . . . . . .\n"
            "  O . . . . . . . . . . . . . . . . . . . .\n"
            "  P . . . . . . . . . . . . . . . . . . . .\n"
            "player 1: colour 3, 0 points\n"
            "player 2: colour 2, 0 points\n"
            "player 2 to move, tile 462513, 151 legal placements\n");
}

TEST(Drawing, is_plain_text_of_at_most_79_columns) {
  const auto game = start(info().deal(3));
  Stream stream(3, "jury-1");
  game->forfeit(Seat::second);
  play_randomly_to_the_end(*game, stream);
  const std::string drawing = game->draw();
  EXPECT_NE(drawing.find("points, forfeited\nthe game is over\n"), std::string::npos);
  EXPECT_EQ(drawing.back(), '\n');
  std::istringstream input(drawing);
  for (std::string line; std::getline(input, line);) {
    EXPECT_LE(line.size(), 79U);
    for (const char c : line) EXPECT_TRUE(c >= ' ' && c <= '~');
  }
}

}  // namespace
}  // namespace rules::box::test
