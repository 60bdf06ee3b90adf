// Where tiles may lie, which cells they colour, and what squares are worth. The
// board's row-at-a-time arithmetic is compared with the rules spelled out cell by
// cell.
#include "rules/box/board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

bool occupied(const Board& board, int row, int column) {
  return row >= 0 && row < row_count && column >= 0 && column < column_count &&
         board.colour_at({row, column}) != Board::empty_cell;
}

bool naive_legal(const Board& board, Placement placement) {
  const bool horizontal = placement.direction == Direction::horizontal;
  int overlap = 0;
  bool contact = false;
  for (int r = placement.row; r < placement.row + (horizontal ? 2 : 6); ++r) {
    for (int c = placement.column; c < placement.column + (horizontal ? 6 : 2); ++c) {
      if (occupied(board, r, c)) ++overlap;
      contact = contact || occupied(board, r - 1, c) || occupied(board, r + 1, c) ||
                occupied(board, r, c - 1) || occupied(board, r, c + 1);
    }
  }
  return overlap == 0 ? contact : overlap <= 4;
}

int naive_points(const Board& board, char colour) {
  int points = 0;
  for (int r = 0; r < row_count; ++r) {
    for (int c = 0; c < column_count; ++c) {
      for (int side = 1; r + side < row_count && c + side < column_count; ++side) {
        if (board.colour_at({r, c}) == colour && board.colour_at({r + side, c}) == colour &&
            board.colour_at({r, c + side}) == colour &&
            board.colour_at({r + side, c + side}) == colour) {
          points += side;
        }
      }
    }
  }
  return points;
}

std::string row_of(const Board& board, char row) {
  std::string colours;
  for (int c = 0; c < column_count; ++c) colours += board.colour_at({row - 'A', c});
  return colours;
}

std::string column_of(const Board& board, char column) {
  std::string colours;
  for (int r = 0; r < row_count; ++r) colours += board.colour_at({r, column - 'a'});
  return colours;
}

Tile tile(std::string_view text) { return parse_tile(text).value(); }

TEST(Placements, fit_225_ways_horizontally_and_209_vertically) {
  const auto all = all_placements();
  const auto horizontal = std::count_if(
      all.begin(), all.end(), [](Placement p) { return p.direction == Direction::horizontal; });
  EXPECT_EQ(horizontal, 225);
  EXPECT_EQ(all.size(), 225U + 209U);
}

TEST(Placements, are_125_after_the_start_tile) {
  const Board board(tile("216534"));
  int horizontal = 0;
  int vertical = 0;
  for (const Placement placement : all_placements()) {
    if (!board.legal(placement)) continue;
    ++(placement.direction == Direction::horizontal ? horizontal : vertical);
  }
  EXPECT_EQ(horizontal, 48);
  EXPECT_EQ(vertical, 77);
  EXPECT_EQ(board.legal_count(), 125);
}

TEST(Cells, of_a_horizontal_tile_run_right_on_top_and_back_below) {
  const Board board(tile("216534"));
  EXPECT_EQ(row_of(board, 'G'), "....................");
  EXPECT_EQ(row_of(board, 'H'), ".......216534.......");
  EXPECT_EQ(row_of(board, 'I'), ".......435612.......");
  EXPECT_EQ(row_of(board, 'J'), "....................");
}

TEST(Cells, of_a_vertical_tile_run_down_on_the_right_and_up_on_the_left) {
  Board board(tile("216534"));
  board.place(placement("Ikv"), tile("364521"));
  EXPECT_EQ(column_of(board, 'l'), ".......3364521..");
  EXPECT_EQ(column_of(board, 'k'), ".......5125463..");
  EXPECT_EQ(column_of(board, 'j'), ".......65.......");
}

TEST(Cells, covered_by_a_later_tile_take_its_colours) {
  Board board(tile("123456"));
  board.place(placement("Glh"), tile("654321"));
  EXPECT_EQ(row_of(board, 'G'), "...........654321...");
  EXPECT_EQ(row_of(board, 'H'), ".......1234123456...");
  EXPECT_EQ(board.overlap(placement("Hlh")), 8);
}

TEST(Board, agrees_with_the_rules_spelled_out_through_random_games) {
  const auto all = all_placements();
  Stream stream(7, "jury-1");
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Deal deal = draw_deal(seed);
    Board board(deal.tiles[0]);
    for (std::size_t ply = 0; board.legal_count() > 0; ++ply) {
      int count = 0;
      for (const Placement placement : all) {
        ASSERT_EQ(board.legal(placement), naive_legal(board, placement))
            << text(placement) << " seed " << seed << " ply " << ply;
        if (!board.legal(placement)) continue;
        ASSERT_EQ(board.legal_at(count), placement);
        ++count;
      }
      ASSERT_EQ(board.legal_count(), count);
      for (const char colour : {'1', '2', '3', '4', '5', '6'}) {
        ASSERT_EQ(board.points(colour), naive_points(board, colour));
      }
      const auto bound = static_cast<std::uint32_t>(board.legal_count());
      board.place(board.legal_at(static_cast<int>(stream.below(bound))), deal.tiles[ply + 1]);
    }
  }
}

TEST(Points, of_the_largest_square_are_15) {
  Board board(tile("234561"));
  board.place(placement("Aah"), tile("123456"));
  board.place(placement("Akh"), tile("234561"));
  board.place(placement("Oah"), tile("234561"));
  EXPECT_EQ(board.points('1'), 0);
  board.place(placement("Okh"), tile("123456"));  // completes Aa-Ap-Pa-Pp
  EXPECT_EQ(board.points('1'), 15);
}

