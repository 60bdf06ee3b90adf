// The characters of text that others wrote.
#pragma once

#include <cstddef>
#include <string_view>

namespace referee::text {

// One character of a UTF-8 text.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;  // false: one byte that is not part of well-formed UTF-8
};

// The first character of a text that is not empty.
Character first_character(std::string_view text) noexcept;

// Whether a terminal might do more than show it: true for control characters of both blocks, line
// separators, marks of writing direction, and bytes that are not UTF-8.
bool is_unsafe(const Character& character) noexcept;

}  // namespace referee::text
