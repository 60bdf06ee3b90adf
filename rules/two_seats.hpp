// What only games of two seats have.
#pragma once

#include "rules/by_seat.hpp"

namespace rules {

constexpr Seat other(Seat seat) noexcept {
  return seat == Seat::first ? Seat::second : Seat::first;
}

}  // namespace rules
