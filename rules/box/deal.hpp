// The random part of a game of Box: both secret colours and the tiles.
//
// As text it is one line, fields separated by one blank: the colour of seat one,
// the colour of seat two, the start tile, the further tiles in the order in which
// they are handed out: "3 2 216534 364521 462513".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/box/tile.hpp"

namespace rules::box {

// No game needs more tiles. The start tile covers 12 of the 320 cells; each further
// one covers at most 4 occupied cells and so at least 8 new ones, and
// 12 + 8 * 38 = 316 while 12 + 8 * 39 = 324.
inline constexpr std::size_t most_tiles = 39;
static_assert(tile_cells + 8 * (most_tiles - 1) <= row_count * column_count);
static_assert(tile_cells + 8 * most_tiles > row_count * column_count);

struct Deal {
  std::array<char, 2> colours{};  // by seat, '1'..'6', different
  std::array<Tile, most_tiles> tiles{};
  std::size_t tile_count = 0;  // 1..most_tiles, the start tile included
};

// Draws a deal with all 39 tiles from Stream(seed, "deal"), in this order:
//   1. the colour of seat one: 1 + below(6)
//   2. the colour of seat two: the (below(5))-th, counted from 0, of the five
//      colours that are left, in increasing order
//   3. the tiles, the start tile first: each begins as 123456 and is shuffled with
//      Stream::shuffle (below(6), below(5), ..., below(2))
// This never changes: a seed in a record must give the same deal.
Deal draw_deal(std::uint64_t seed) noexcept;

std::string to_text(const Deal& deal);

// Throws std::invalid_argument, saying what is wrong and what would be right, unless
// `text` is a deal of 1 to 39 tiles. (Recorded games tell only the tiles that were
// dealt, so a deal may have fewer than 39.)
Deal parse_deal(std::string_view text);

}  // namespace rules::box
