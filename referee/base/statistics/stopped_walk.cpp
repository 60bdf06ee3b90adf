#include "referee/base/statistics/stopped_walk.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "referee/base/statistics/distributions.hpp"

namespace referee::statistics {
namespace {

// ln P(Z <= z), also where the probability itself would be 0.
double log_normal_cdf(double z) {
  constexpr double far = -30;
  if (z > far) return std::log(normal_cdf(z));
  return -z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) + std::log1p(-1 / (z * z));
}

// exp(exponent) P(Z <= z), where either factor alone may be out of range.
double scaled_cdf(double exponent, double z) { return std::exp(exponent + log_normal_cdf(z)); }

// exp(exponent) P(low < Z <= high).
double scaled_range(double exponent, double low, double high) {
  if (low > 0) return scaled_range(exponent, -high, -low);
  return scaled_cdf(exponent, high) - scaled_cdf(exponent, low);
}

}  // namespace

// How many images of the start behind the bounds matter, on each side.
int BoundedMotion::images() const {
  constexpr double enough = 9;
  return 2 + static_cast<int>((enough * std::sqrt(time) + std::abs(drift) * time) / (2 * width()));
}

// Each image has the law of the first passage over its distance.
double BoundedMotion::reaches_lower() const {
  const double root = std::sqrt(time);
  const double speed = std::abs(drift);
  const int most = images();
  double sum = 0;
  for (int j = -most; j <= most; ++j) {
    const double distance = -lower + 2 * j * width();
    const double away = std::abs(distance);
    const double tilt = drift * lower;
    const double passage = scaled_cdf(tilt - away * speed, (speed * time - away) / root) +
                           scaled_cdf(tilt + away * speed, (-speed * time - away) / root);
    sum += distance > 0 ? passage : -passage;
  }
  return std::clamp(sum, 0.0, 1.0);
}

double BoundedMotion::reaches_upper() const {
  return BoundedMotion{-upper, -lower, -drift, time}.reaches_lower();
}

// An image at c is exp(drift (x - c)) times the motion from c without a drift.
double BoundedMotion::stays_below(double height) const {
  const double root = std::sqrt(time);
  const auto image = [&](double start) {
    const double centre = start + drift * time;
    return scaled_range(drift * start, (lower - centre) / root, (height - centre) / root);
  };
  const int most = images();
  double sum = 0;
  for (int j = -most; j <= most; ++j) {
    sum += image(2 * j * width()) - image(2 * lower + 2 * j * width());
  }
  return std::clamp(sum, 0.0, 1.0);
}

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
