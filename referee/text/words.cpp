#include "referee/text/words.hpp"

#include <fmt/core.h>

namespace referee::text {

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

}  // namespace referee::text
