// Tiles, and where they can lie on the board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rules::box {

inline constexpr int row_count = 16;     // A-P, from top to bottom
inline constexpr int column_count = 20;  // a-t, from left to right
inline constexpr int tile_length = 6;
inline constexpr int tile_width = 2;
inline constexpr int tile_cells = tile_length * tile_width;

// A placement as a player writes it, "Ikv", and as the opponent reads it, "Ik364521v".
inline constexpr std::size_t placement_length = 3;
inline constexpr std::size_t relayed_length = placement_length + tile_length;

// A tile as it is handed out: six different colours, '1'..'6', in its own order.
// Going round the twelve cells of a placed tile this order comes twice, see cell().
struct Tile {
  std::array<char, tile_length> colours{};

  [[nodiscard]] std::string_view view() const noexcept { return {colours.data(), colours.size()}; }
  friend bool operator==(const Tile&, const Tile&) = default;
};

// The tile that `text` names, or nothing if it is not exactly the digits 1 to 6,
// each once.
constexpr std::optional<Tile> parse_tile(std::string_view text) noexcept {
  if (text.size() != tile_length) return std::nullopt;
  Tile tile;
  unsigned seen = 0;
  for (std::size_t i = 0; i < tile.colours.size(); ++i) {
    if (text[i] < '1' || text[i] > '6') return std::nullopt;
    seen |= 1U << (text[i] - '1');
    tile.colours[i] = text[i];
  }
  if (seen != 0b111111) return std::nullopt;
  return tile;
}

// h: 2 rows of 6 cells; v: 6 rows of 2 cells.
enum class Direction : std::uint8_t { horizontal, vertical };

// A tile's top left cell, rows and columns counted from 0, and its direction.
struct Placement {
  std::int8_t row = 0;
  std::int8_t column = 0;
  Direction direction = Direction::horizontal;

  // The three characters a player writes, like "Ikv".
  [[nodiscard]] constexpr std::array<char, 3> text() const noexcept {
    return {static_cast<char>('A' + row), static_cast<char>('a' + column),
            direction == Direction::horizontal ? 'h' : 'v'};
  }
  friend bool operator==(const Placement&, const Placement&) = default;
};

// How many rows and columns a top left cell can be in: 15 x 15 for h, 11 x 19 for v.
constexpr int placement_rows(Direction direction) noexcept {
  return row_count + 1 - (direction == Direction::horizontal ? tile_width : tile_length);
}
constexpr int placement_columns(Direction direction) noexcept {
  return column_count + 1 - (direction == Direction::horizontal ? tile_length : tile_width);
}

// True if all twelve cells are on the board. Precondition: row and column are.
constexpr bool fits(Placement placement) noexcept {
  return placement.row < placement_rows(placement.direction) &&
         placement.column < placement_columns(placement.direction);
}

// The start tile always lies here, "Hh...h".
inline constexpr Placement start_placement{7, 7, Direction::horizontal};

struct Cell {
  int row = 0;
  int column = 0;
};

// The i-th cell (0..11) of a placed tile, going clockwise; it has the colour
// tile.colours[i % 6]. An h tile begins at its top left: the top row to the right,
// then the bottom row to the left. A v tile is the same turned by a quarter, so it
// begins at its top right: the right column downward, then the left one upward.
constexpr Cell cell(Placement placement, int i) noexcept {
  const bool outward = i < tile_length;
  const int along = outward ? i : tile_cells - 1 - i;
  return placement.direction == Direction::horizontal
             ? Cell{placement.row + (outward ? 0 : 1), placement.column + along}
             : Cell{placement.row + along, placement.column + (outward ? 1 : 0)};
}

}  // namespace rules::box
