// The 36 hexagonal fields of Black Hole: names and neighbours.
//
// A field is a letter A-H and a digit; A has the digits 1-8, B 1-7, ..., H only 1.
// A1 is the apex of the triangle, the A fields run down its right side, H1 is the
// bottom left corner. A field's index counts A1-A8, B1-B7, ..., H1 from 0 to 35.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rules::black_hole {

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

}  // namespace rules::black_hole
