#include "rules/quote.hpp"

#include <stdexcept>

namespace rules {

std::string in_quotes(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "'";
  for (const char c : text.substr(0, quote_limit)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\' || c == '\'') {
      out += '\\';
      out += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 0xf];
    }
  }
  out += '\'';
  if (text.size() > quote_limit) out += "...";
  return out;
}

void unexpected(std::string_view line, std::string_view wanted) {
  throw std::invalid_argument("read " + in_quotes(line) + ", expected " + std::string(wanted));
}

}  // namespace rules
