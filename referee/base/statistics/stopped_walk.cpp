#include "referee/base/statistics/stopped_walk.hpp"

#include <algorithm>
#include <cmath>

#include "referee/base/statistics/bounded_motion.hpp"

namespace referee::statistics {

double StoppedWalk::probability(double drift) const {
  const BoundedMotion motion{lower / deviation - overshoot, upper / deviation + overshoot,
                             drift / deviation, steps};
  switch (ending) {
    case Ending::lower_bound:
      return motion.reaches_lower();
    case Ending::upper_bound:
      return 1 - motion.reaches_upper();
    default:
      break;
  }
  const double inside = std::clamp(height / deviation, motion.lower, motion.upper);
  return std::min(1.0, motion.reaches_lower() + motion.stays_below(inside));
}

double StoppedWalk::drift_with(double p) const {
  // The plain estimate, give or take as many standard errors as matter.
  const double end = ending == Ending::lower_bound   ? lower
                     : ending == Ending::upper_bound ? upper
                                                     : height;
  const double plain = end / steps;
  const double far = 20 * deviation / std::sqrt(steps) + std::abs(plain);
  double low = plain - far;
  double high = plain + far;
  for (int i = 0; i < 60; ++i) {
    const double middle = low + (high - low) / 2;
    (probability(middle) > p ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

}  // namespace referee::statistics
