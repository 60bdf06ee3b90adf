#include "rules/box/board.hpp"

#include <bit>
#include <span>
#include <stdexcept>

#include "rules/quote.hpp"
#include "rules/random.hpp"

namespace rules::box {
namespace {

// Whether a tile may lie somewhere depends on how many of its twelve cells are
// occupied and whether one of them is, or is next to, an occupied cell. Both are
// worked out for a whole row of placements at once: bit c of a word belongs to the
// top left cell in column c, and numbers are kept "bit-sliced", one word for each
// binary digit. A tile is two halves of six cells: of an h tile its two rows, of a
// v tile its upper and lower three rows.
struct Halves {
  std::array<std::uint32_t, row_count> ones{};  // number of occupied cells,
  std::array<std::uint32_t, row_count> twos{};  // 0..6, in binary
  std::array<std::uint32_t, row_count> fours{};
  std::array<std::uint32_t, row_count> near{};  // a cell is occupied or next to one
};

constexpr std::uint32_t majority(std::uint32_t a, std::uint32_t b, std::uint32_t c) noexcept {
  return (a & b) | (c & (a | b));
}

// The legal placements whose halves are element r of `halves` and element
// r + distance. Two halves have at most 12 occupied cells, four binary digits.
std::uint32_t legal_row(const Halves& halves, std::size_t r, std::size_t distance) noexcept {
  const std::size_t s = r + distance;
  const std::uint32_t ones = halves.ones[r] ^ halves.ones[s];
  const std::uint32_t carry_2 = halves.ones[r] & halves.ones[s];
  const std::uint32_t twos = halves.twos[r] ^ halves.twos[s] ^ carry_2;
  const std::uint32_t carry_4 = majority(halves.twos[r], halves.twos[s], carry_2);
  const std::uint32_t fours = halves.fours[r] ^ halves.fours[s] ^ carry_4;
  const std::uint32_t eights = majority(halves.fours[r], halves.fours[s], carry_4);
  static_assert(Board::overlap_limit == 4, "the next line says: more than four");
  const std::uint32_t too_many = eights | (fours & (twos | ones));
  return (halves.near[r] | halves.near[s]) & ~too_many;
}

constexpr std::uint32_t column_mask(Direction direction) noexcept {
  return (std::uint32_t{1} << placement_columns(direction)) - 1;
}

// Set bits, written out so that the compiler can count several words at once; the
// plain x86-64 instruction set has no instruction for it.
constexpr std::uint32_t bit_count(std::uint32_t x) noexcept {
  x -= (x >> 1) & 0x55555555U;
  x = (x & 0x33333333U) + ((x >> 2) & 0x33333333U);
  x = (x + (x >> 4)) & 0x0f0f0f0fU;
  x += x >> 8;
  return (x + (x >> 16)) & 0x3fU;
}

}  // namespace

Board::Board(const Tile& start) noexcept {
  static_assert(h_rows == placement_rows(Direction::horizontal));
  static_assert(v_rows == placement_rows(Direction::vertical));
  cells_.fill(empty_cell);
  place(start_placement, start);
}

void Board::place(Placement placement, const Tile& tile) noexcept {
  put(placement, tile);
  find_legal();
}

void Board::put(Placement placement, const Tile& tile) noexcept {
  for (int i = 0; i < tile_cells; ++i) {
    cells_[cell_index(cell(placement, i))] =
        tile.colours[static_cast<std::size_t>(i % tile_length)];
  }
  const bool horizontal = placement.direction == Direction::horizontal;
  const auto first = static_cast<std::size_t>(placement.row) + 1;
  const auto height = static_cast<std::size_t>(horizontal ? tile_width : tile_length);
  const std::uint32_t mask = horizontal ? 0b111111U : 0b11U;
  for (std::size_t r = first; r < first + height; ++r) occupied_[r] |= mask << placement.column;
}

void Board::find_legal() noexcept {
  Halves h;     // six cells of one row, from column c on
  Halves pair;  // two cells of one row, from column c on
  for (std::size_t r = 0; r < rows; ++r) {
    const std::uint32_t x = occupied_[r + 1];
    const std::uint32_t near = x | (x << 1) | (x >> 1) | occupied_[r] | occupied_[r + 2];

    const std::uint32_t ones = x ^ (x >> 1) ^ (x >> 2);  // of three cells
    const std::uint32_t twos = majority(x, x >> 1, x >> 2);
    const std::uint32_t carry_2 = ones & (ones >> 3);
    h.ones[r] = ones ^ (ones >> 3);
    h.twos[r] = twos ^ (twos >> 3) ^ carry_2;
    h.fours[r] = majority(twos, twos >> 3, carry_2);
    const std::uint32_t near_three = near | (near >> 1) | (near >> 2);
    h.near[r] = near_three | (near_three >> 3);

    pair.ones[r] = x ^ (x >> 1);
    pair.twos[r] = x & (x >> 1);
    pair.near[r] = near | (near >> 1);
  }

  Halves v;  // two cells of each of three rows, from row r and column c on
  for (std::size_t r = 0; r + 2 < rows; ++r) {
    const std::uint32_t carry_2 = majority(pair.ones[r], pair.ones[r + 1], pair.ones[r + 2]);
    const std::uint32_t twos = pair.twos[r] ^ pair.twos[r + 1] ^ pair.twos[r + 2];
    const std::uint32_t fours = majority(pair.twos[r], pair.twos[r + 1], pair.twos[r + 2]);
    v.ones[r] = pair.ones[r] ^ pair.ones[r + 1] ^ pair.ones[r + 2];
    v.twos[r] = twos ^ carry_2;
    v.fours[r] = fours | (twos & carry_2);  // at most six: never both
    v.near[r] = pair.near[r] | pair.near[r + 1] | pair.near[r + 2];
  }

  for (std::size_t r = 0; r < h_rows; ++r) {
    legal_[r] = legal_row(h, r, 1) & column_mask(Direction::horizontal);
  }
  for (std::size_t r = 0; r < v_rows; ++r) {
    legal_[h_rows + r] = legal_row(v, r, 3) & column_mask(Direction::vertical);
  }
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < legal_.size(); ++i) {
    legal_in_row_[i] = bit_count(legal_[i]);
    count += legal_in_row_[i];
  }
  legal_count_ = static_cast<int>(count);
}

