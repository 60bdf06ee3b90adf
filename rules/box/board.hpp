// The board of Box: which cells have which colour, where a tile may lie, and what
// the squares are worth. Knows nothing of seats, turns or the protocol.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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

class Board {
 public:
  static constexpr char empty_cell = '.';
  // A tile may cover at most this many occupied cells.
  static constexpr int overlap_limit = 4;

  // With the start tile in its place and nothing else.
  explicit Board(const Tile& start) noexcept;

  // Lays a tile; its colours replace what they cover. Precondition: it fits.
  void place(Placement placement, const Tile& tile) noexcept;

  // May a tile lie here? Its colours do not matter. Precondition: it fits.
  [[nodiscard]] bool legal(Placement placement) const noexcept;

  // How many placements are legal; 0 means that the game is over.
  [[nodiscard]] int legal_count() const noexcept { return legal_count_; }

  // The legal placement with this index, 0..legal_count()-1, in the order: all of
  // h before all of v; within a direction row A first; within a row column a first.
  // This order is part of what a random move is (see box.hpp): never change it.
  [[nodiscard]] Placement legal_at(int index) const noexcept;

  // How many of the twelve cells are occupied. Precondition: it fits.
  [[nodiscard]] int overlap(Placement placement) const noexcept;

  // '1'..'6' or empty_cell.
  [[nodiscard]] char colour_at(Cell cell) const noexcept { return cells_[cell_index(cell)]; }

  // The points of all squares of `colour` ('1'..'6'): every square with sides
  // parallel to the board's whose four corner cells have the colour gives the
  // length of its side in cells, minus one (16x16: 15). What lies between the
  // corners does not matter, and squares may overlap.
  [[nodiscard]] int points(char colour) const noexcept;

 private:
  static constexpr std::size_t rows = row_count;
  static constexpr std::size_t h_rows = 15;
  static constexpr std::size_t v_rows = 11;

  static constexpr std::size_t cell_index(Cell cell) noexcept {
    return static_cast<std::size_t>(cell.row * column_count + cell.column);
  }
  static constexpr std::size_t legal_index(Placement placement) noexcept {
    return static_cast<std::size_t>(placement.row) +
           (placement.direction == Direction::horizontal ? 0 : h_rows);
  }

  void put(Placement placement, const Tile& tile) noexcept;
  void find_legal() noexcept;

  std::array<char, rows * column_count> cells_;
  // Bit c of element r+1 is the cell in row r, column c; a row of nothing above
  // and below spares the neighbours of a row a special case.
  std::array<std::uint32_t, rows + 2> occupied_{};
  // Bit c: a tile with its top left cell in column c is legal. First the rows of h
  // (A-O), then those of v (A-K); beside them the number of bits in each row.
  std::array<std::uint32_t, h_rows + v_rows> legal_{};
  std::array<std::uint32_t, h_rows + v_rows> legal_in_row_{};
  int legal_count_ = 0;
};

// No game needs more tiles. The start tile covers 12 of the 320 cells; each further
// one covers at most 4 occupied cells and so at least 8 new ones, and
// 12 + 8 * 38 = 316 while 12 + 8 * 39 = 324.
inline constexpr std::size_t most_tiles = 39;
static_assert(tile_cells + 8 * (most_tiles - 1) <= row_count * column_count);
static_assert(tile_cells + 8 * most_tiles > row_count * column_count);

// The random part of a game of Box: both secret colours and the tiles.
//
// As text it is one line, fields separated by one blank: the colour of seat one,
// the colour of seat two, the start tile, the further tiles in the order in which
// they are handed out: "3 2 216534 364521 462513".
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
