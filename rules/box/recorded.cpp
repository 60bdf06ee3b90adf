#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rules/box/board.hpp"
#include "rules/box/box.hpp"
#include "rules/quote.hpp"

namespace rules::box {
namespace {

// A tile as it is relayed: "Ik364521v".
std::string laid(std::string_view placement, const Tile& tile) {
  return std::string(placement.substr(0, 2)) + std::string(tile.view()) +
         std::string(placement.substr(2));
}

char colour_of_column(std::string_view column, std::string_view value) {
  if (value.size() != 1 || value[0] < '1' || value[0] > '6') {
    bad_column(column, value, "a colour, 1-6");
  }
  return value[0];
}

// A tile and where it was laid, from nine characters like Ik364521v.
struct LaidTile {
  std::array<char, 3> placement;
  Tile tile;
};

LaidTile parse_laid_tile(std::string_view text) {
  static constexpr std::string_view form =
      "nine characters: row A-P, column a-t, the digits 1 to 6, each once, and h or v";
  if (text.size() != relayed_length) bad_column("moves", text, form);
  const auto tile = parse_tile(text.substr(2, tile_length));
  const char direction = text.back();
  if (text[0] < 'A' || text[0] > 'P' || text[1] < 'a' || text[1] > 't' || !tile ||
      (direction != 'h' && direction != 'v')) {
    bad_column("moves", text, form);
  }
  return {{text[0], text[1], direction}, *tile};
}

// Returns the deal without the colours: as many tiles as were laid.
Deal parse_moves(std::string_view text, RecordedGame& game) {
  const std::string_view all = text;
  Deal deal;
  bool more = true;
  while (more) {
    const std::size_t blank = text.find(' ');
    const std::string_view relayed = text.substr(0, blank);
    more = blank != std::string_view::npos;
    const LaidTile laid = parse_laid_tile(relayed);
    if (more) text.remove_prefix(blank + 1);
    const std::size_t number = deal.tile_count;
    if (number == most_tiles) bad_column("moves", all, "at most 39 tiles");
    deal.tiles[deal.tile_count++] = laid.tile;
    if (number > 0) {
      game.moves.push_back({number % 2 == 1 ? Seat::first : Seat::second,
                            std::string(laid.placement.begin(), laid.placement.end()),
                            std::string(relayed)});
    } else if (laid.placement != start_placement.text()) {
      bad_column("moves", all, "begun by the start tile at Hh, horizontally, like Hh216534h");
    }
  }
  return deal;
}

std::string moves_cell(const Deal& deal, const RecordedGame& game) {
  if (deal.tile_count < game.moves.size() + 1) {
    throw std::invalid_argument("it has more moves than tiles");
  }
  const auto start = start_placement.text();
  std::string text = laid({start.data(), start.size()}, deal.tiles[0]);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const std::string& line = game.moves[i].line;
    if (line.size() != placement_length) {
      throw std::invalid_argument(in_quotes(line) + " is not a move of Box");
    }
    text += ' ' + laid(line, deal.tiles[i + 1]);
  }
  return text;
}

class BoxFormat final : public RecordFormat {
 public:
  [[nodiscard]] std::string_view header() const noexcept override {
    return "game,round,color1,color2,score1,status1,score2,status2,moves";
  }

  void read(const RecordedRow& row, RecordedGame& game) const override {
    const std::array colours = {colour_of_column("color1", row.at("color1")),
                                colour_of_column("color2", row.at("color2"))};
    if (colours[0] == colours[1]) {
      bad_column("color2", row.at("color2"), "another colour than color1");
    }
    Deal deal = parse_moves(row.at("moves"), game);
    deal.colours = colours;
    game.deal = to_text(deal);
  }

  [[nodiscard]] std::string cell(std::string_view column, const RecordedGame& game) const override {
    const Deal deal = parse_deal(game.deal);
    if (column == "color1") return {deal.colours[0]};
    if (column == "color2") return {deal.colours[1]};
    return moves_cell(deal, game);
  }
};

}  // namespace

std::string opening(std::string_view deal) {
  const auto start = start_placement.text();
  return laid({start.data(), start.size()}, parse_deal(deal).tiles[0]);
}

const RecordFormat& record_format() noexcept {
  static const BoxFormat format;
  return format;
}

}  // namespace rules::box