bool Board::legal(Placement placement) const noexcept {
  return ((legal_[legal_index(placement)] >> placement.column) & 1U) != 0;
}

Placement Board::legal_at(int index) const noexcept {
  auto left = static_cast<std::uint32_t>(index);
  std::size_t i = 0;
  while (left >= legal_in_row_[i]) left -= legal_in_row_[i++];
  std::uint32_t row = legal_[i];
  for (; left > 0; --left) row &= row - 1;  // drops the lowest bit
  const bool horizontal = i < h_rows;
  return {static_cast<std::int8_t>(horizontal ? i : i - h_rows),
          static_cast<std::int8_t>(std::countr_zero(row)),
          horizontal ? Direction::horizontal : Direction::vertical};
}

int Board::overlap(Placement placement) const noexcept {
  int count = 0;
  for (int i = 0; i < tile_cells; ++i) {
    if (colour_at(cell(placement, i)) != empty_cell) ++count;
  }
  return count;
}

int Board::points(char colour) const noexcept {
  std::array<std::uint32_t, rows> of_colour{};
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < column_count; ++c) {
      if (cells_[r * column_count + c] == colour) of_colour[r] |= std::uint32_t{1} << c;
    }
  }
  int sum = 0;
  for (std::size_t side = 1; side < rows; ++side) {  // in steps from corner to corner
    std::uint32_t squares = 0;
    for (std::size_t top = 0; top + side < rows; ++top) {
      const std::uint32_t both = of_colour[top] & of_colour[top + side];
      squares += bit_count(both & (both >> side));
    }
    sum += static_cast<int>(squares * side);
  }
  return sum;
}

namespace {

[[noreturn]] void bad_deal(const std::string& what) {
  throw std::invalid_argument("not a deal of Box: " + what);
}

// Cuts the next field off `rest`. Fields are separated by exactly one blank, so two
// blanks together, or one at either end, make an empty field.
std::string_view next_field(std::string_view& rest, bool& more) {
  const std::size_t blank = rest.find(' ');
  more = blank != std::string_view::npos;
  const std::string_view field = rest.substr(0, blank);
  rest = more ? rest.substr(blank + 1) : std::string_view{};
  if (field.empty()) bad_deal("an empty field; fields are separated by exactly one blank");
  return field;
}

char colour_of_field(std::string_view field, std::string_view whose) {
  if (field.size() != 1 || field[0] < '1' || field[0] > '6') {
    bad_deal("the colour of " + std::string(whose) + " is " + in_quotes(field) +
             ", it must be a digit 1-6");
  }
  return field[0];
}

}  // namespace

Deal draw_deal(std::uint64_t seed) noexcept {
  Stream stream(seed, "deal");
  Deal deal;
  deal.colours[0] = static_cast<char>('1' + stream.below(6));
  deal.colours[1] = static_cast<char>('1' + stream.below(5));
  if (deal.colours[1] >= deal.colours[0]) ++deal.colours[1];
  for (Tile& tile : deal.tiles) {
    tile.colours = {'1', '2', '3', '4', '5', '6'};
    stream.shuffle(std::span<char>(tile.colours));
  }
  deal.tile_count = most_tiles;
  return deal;
}

std::string to_text(const Deal& deal) {
  std::string text{deal.colours[0], ' ', deal.colours[1]};
  text.reserve(text.size() + deal.tile_count * (tile_length + 1));
  for (std::size_t i = 0; i < deal.tile_count; ++i) {
    text += ' ';
    text += deal.tiles[i].view();
  }
  return text;
}

Deal parse_deal(std::string_view text) {
  Deal deal;
  bool more = true;
  deal.colours[0] = colour_of_field(next_field(text, more), "seat one");
  if (!more) bad_deal("it ends after the colour of seat one");
  deal.colours[1] = colour_of_field(next_field(text, more), "seat two");
  if (deal.colours[0] == deal.colours[1]) {
    bad_deal(std::string("both colours are ") + deal.colours[0] + ", they must differ");
  }
  if (!more) bad_deal("it has no start tile");
  while (more) {
    const std::string_view field = next_field(text, more);
    const auto tile = parse_tile(field);
    if (!tile) {
      bad_deal("tile " + std::to_string(deal.tile_count + 1) + " is " + in_quotes(field) +
               ", a tile is the digits 1 to 6, each once");
    }
    if (deal.tile_count == most_tiles) {
      bad_deal("more than " + std::to_string(most_tiles) + " tiles, no game can need more");
    }
    deal.tiles[deal.tile_count++] = *tile;
  }
  return deal;
}

}  // namespace rules::box
