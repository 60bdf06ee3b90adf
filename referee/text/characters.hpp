// The characters of texts from elsewhere.
#pragma once

#include <cstddef>
#include <string_view>

namespace referee::text {

// One character of a UTF-8 text.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;  // false: one byte that is no part of well-formed UTF-8
};

// The first character of a text that is not empty.
Character first_character(std::string_view text) noexcept;

// Whether a terminal could do something else with it than show it: control characters, the
// second control block, separators of lines, marks of writing direction, and what is no UTF-8.
bool is_unsafe(const Character& character) noexcept;

}  // namespace referee::text
