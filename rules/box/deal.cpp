#include "rules/box/deal.hpp"

#include <span>
#include <stdexcept>

#include "rules/quote.hpp"
#include "rules/random.hpp"

namespace rules::box {
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
