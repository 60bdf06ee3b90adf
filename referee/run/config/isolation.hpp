// The degree to which bots are kept from the machine and from each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace referee::config {

enum class Isolation : std::uint8_t {
  on,       // every protection that this machine offers
  off,      // resource limits only (`--trust`)
  require,  // all that docs/reference/protection.md lists as required, or exit code 3
};

// "on", "off" or "require", as in configs.
constexpr std::string_view name(Isolation isolation) noexcept {
  return std::array<std::string_view, 3>{"on", "off",
                                         "require"}[static_cast<std::size_t>(isolation)];
}

}  // namespace referee::config
