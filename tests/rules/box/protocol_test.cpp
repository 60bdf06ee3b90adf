// What the seats read and write, and how the game presents itself.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "rules/box/board.hpp"
#include "rules/box/box.hpp"
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
  ASSERT_EQ(box.ranking.size(), 2U);
  EXPECT_EQ(box.ranking[0], RankingKey::score);
  EXPECT_EQ(box.ranking[1], RankingKey::irregular_losses);
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

// Every line that is refused, and its reason.

using namespace std::string_literals;

struct Refusal {
  std::string line;
  std::string reason;
};

const std::string form = ", a move has 3: row, column and h or v, like Ikv";
const std::string h_area =
    "the tile does not fit on the board: an h tile needs row A-O and column a-o";
const std::string v_area =
    "the tile does not fit on the board: a v tile needs row A-K and column a-s";
const std::string apart = "the tile touches no other tile along an edge (a corner is not enough)";

std::string overlaps(int cells) {
  return "the tile overlaps " + std::to_string(cells) + " occupied cells, at most 4 are allowed";
}

std::vector<Refusal> refusals() {
  return {
      {"", "the line is empty, a move is row, column and h or v, like Ikv"},
      {"I", "wrong length: 'I' has 1 character" + form},
      {"Ik", "wrong length: 'Ik' has 2 characters" + form},
      {"Ikvv", "wrong length: 'Ikvv' has 4 characters" + form},
      {" Ikv", "wrong length: ' Ikv' has 4 characters" + form},
      {"Ik364521v", "wrong length: 'Ik364521v' has 9 characters" + form +
                        " (the tile's colours are not written)"},
      {std::string(100000, 'x'),
       "wrong length: 'xxxxxxxxxxxxxxxxxxxx'... has 100000 characters" + form},
      {"Qkv", "row must be A-P, not 'Q' as in 'Qkv'"},
      {"ikv", "row must be A-P, not 'i' as in 'ikv'"},
      {"@kv", "row must be A-P, not '@' as in '@kv'"},
      {"\0kv"s, "row must be A-P, not '\\x00' as in '\\x00kv'"},
      {"\xffkv", "row must be A-P, not '\\xff' as in '\\xffkv'"},
      {"Iuv", "column must be a-t, not 'u' as in 'Iuv'"},
      {"IKv", "column must be a-t, not 'K' as in 'IKv'"},
      {"I`v", "column must be a-t, not '`' as in 'I`v'"},
      {"IkH", "direction must be h or v, not 'H' as in 'IkH'"},
      {"Ik\r", "direction must be h or v, not '\\x0d' as in 'Ik\\x0d'"},
      {"Pah", h_area},
      {"Aph", h_area},
      {"Ptv", v_area},
      {"Lav", v_area},
      {"Atv", v_area},
      {"Hhh", overlaps(12)},
      {"Gih", overlaps(5)},
      {"Hjh", overlaps(8)},
      {"Aah", apart},
      {"Kov", apart},
      {"Fbh", apart},  // Gg and Hh meet at a corner
      {"Bfv", apart},  // so do they here
  };
}

TEST(Refusal, says_what_is_wrong_and_what_would_be_right) {
  const auto game = start(example_deal);
  for (const auto& [line, reason] : refusals()) {
    const Verdict verdict = game->play(line);
    EXPECT_FALSE(verdict) << line;
    EXPECT_EQ(verdict.reason(), reason);
  }
}

TEST(Refusal, changes_nothing) {
  const auto game = start(example_deal);
  const auto untouched = game->clone();
  for (const auto& refusal : refusals()) EXPECT_FALSE(game->play(refusal.line));
  EXPECT_EQ(game->draw(), untouched->draw());
  EXPECT_EQ(game->relayed(), "");
  EXPECT_EQ(game->to_move(), Seat::first);
  EXPECT_EQ(game->result(), untouched->result());
  EXPECT_EQ(lines(*game, Seat::first), lines(*untouched, Seat::first));

  play_all(*game, {"Ikv"});
  const std::string before = game->draw();
  EXPECT_FALSE(game->play("Ikv"));
  EXPECT_EQ(game->draw(), before);
  EXPECT_EQ(game->relayed(), "Ik364521v");
  EXPECT_EQ(lines(*game, Seat::second), "2\nHh216534h\nIk364521v\n462513\n");
}

TEST(Refusal, ends_where_the_edge_begins) {
  for (const std::string line :
       {"Fch", "Fmh", "Jmh", "Jch", "Hbh", "Hnh", "Bhv", "Hnv", "Hfv", "Jmv", "Hlv"}) {
    const Verdict verdict = start(example_deal)->play(line);
    EXPECT_TRUE(verdict) << line << ": " << verdict.reason();
  }
}

TEST(Refusal, of_every_line_that_is_not_one_of_the_legal_125) {
  const auto game = start(example_deal);
  int accepted = 0;
  for (char row = '@'; row <= 'q'; ++row) {
    for (char column = '@'; column <= 'v'; ++column) {
      for (const char direction : {'h', 'v', 'H', 'V', 'x'}) {
        if (game->clone()->play(std::string{row, column, direction})) ++accepted;
      }
    }
  }
  EXPECT_EQ(accepted, 125);
}

}  // namespace
}  // namespace rules::box::test

namespace rules::box {
namespace {

// What there is to see in a position of Box.

TEST(BoxTiles, AreSixDifferentColours) {
  EXPECT_EQ(parse_tile("216534")->view(), "216534");
  for (const char* wrong : {"", "12345", "1234567", "112345", "123457", "123450", "abcdef"}) {
    EXPECT_FALSE(parse_tile(wrong)) << wrong;
  }
  EXPECT_EQ(std::string(start_placement.text().data(), 3), "Hhh");
  EXPECT_TRUE(fits({14, 14, Direction::horizontal}));
  EXPECT_FALSE(fits({15, 0, Direction::horizontal}));
  EXPECT_FALSE(fits({0, 19, Direction::vertical}));
}

TEST(BoxScene, ShowsTheTileAndWhereItMayLie) {
  const Tile start = *parse_tile("216534");
  const Tile next = *parse_tile("364521");
  const Board board(start);
  const Scene scene = scene_of({board, {'3', '2'}, {}, {}, Seat::first, &next});
  ASSERT_EQ(scene.looks.size(), layout().cells.size());
  std::size_t tiles = 0;
  for (const Look& look : scene.looks) tiles += look.colour >= Colour::tile1 ? 1U : 0U;
  EXPECT_EQ(tiles, 12U);
  EXPECT_EQ(scene.seats[0].colour, Colour::tile3);
  EXPECT_EQ(scene.seats[1].colour, Colour::tile2);
  EXPECT_EQ(moves_of(layout(), scene.input).size(), static_cast<std::size_t>(board.legal_count()));
  EXPECT_EQ(scene.to_move, Seat::first);
  const Scene over = scene_of({board, {'3', '2'}, {}, start_placement, {}, nullptr});
  EXPECT_FALSE(over.to_move.has_value());
  EXPECT_TRUE(over.input.groups.empty());
}

}  // namespace
}  // namespace rules::box
