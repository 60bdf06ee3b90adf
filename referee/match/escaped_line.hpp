// A bot's line as printable text: every byte outside printable ASCII, and the backslash, is
// written as \xNN.
#pragma once

#include <string>
#include <string_view>

namespace referee::match {

std::string escape_line(std::string_view line);
// Throws std::invalid_argument if a backslash is not followed by x and two hexadecimal digits.
std::string unescape_line(std::string_view text);

}  // namespace referee::match
