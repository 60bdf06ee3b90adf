// A bot's words inside a sentence of the referee.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rules {

// The most bytes of a text that in_quotes() shows.
inline constexpr std::size_t quote_limit = 20;

// `text` in single quotes, safe to show in a terminal, a log or a table: printable
// ASCII is unchanged, a backslash or a single quote gets a backslash before it, every
// other byte is written \xNN. If the text is longer than quote_limit bytes, only the
// first quote_limit are shown, followed by `...` after the closing quote.
// The result is never longer than 4 * quote_limit + 5 characters.
//
//   in_quotes("A3=16")   'A3=16'
//   in_quotes("U\r")     'U\x0d'
std::string in_quotes(std::string_view text);

// Throws std::invalid_argument: "read 'line', expected `wanted`".
[[noreturn]] void unexpected(std::string_view line, std::string_view wanted);

}  // namespace rules
