#include "referee/match/escaped_line.hpp"

#include <stdexcept>

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
  std::string text;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 32 && byte < 127 && c != '\\') {
      text.push_back(c);
    } else {
      text += "\\x";
      text.push_back(digits[byte >> 4]);
      text.push_back(digits[byte & 15]);
    }
  }
  return text;
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
