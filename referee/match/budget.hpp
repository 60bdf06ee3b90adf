// The thinking time of a bot as people and files give it: in seconds.
#pragma once

#include <cmath>
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

}  // namespace referee::match
