#include "referee/base/text/json_text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

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

// Looks at eight bytes at a time: the highest bit of each byte
// of `found` says whether it is one of these. A borrow can set it wrongly, but only in bytes behind
// the first that is one.
const char* end_of_plain_json(const char* at, const char* end) noexcept {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t ones = 0x0101010101010101;
  const auto zero_in = [](std::uint64_t bytes) { return (bytes - ones) & ~bytes; };
  for (std::uint64_t bytes = 0; end - at >= 8; at += 8) {
    std::memcpy(&bytes, at, sizeof bytes);
    const std::uint64_t controls = (bytes - 0x20 * ones) & ~bytes;
    const std::uint64_t found =
        (zero_in(bytes ^ (ones * '"')) | zero_in(bytes ^ (ones * '\\')) | controls | bytes) &
        (0x80 * ones);
    if (found != 0) return at + std::countr_zero(found) / 8;
  }
  const auto is_plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
  };
  while (at != end && is_plain(*at)) ++at;
  return at;
}

void JsonCursor::decode() {
  nlohmann::json json = nlohmann::json::parse(quoted_, nullptr, false);
  if (!json.is_string()) throw NotJson();
  decoded_ = std::move(json.get_ref<std::string&>());
}

double JsonCursor::real(const char* begin) const {
  double value = 0;
  if (std::from_chars(begin, at_, value).ec == std::errc()) return value;
  value = std::strtod(std::string(begin, at_).c_str(), nullptr);  // of a tiny one: about 0
  if (std::isinf(value)) throw NotJson();
  return value;
}

std::string_view JsonCursor::skip() {
  constexpr std::size_t most_keys = 64;  // that are compared with each other
  const char* const begin = at_;
  switch (next()) {
    case '{': {
      const auto first = static_cast<std::ptrdiff_t>(keys_.size());
      object([&](std::string_view) {
        if (keys_.end() - keys_.begin() - first > static_cast<std::ptrdiff_t>(most_keys) ||
            std::find(keys_.begin() + first, keys_.end(), quoted_) != keys_.end() ||
            quoted_.find('\\') != std::string_view::npos) {
          doubtful_ = true;
        } else {
          keys_.push_back(quoted_);
        }
        skip();
        return true;
      });
      keys_.resize(static_cast<std::size_t>(first));
      break;
    }
    case '[':
      list([&] { skip(); });
      break;
    case '"':
      string();
      break;
    case 't':
    case 'f':
      boolean();
      break;
    case 'n':
      word("null");
      break;
    default:
      number();
  }
  return {begin, at_};
}

}  // namespace referee::text
