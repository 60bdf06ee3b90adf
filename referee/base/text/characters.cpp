#include "referee/base/text/characters.hpp"

#include <algorithm>
#include <array>

namespace referee::text {

Character first_character(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {lead, 1, false};
  char32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {lead, 1, false};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[bytes] || code > 0x10ffff || surrogate) return {lead, 1, false};
  return {code, bytes, true};
}

bool is_unsafe(const Character& character) noexcept {
  struct Range {
    char32_t first;
    char32_t last;
  };
  constexpr std::array<Range, 7> unsafe{{{0x00, 0x1f},
                                         {0x7f, 0x9f},
                                         {0x061c, 0x061c},
                                         {0x200e, 0x200f},
                                         {0x2028, 0x202e},
                                         {0x2066, 0x2069},
                                         {0xfeff, 0xfeff}}};
  return !character.valid || std::any_of(unsafe.begin(), unsafe.end(), [&](const Range& range) {
    return character.code >= range.first && character.code <= range.last;
  });
}

}  // namespace referee::text
