#include "referee/show/report/xml.hpp"

#include <fmt/core.h>

#include "referee/base/text/utf8.hpp"

namespace referee::report {

std::string xml(std::string_view raw) {
  const std::string safe = text::safe_text(raw);
  std::string_view text = safe;
  std::string result;
  while (!text.empty()) {
    const text::Character character = text::first_character(text);
    switch (character.code) {
      case U'&':
        result += "&amp;";
        break;
      case U'<':
        result += "&lt;";
        break;
      case U'>':
        result += "&gt;";
        break;
      case U'"':
        result += "&quot;";
        break;
      case U'\'':
        result += "&apos;";
        break;
      case U'\xfffe':
      case U'\xffff':
        result += '?';
        break;
      default:
        result += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return result;
}

std::string xml_attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml(value));
}

}  // namespace referee::report