TEST(Points, of_the_smallest_square_are_1_and_can_be_undone) {
  Board board(tile("213456"));
  board.place(placement("Aah"), tile("123456"));
  board.place(placement("Abh"), tile("123456"));
  board.place(placement("Bah"), tile("123456"));
  EXPECT_EQ(board.points('1'), 0);
  board.place(placement("Bbh"), tile("123456"));  // completes Aa-Ab-Ba-Bb
  EXPECT_EQ(board.points('1'), 1);
  board.place(placement("Aah"), tile("612345"));
  EXPECT_EQ(board.points('1'), 0);
}

TEST(Points, of_a_square_come_from_its_corners_alone) {
  // Fd-Fj-Ld-Lj as in the page's figure: a 7x7 square, whatever lies between.
  Board board(tile("134562"));
  board.place(placement("Fdh"), tile("213456"));
  board.place(placement("Fjh"), tile("213456"));
  board.place(placement("Kdh"), tile("134562"));
  board.place(placement("Kjh"), tile("134562"));
  EXPECT_EQ(board.points('2'), naive_points(board, '2'));
  EXPECT_EQ(board.colour_at({'F' - 'A', 'd' - 'a'}), '2');
  EXPECT_EQ(board.colour_at({'L' - 'A', 'j' - 'a'}), '2');
  EXPECT_EQ(board.points('2'), 6);
}

std::string reason_against(std::string_view deal) {
  try {
    start(deal);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(DealOfASeed, is_the_same_for_ever) {
  EXPECT_EQ(info().deal(1),
            "5 1 345612 654123 316245 523416 634215 315426 425613 362541 463512 645321 234516 "
            "126345 542316 642513 346521 231645 416532 253461 241536 143625 652143 132645 126354 "
            "364125 352164 253164 461523 146325 326451 154326 352416 215643 253164 615243 214356 "
            "624135 243651 531642 251643");
}

TEST(DealOfASeed, has_different_colours_and_39_tiles) {
  std::set<std::string> deals;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Deal deal = draw_deal(seed);
    EXPECT_NE(deal.colours[0], deal.colours[1]);
    EXPECT_EQ(deal.tile_count, 39U);
    for (const Tile& tile : deal.tiles) EXPECT_TRUE(parse_tile(tile.view()));
    deals.insert(to_text(deal));
  }
  EXPECT_EQ(deals.size(), 1000U);
  EXPECT_EQ(info().deal(max_seed), to_text(draw_deal(max_seed)));
}

TEST(DealOfASeed, has_every_pair_of_colours_and_every_tile_about_equally_often) {
  std::map<std::string, int> colours;
  std::map<std::string, int> tiles;
  constexpr int games = 6000;
  for (std::uint64_t seed = 0; seed < games; ++seed) {
    const Deal deal = draw_deal(seed);
    ++colours[std::string(deal.colours.begin(), deal.colours.end())];
    for (const Tile& tile : deal.tiles) ++tiles[std::string(tile.view())];
  }
  ASSERT_EQ(colours.size(), 30U);
  ASSERT_EQ(tiles.size(), 720U);
  // 200 and 325 expected; six standard deviations either way.
  for (const auto& [pair, count] : colours) EXPECT_NEAR(count, 200, 84) << pair;
  for (const auto& [tile, count] : tiles) EXPECT_NEAR(count, 325, 108) << tile;
}

TEST(DealAsText, comes_back_the_same) {
  for (const std::string deal : {"1 6 216534", "3 2 216534 364521 462513"}) {
    EXPECT_EQ(to_text(parse_deal(deal)), deal);
  }
  const std::string drawn = info().deal(12);
  EXPECT_EQ(to_text(parse_deal(drawn)), drawn);
}

TEST(DealAsText, is_refused_with_a_reason) {
  const std::string prefix = "not a deal of Box: ";
  const std::string blanks = "an empty field; fields are separated by exactly one blank";
  const auto tile = [](const std::string& number, const std::string& quote) {
    return "tile " + number + " is " + quote + ", a tile is the digits 1 to 6, each once";
  };
  const std::map<std::string, std::string> bad{
      {"", blanks},
      {" 3 2 216534", blanks},
      {"3  2 216534", blanks},
      {"3 2 216534 ", blanks},
      {"7 2 216534", "the colour of seat one is '7', it must be a digit 1-6"},
      {"0 2 216534", "the colour of seat one is '0', it must be a digit 1-6"},
      {"12 2 216534", "the colour of seat one is '12', it must be a digit 1-6"},
      {"3 x 216534", "the colour of seat two is 'x', it must be a digit 1-6"},
      {"3", "it ends after the colour of seat one"},
      {"3 3 216534", "both colours are 3, they must differ"},
      {"3 2", "it has no start tile"},
      {"3 2 216535", tile("1", "'216535'")},
      {"3 2 21653", tile("1", "'21653'")},
      {"3 2 2165341", tile("1", "'2165341'")},
      {"3 2 216534 364527", tile("2", "'364527'")},
      {"3 2 216534\n", tile("1", "'216534\\x0a'")},
  };
  for (const auto& [deal, reason] : bad) EXPECT_EQ(reason_against(deal), prefix + reason);
}

TEST(DealAsText, has_1_to_39_tiles) {
  std::string deal = "3 2";
  for (int i = 0; i < 39; ++i) {
    deal += " 216534";
    EXPECT_EQ(reason_against(deal), "accepted");
  }
  EXPECT_EQ(reason_against(deal + " 216534"),
            "not a deal of Box: more than 39 tiles, no game can need more");
}

}  // namespace
}  // namespace rules::box::test
