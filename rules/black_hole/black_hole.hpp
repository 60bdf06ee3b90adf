// Black Hole (CodeCup 2018): two players fill a triangle of hexagons except for one field.
//
// Rules. The board has 36 fields; the jury has put brown stones on five of them.
// Red, who begins, and Blue each have 15 stones with the values 1-15 and take turns to put one of
// theirs on an empty field. After 30 moves one field is empty: the black hole. With R and B the
// sums of the red and blue stones next to it, Red scores 75 + R - B and Blue 75 - R + B; brown
// stones count nothing.
//
// Figures. Every game has 30 moves. Budget 5 s, no limit on memory; the five brown fields are
// dealt.
//
// Protocol. Both seats first read the five brown fields, one a line, in the order of the deal
// (see Deal); Red then reads `Start`. From then on a seat reads each move of its opponent as it
// was written, and `Quit` at the end in place of the final move. A move is a field and a value,
// `A3=6`, the value without leading zeros. start() throws std::invalid_argument, saying what is
// wrong, if the deal is not one.
//
// Result. `score` is 75 + own - other, 75 as long as the hole is not known, and 0 for a seat that
// forfeited. `board_points` is the own sum next to the hole (0 before the hole is known), also
// for a seat that forfeited: the other's score follows from both. `game_points` is always 0. The
// outcome of both seats is by these sums; the match decides what a fault makes of it. If
// both seats forfeit, the game is over 0-0 and a draw, with no points on the board.
//
// Random moves. With e empty fields and v values left to the seat there are n = e * v legal moves
// (n is at least 2). Let i = below(n), one draw: the move goes to empty field number i / v in the
// order A1-A8, B1-B7, ..., H1, with unused value number i % v in increasing order, both counted
// from 0. This never changes: a seed in a record must give the same moves.
//
// Interpretations (game.hpp explains the marks).
// - The line must match exactly, values have no leading zeros, and an empty line is illegal
//   [ours]: black_hole.cpp, parse_move().
// - Which fields are neighbours, and where A1 and H1 are [bots]: neighbour_table.
// - The fields of the deal are random and distinct, each set of five as likely as any other
//   [bots]: draw_deal().
// - Moves are relayed unchanged [bots], but the final one is not relayed [ours]:
//   rules/correspondence.hpp.
// - A seat that forfeited reads `Quit` at once and gets none of its undelivered lines [ours]:
//   rules/correspondence.hpp.
// - The page gives no number for the time; 5 s [bots]: black_hole.cpp, info().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/game_info.hpp"
#include "rules/scene.hpp"

namespace rules::black_hole {

GameInfo info();

// The 36 hexagonal fields of Black Hole: names and neighbours.
//
// A field is a letter A-H and a digit; A has the digits 1-8, B 1-7, ..., H only 1.
// A1 is the apex of the triangle, the A fields run down its right side, H1 is the
// bottom left corner. A field's index counts A1-A8, B1-B7, ..., H1 from 0 to 35.
inline constexpr int side = 8;
inline constexpr std::size_t field_count = 36;

// Bit i is the field with index i.
using Fields = std::uint64_t;
inline constexpr Fields all_fields = (Fields{1} << field_count) - 1;

constexpr Fields bit(std::size_t field) noexcept { return Fields{1} << field; }

// A field by its place: letter and digit counted from 0 (A1 is 0, 0).
struct Place {
  int letter = 0;
  int digit = 0;
};

constexpr bool on_board(Place place) noexcept {
  return place.letter >= 0 && place.digit >= 0 && place.letter + place.digit < side;
}

// Precondition: on_board(place).
constexpr std::size_t field_index(Place place) noexcept {
  // 8 + 7 + ... fields of earlier letters come before a letter's first field.
  const int before = place.letter * (2 * side + 1 - place.letter) / 2;
  return static_cast<std::size_t>(before + place.digit);
}

// Index -> place. Use place_of().
inline constexpr auto places = [] {
  std::array<Place, field_count> table{};
  std::size_t field = 0;
  for (int letter = 0; letter < side; ++letter) {
    for (int digit = 0; letter + digit < side; ++digit) table[field++] = {letter, digit};
  }
  return table;
}();

// Precondition: field < field_count.
constexpr Place place_of(std::size_t field) noexcept { return places[field]; }

// With u the letter and v the digit of a field, its neighbours are (u-1, v), (u+1, v),
// (u, v-1), (u, v+1), (u+1, v-1) and (u-1, v+1), as far as they are on the board.
inline constexpr auto neighbour_table = [] {
  std::array<Fields, field_count> table{};
  constexpr std::array<Place, 6> steps{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, 1}}};
  for (std::size_t field = 0; field < field_count; ++field) {
    const Place here = place_of(field);
    for (const Place step : steps) {
      const Place there{here.letter + step.letter, here.digit + step.digit};
      if (on_board(there)) table[field] |= bit(field_index(there));
    }
  }
  return table;
}();

// Precondition: field < field_count.
constexpr Fields neighbours(std::size_t field) noexcept { return neighbour_table[field]; }

constexpr char letter_of(std::size_t field) noexcept {
  return static_cast<char>('A' + place_of(field).letter);
}
constexpr char digit_of(std::size_t field) noexcept {
  return static_cast<char>('1' + place_of(field).digit);
}

// The field that a text of exactly one letter and one digit names, if it does.
constexpr std::optional<std::size_t> parse_field(std::string_view text) noexcept {
  if (text.size() != 2) return std::nullopt;
  const Place place{text[0] - 'A', text[1] - '1'};
  if (!on_board(place)) return std::nullopt;
  return field_index(place);
}

inline constexpr std::size_t brown_count = 5;

// The random part of a game of Black Hole: the five fields with brown stones, by their indices, all
// different.
//
// As text it is one line, the fields in the order in which they were drawn and are
// told to the players, separated by one blank: "E4 F2 A5 A7 C1".
using Deal = std::array<std::size_t, brown_count>;

// Draws a deal from Stream(seed, "deal"): all 36 fields in the order of their indices
// (A1-A8, B1-B7, ..., H1) are shuffled with Stream::shuffle (below(36), below(35),
// ..., below(2)), and the first five are the deal. This never changes: a seed in a record
// must give the same deal.
Deal draw_deal(std::uint64_t seed) noexcept;

std::string to_text(const Deal& deal);

// Throws std::invalid_argument, saying what is wrong and what would be right, unless
// `text` is a deal.
Deal parse_deal(std::string_view text);

// The board of a scene (rules/scene.hpp): the triangle with its apex A1 at the top.
const Layout& layout();

// All that a scene needs of a game.
struct Position {
  Fields empty = 0;
  Fields brown = 0;
  Fields red = 0;  // the other stones are blue
  const std::array<std::int8_t, field_count>& values;
  std::array<std::uint16_t, 2> left{};  // bit v: the seat still has the value v
  std::optional<std::size_t> last;      // the field of the last move
  std::optional<std::size_t> hole;      // once it is known
  std::array<bool, 2> forfeited{};
  std::optional<Seat> to_move;  // none when the game is over
};
Scene scene_of(const Position& position);

}  // namespace rules::black_hole
