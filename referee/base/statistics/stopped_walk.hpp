// The end of a walk between two bounds: how likely each ending is, and what drift explains one.
//
// A sequential test stops where the figures happen to be extreme, so the plain estimate leans
// towards the accepted side and its interval is too narrow. Cure: order all possible endings (the
// lower bound, the earlier the lower; then the walks that were not stopped, by their height; then
// the upper bound, the earlier the higher), and find the drifts under which the observed ending
// or a lower one has the probability 1/2 (the median-unbiased estimate), 2.5 % and 97.5 %.
// Siegmund, "Sequential Analysis" (1985), chapters III.4 and X.
#pragma once

#include <cstdint>

namespace referee::statistics {

// A walk with steps overshoots its bounds; a Brownian motion with bounds that many deviations of a
// step further out ends about when the walk does. Siegmund's correction, -zeta(1/2) / sqrt(2 pi).
inline constexpr double overshoot = 0.5825971579390106;

// A motion that begins at 0, gains `drift` a step on average with a deviation of 1, and is watched
// for `time` steps. lower < 0 < upper.
struct BoundedMotion {
  double lower = 0;
  double upper = 0;
  double drift = 0;
  double time = 0;

  // The probability that it reaches the lower bound within the time, and before the upper one.
  [[nodiscard]] double reaches_lower() const;
  [[nodiscard]] double reaches_upper() const;
  // The probability that it reaches neither, and ends at or below `height`, from lower to upper.
  [[nodiscard]] double stays_below(double height) const;

 private:
  [[nodiscard]] double width() const noexcept { return upper - lower; }
  [[nodiscard]] int images() const;
};

// The end of a walk.
enum class Ending : std::uint8_t { lower_bound, between, upper_bound };

// A sum of `steps` independent steps, begun at 0, with the standard deviation `deviation` a step,
// watched after every step against `lower` < 0 < `upper`. It is taken as a Brownian motion whose
// bounds lie 0.583 deviations further out, since a walk with steps overshoots its bounds.
struct StoppedWalk {
  double lower = 0;
  double upper = 0;
  double deviation = 0;  // above 0
  double steps = 0;      // at least 1
  Ending ending = Ending::between;
  double height = 0;  // the position of a walk that was not stopped

  // The probability of an ending not above this one, if a step has the mean `drift`. Falls from
  // 1 to 0 as the drift rises.
  [[nodiscard]] double probability(double drift) const;
  // The drift with this probability, 0 < p < 1.
  [[nodiscard]] double drift_with(double p) const;
};

}  // namespace referee::statistics
