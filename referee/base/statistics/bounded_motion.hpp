// The end of a Brownian motion between two bounds: its time, and the bound.
#pragma once

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

}  // namespace referee::statistics
