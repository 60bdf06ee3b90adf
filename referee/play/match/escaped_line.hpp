// A bot's line as text that any terminal may show: \xNN replaces the bytes of a backslash, of
// characters that are text::is_unsafe(), and those that are not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace referee::match {

std::string escape_line(std::string_view line);
// The inverse. Throws std::invalid_argument for a backslash without x and two hexadecimal digits.
std::string unescape_line(std::string_view text);

}  // namespace referee::match
