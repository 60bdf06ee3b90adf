// Times as people and files give them: budgets in seconds, what was measured in microseconds.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/bot/limits.hpp"

namespace referee::match {

// The range, in words for errors. Its least value is one that no rounding takes to zero.
inline constexpr std::string_view seconds_range = "from 0.000001 to 1000000";

// Nothing for a value outside that range or NaN.
inline std::optional<bot::Duration> duration_of_seconds(double seconds) {
  constexpr double least = 1e-6;
  constexpr double most = 1e6;
  if (!(seconds >= least) || seconds > most) return std::nullopt;
  return bot::Duration(std::llround(seconds * 1e9));
}

// A measured time as records have it.
inline std::int64_t whole_microseconds(bot::Duration duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

}  // namespace referee::match
