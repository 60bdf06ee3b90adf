#include "referee/play/match/escaped_line.hpp"

#include <fmt/core.h>

#include <charconv>
#include <stdexcept>

#include "referee/base/text/utf8.hpp"

namespace referee::match {

std::string escape_line(std::string_view line) {
  std::string result;
  while (!line.empty()) {
    const text::Character character = text::first_character(line);
    const std::string_view bytes = line.substr(0, character.bytes);
    line.remove_prefix(character.bytes);
    if (!text::is_unsafe(character) && bytes != "\\") {
      result += bytes;
      continue;
    }
    for (const char c : bytes) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return result;
}

std::string unescape_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      line.push_back(text[i]);
      continue;
    }
    if (i + 3 >= text.size() || text[i + 1] != 'x') {
      throw std::invalid_argument("a backslash must be followed by xNN");
    }
    const char* const digits = text.data() + i + 2;
    unsigned char byte = 0;
    if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) {
      throw std::invalid_argument("after \\x there must be two hexadecimal digits");
    }
    line.push_back(static_cast<char>(byte));
    i += 3;
  }
  return line;
}

}  // namespace referee::match
