// Text from elsewhere (names, commands, what bots write) on its way to a terminal.
#pragma once

#include <string>
#include <string_view>

#include "referee/text/characters.hpp"

namespace referee::text {

// About how many columns `text` takes on a terminal: 0 for combining characters, 2
// for East Asian and emoji ones, 1 for all others and for each byte that is no UTF-8.
int display_width(std::string_view text) noexcept;

// `text`, followed by blanks up to that many columns.
std::string padded(std::string text, int width);

// `text` if it takes at most `width` columns, else as much of its beginning as does
// together with an ellipsis (U+2026). Width 0 gives nothing.
std::string cut(std::string_view text, int width);

// `text` with every byte that could move the cursor, change colours or reorder what
// is around it written as \xNN: control characters, newline and tab included, DEL,
// the second control block, marks of writing direction, and bytes that are no UTF-8.
std::string safe_text(std::string_view text);

}  // namespace referee::text
