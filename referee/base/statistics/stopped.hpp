// Estimates after a sequential stop, free of the lean towards the accepted side.
//
// strength() treats the number of pairs as fixed. A test that stops when the figures look good
// enough makes it depend on the figures: the plain estimate then leans towards the accepted side by
// about a quarter of the distance of the hypotheses. The estimates here are median-unbiased: too
// high as often as too low. Their method is that of StoppedWalk, their measured coverage in
// tests/base/statistics/coverage.md. For points see point_bounds().
#pragma once

#include <optional>

#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/game_counts.hpp"
#include "referee/base/statistics/sprt.hpp"

namespace referee::statistics {

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

}  // namespace referee::statistics
