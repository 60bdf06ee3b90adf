#include "referee/base/text/sha256.hpp"

namespace referee::text {

Sha256::Sha256() { sha256_init(&context_); }

void Sha256::add(std::string_view bytes) {
  // Nettle takes unsigned bytes; reading them through that type is allowed.
  add({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

void Sha256::add(std::span<const std::uint8_t> bytes) {
  sha256_update(&context_, bytes.size(), bytes.data());
}

std::array<std::uint8_t, SHA256_DIGEST_SIZE> Sha256::digest() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context_, digest.size(), digest.data());
  return digest;
}

std::string Sha256::hex() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * SHA256_DIGEST_SIZE);
  for (const unsigned byte : digest()) {
    text.push_back(digits[byte >> 4]);
    text.push_back(digits[byte & 15]);
  }
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

}  // namespace referee::text
