#include "referee/base/text/json_text.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace referee::text {
namespace {

using Json = nlohmann::ordered_json;

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
  });
}

// Characters beyond ASCII that a terminal may take for commands, or that reorder the text:
// U+0080 to U+009F, U+202A to U+202E, U+2066 to U+2069. A text with them is written in ASCII.
bool moves_terminals(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned second = byte(i + 1);
    const unsigned third = byte(i + 2);
    if (byte(i) == 0xC2 && second >= 0x80 && second <= 0x9F) return true;
    if (byte(i) != 0xE2) continue;
    if (second == 0x80 && third >= 0xAA && third <= 0xAE) return true;
    if (second == 0x81 && third >= 0xA6 && third <= 0xA9) return true;
  }
  return false;
}

}  // namespace

void JsonText::value(std::string_view text) {
  separate();
  if (is_plain(text)) {
    text_ += '"';
    text_ += text;
    text_ += '"';
  } else {
    text_ += Json(text).dump(-1, ' ', moves_terminals(text), Json::error_handler_t::replace);
  }
}

void JsonText::value(double number) { raw(Json(number).dump()); }

}  // namespace referee::text
