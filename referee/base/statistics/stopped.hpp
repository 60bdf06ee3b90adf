// Estimates after a sequential stop, free of the lean towards the accepted side.
//
// strength() treats the number of pairs as fixed. A test that stops when the figures look good
// enough makes it depend on the figures: the plain estimate then leans towards the accepted side by
// about a quarter of the distance of the hypotheses. The estimates here are median-unbiased: too
// high as often as too low. Their method is that of StoppedWalk, their measured coverage in
// tests/base/statistics/coverage.md. For points see point_bounds().
#pragma once

#include <cstdint>
#include <optional>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/sprt.hpp"

namespace referee::statistics {

// The end of a Brownian motion between two bounds: its time, and the bound.

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

// Estimates the drift of a walk that is watched and stops at a bound, from where it ended.
//
// A sequential test stops where the figures happen to be extreme, so the plain estimate leans
// towards the accepted side and its interval is too narrow. Cure: order all possible endings (the
// lower bound, the earlier the lower; then the walks that were not stopped, by their height; then
// the upper bound, the earlier the higher), and find the drifts under which the observed ending
// or a lower one has the probability 1/2 (the median-unbiased estimate), 2.5 % and 97.5 %.
// Siegmund, "Sequential Analysis" (1985), chapters III.4 and X.

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

struct StoppedStrength {
  Estimate elo;
  Estimate normalized_elo;
  // The likelihood of superiority, 0..1: the confidence that the first bot is the stronger one,
  // which is the probability of an ending below the observed one if both are equally strong. Equal
  // bots get 95 % or more in 5 % of all tests. Where all results are equal no ending is more
  // extreme, and it is Strength::superiority.
  double superiority = 0.5;
  // After a decision the one-sided bounds of both, at the risk of that answer: a lower bound after
  // H1, with the confidence 1 - alpha; an upper bound after H0, with 1 - beta. The bound in the
  // unit of the hypotheses is never on the other side of the rejected hypothesis, since the
  // decision itself says as much.
  std::optional<double> elo_bound;
  std::optional<double> normalized_elo_bound;
};

// The end of a test.
struct Stopping {
  Risks risks;
  bool far = false;  // the far stop ended it, inside the bounds of the ratio test
};

// Estimates after the generalised test on pairs ended with `state`, or went on until a limit on the
// number of pairs (Decision::proceed). If all results are equal: the estimates of strength(), which
// hold for every number of pairs but not for a number that the results chose. Throws like sprt().
StoppedStrength stopped_strength(const PairCounts& pairs, const SprtState& state,
                                 const Hypotheses& hypotheses, Model model = Model::normalized,
                                 const Stopping& stopping = {});

// An interval for Elo that may be looked at after every pair: a mixture of normal bounds (Robbins
// 1970; Waudby-Smith and others, "Time-uniform central limit theory", 2021). It covers the truth at
// all times together with 95 %, in the limit of many pairs. It is narrowest, compared with others,
// where it is about plus or minus `until` Elo, and there 1.55 times as wide as the usual one. An
// end beyond a score of 0 or 1 is absent; without pairs: Reach::nothing. Throws
// std::invalid_argument unless `until` is above 0.
Estimate elo_at_any_time(const PairCounts& pairs, double until);

// The number of pairs after which the usual interval of Elo is plus or minus `until`, if they have
// this mean score, 0..1, and this standard deviation. Who stops when it is so narrow may use it:
// the width says nothing of where its middle lies (Chow and Robbins 1965). Throws likewise.
double pairs_until(double until, double score, double deviation);

}  // namespace referee::statistics
