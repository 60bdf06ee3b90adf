// SHA-256 (FIPS 180-4), by Nettle, which uses the processor's instructions for it.
#pragma once

#include <nettle/sha2.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace referee::text {

// Takes bytes in pieces.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  void add(std::span<const std::uint8_t> bytes);
  // The hash of all bytes so far. Resets.
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest();
  // The same as 64 hexadecimal digits.
  std::string hex();

 private:
  sha256_ctx context_{};
};

// Of some bytes, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace referee::text
