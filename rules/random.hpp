// Deterministic random streams, specified to the bit.
//
// Every game has one seed; its random parts come from streams with names ("deal", "jury-1",
// "jury-2"), so that drawing from one never changes another: a takeover by the jury cannot change
// the tiles that follow.
//
// The generator is SplitMix64 (Steele, Lea, Flood 2014). The state of a stream
// begins as mix(seed + 0x9e3779b97f4a7c15 * (1 + fnv1a64(name))), all modulo 2^64,
// where mix is SplitMix64's output function and fnv1a64 the 64-bit FNV-1a hash of
// the name's bytes. Only 64-bit unsigned arithmetic is used: the same numbers come
// out of every compiler and platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace rules {

// Seeds are limited to 53 bits so that every JSON reader keeps them exactly.
inline constexpr std::uint64_t max_seed = (std::uint64_t{1} << 53) - 1;

class Stream {
 public:
  Stream(std::uint64_t seed, std::string_view name) noexcept
      : state_(mix(seed + golden * (1 + fnv1a64(name)))) {}

  // The next 64 bits.
  std::uint64_t next() noexcept {
    state_ += golden;
    return mix(state_);
  }

  // A whole number in 0..bound-1, every one equally likely: the top 32 bits of
  // next() times the bound, the upper half of the product, with the products
  // rejected that would favour some values (Lemire 2019). Precondition: bound > 0.
  std::uint32_t below(std::uint32_t bound) noexcept {
    std::uint64_t product = (next() >> 32) * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (low < threshold) {
        product = (next() >> 32) * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Fisher-Yates from the last element down: element i (i = size-1 .. 1) changes
  // places with element below(i + 1).
  template <typename T>
  void shuffle(std::span<T> values) noexcept {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[below(static_cast<std::uint32_t>(i))]);
    }
  }

  static constexpr std::uint64_t mix(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  static constexpr std::uint64_t fnv1a64(std::string_view text) noexcept {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
      hash ^= static_cast<unsigned char>(c);
      hash *= 0x100000001b3ULL;
    }
    return hash;
  }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state_;
};

// The seed of part `part` of something that has the seed `seed` (for example round 3 of a
// tournament): 53 bits, a pure function of both.
inline std::uint64_t derived_seed(std::uint64_t seed, std::string_view name,
                                  std::uint64_t part) noexcept {
  return Stream::mix(Stream(seed, name).next() + part * 0x9e3779b97f4a7c15ULL) >> 11;
}

}  // namespace rules
