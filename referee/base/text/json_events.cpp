#include "referee/base/text/json_events.hpp"

#include <bit>
#include <cstring>
#include <utility>

#include <nlohmann/json.hpp>

namespace referee::text {

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

const char* end_of_blanks(const char* at, const char* end) noexcept {
  return std::find_if(at, end,
                      [](char c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r'; });
}

bool decode_json(std::string_view token, std::string& decoded) {
  nlohmann::json json = nlohmann::json::parse(token, nullptr, false);
  if (!json.is_string()) return false;
  decoded = std::move(json.get_ref<std::string&>());
  return true;
}

}  // namespace referee::text
