// A bot's words inside a sentence of ours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rules {

// How many bytes of a text in_quotes() shows.
inline constexpr std::size_t quote_limit = 20;

// `text` in single quotes, safe to show in a terminal, a log or a table: printable
// ASCII stands as it is, a backslash and a single quote have a backslash before
// them, every other byte is written \xNN. Of a text longer than quote_limit bytes
// only the first quote_limit are shown, followed by `...` after the closing quote.
// The result is never longer than 4 * quote_limit + 5 characters.
//
//   in_quotes("A3=16")   'A3=16'
//   in_quotes("U\r")     'U\x0d'
std::string in_quotes(std::string_view text);

}  // namespace rules
