#include "referee/statistics/point_test.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace referee::statistics {

PointTest::PointTest(const PointHypotheses& hypotheses, const Risks& risks)
    : hypotheses_(hypotheses) {
  const auto& h = hypotheses_;
  if (!(std::isfinite(h.lowest) && std::isfinite(h.highest) && h.lowest < h.delta0 &&
        h.delta0 < h.delta1 && h.delta1 < h.highest)) {
    throw std::invalid_argument("a test on points needs lowest < delta0 < delta1 < highest");
  }
  static_cast<void>(bounds(risks));  // refuses impossible risks
  evidence_.needed_for_h1 = -std::log(risks.alpha);
  evidence_.needed_for_h0 = -std::log(risks.beta);
}

// The stake for a bet that has been winning `gain` a pair on the average and can lose
// `worst` at once. gain / (variance + gain^2) makes the logarithm of the capital grow
// fastest. The gain aimed at is delta1 - delta0, what the bet wins at the edge of the
// other hypothesis, or more if the pairs so far show more beyond one standard error.
//
// The variance is kept up by one imagined pair of the largest possible spread, so that a
// quiet beginning does not tempt to high stakes; and no stake can lose more than nine
// tenths of the capital in one pair.
double PointTest::stake(double gain, double worst) const noexcept {
  constexpr double most_to_lose = 0.9;
  const double range = hypotheses_.highest - hypotheses_.lowest;
  const auto n = static_cast<double>(points_.count());
  const double seen = points_.variance().value_or(0) * std::max(n - 1, 0.0);
  const double variance = (seen + range * range / 16) / (n + 1);
  const double aim =
      std::max(hypotheses_.delta1 - hypotheses_.delta0, gain - std::sqrt(variance / (n + 1)));
  return std::min(aim / (variance + aim * aim), most_to_lose / worst);
}

void PointTest::add(double difference) {
  const auto& h = hypotheses_;
  if (!(difference >= h.lowest && difference <= h.highest)) {
    throw std::invalid_argument("a difference in points is outside the limits of the test");
  }
  if (decision_ == Decision::proceed) {
    const double above = stake(points_.mean() - h.delta0, h.delta0 - h.lowest);
    const double below = stake(h.delta1 - points_.mean(), h.highest - h.delta1);
    evidence_.for_h1 += std::log1p(above * (difference - h.delta0));
    evidence_.for_h0 += std::log1p(below * (h.delta1 - difference));
    if (evidence_.for_h1 >= evidence_.needed_for_h1) decision_ = Decision::accept_h1;
    if (evidence_.for_h0 >= evidence_.needed_for_h0) decision_ = Decision::accept_h0;
  }
  points_.add(difference);
}

PointTest::Evidence PointTest::evidence() const noexcept { return evidence_; }

}  // namespace referee::statistics
