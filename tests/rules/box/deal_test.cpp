#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "rules/box/board.hpp"
#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

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
