// Text from elsewhere (names, commands, what bots write) on its way to a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee::report {

// One character of a UTF-8 text.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;  // false: one byte that is no part of well-formed UTF-8
};

// The first character of a text that is not empty.
Character first_character(std::string_view text) noexcept;

// About how many columns `text` takes on a terminal: 0 for combining characters, 2
// for East Asian and emoji ones, 1 for all others and for each byte that is no UTF-8.
int display_width(std::string_view text) noexcept;

// `text` if it takes at most `width` columns, else as much of its beginning as does
// together with an ellipsis (U+2026). Width 0 gives nothing.
std::string cut(std::string_view text, int width);

// `text` with every byte that could move the cursor, change colours or reorder what
// is around it written as \xNN: control characters, newline and tab included, DEL,
// the second control block, marks of writing direction, and bytes that are no UTF-8.
std::string safe_text(std::string_view text);

}  // namespace referee::report
