#include "referee/match/escaped_line.hpp"

#include <stdexcept>

#include "referee/text/characters.hpp"

namespace referee::match {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  throw std::invalid_argument("after \\x there must be two hexadecimal digits");
}

}  // namespace

std::string escape_line(std::string_view line) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  while (!line.empty()) {
    const text::Character character = text::first_character(line);
    const std::string_view bytes = line.substr(0, character.bytes);
    line.remove_prefix(character.bytes);
    if (!text::is_unsafe(character) && bytes != "\\") {
      result += bytes;
      continue;
    }
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      result += "\\x";
      result.push_back(digits[byte >> 4]);
      result.push_back(digits[byte & 15]);
    }
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
    line.push_back(static_cast<char>(hex_digit(text[i + 2]) * 16 + hex_digit(text[i + 3])));
    i += 3;
  }
  return line;
}

}  // namespace referee::match
