#include "referee/base/statistics/point_test.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "referee/base/statistics/paired_points.hpp"

namespace referee::statistics {
namespace {

// The stakes of both bets on the next difference, after those in `seen`: against delta0, and
// against delta1.
//
// gain / (variance + gain^2) makes the logarithm of the capital grow fastest, if a bet wins `gain`
// a pair on the average. The gain aimed at is delta1 - delta0, what the bet wins at the edge of the
// other hypothesis, or more if the pairs so far show more beyond one standard error.
//
// The variance is kept up by one imagined pair of the largest possible spread, so that a
// quiet beginning does not tempt to high stakes.
struct Stakes {
  double above = 0;
  double below = 0;
};

Stakes stakes_after(const PairedPoints& seen, const PointHypotheses& h) noexcept {
  const double range = h.highest - h.lowest;
  const auto n = static_cast<double>(seen.count());
  const double squares = seen.variance().value_or(0) * std::max(n - 1, 0.0);
  const double variance = (squares + range * range / 16) / (n + 1);
  const double error = std::sqrt(variance / (n + 1));
  const auto stake = [&](double gain) {
    const double aim = std::max(h.delta1 - h.delta0, gain - error);
    return aim / (variance + aim * aim);
  };
  return {stake(seen.mean() - h.delta0), stake(h.delta1 - seen.mean())};
}

// What a bet on a mean above (below) `mean` adds to the logarithm of its capital. It never loses
// more than nine tenths of it.
constexpr double most_to_lose = 0.9;

double won_above(double stake, double difference, double mean, const PointHypotheses& h) {
  return std::log1p(std::min(stake, most_to_lose / (mean - h.lowest)) * (difference - mean));
}

double won_below(double stake, double difference, double mean, const PointHypotheses& h) {
  return std::log1p(std::min(stake, most_to_lose / (h.highest - mean)) * (mean - difference));
}

// Both bets, looked at against every mean. Against a higher mean the first one has won less at
// every time, the second one more.
class Bets {
 public:
  Bets(std::span<const double> differences, const PointHypotheses& hypotheses)
      : differences_(differences), hypotheses_(hypotheses) {
    PairedPoints seen;
    stakes_.reserve(differences.size());
    for (const double difference : differences) {
      stakes_.push_back(stakes_after(seen, hypotheses));
      seen.add(difference);
    }
  }

  struct Capital {
    double most = 0;  // logarithms
    double last = 0;
  };
  [[nodiscard]] Capital above(double mean) const {
    return capital([&](std::size_t i) {
      return won_above(stakes_[i].above, differences_[i], mean, hypotheses_);
    });
  }
  [[nodiscard]] Capital below(double mean) const {
    return capital([&](std::size_t i) {
      return won_below(stakes_[i].below, differences_[i], mean, hypotheses_);
    });
  }

 private:
  template <typename Won>
  [[nodiscard]] Capital capital(const Won& won) const {
    Capital capital;
    for (std::size_t i = 0; i < differences_.size(); ++i) {
      capital.last += won(i);
      capital.most = std::max(capital.most, capital.last);
    }
    return capital;
  }

  std::span<const double> differences_;
  PointHypotheses hypotheses_;
  std::vector<Stakes> stakes_;
};

// The last place on the way from `from` to `to` at which `holds` was found to be true, if it is
// true up to some place and false beyond it; `from` if it is false everywhere.
template <typename Holds>
double last_place(double from, double to, const Holds& holds) {
  for (int i = 0; i < 60; ++i) {
    const double middle = from + (to - from) / 2;
    (holds(middle) ? from : to) = middle;
  }
  return from;
}

}  // namespace

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

void PointTest::add(double difference) {
  const auto& h = hypotheses_;
  if (!(difference >= h.lowest && difference <= h.highest)) {
    throw std::invalid_argument("a difference in points is outside the limits of the test");
  }
  if (decision_ == Decision::proceed) {
    const Stakes stakes = stakes_after(points_, h);
    evidence_.for_h1 += won_above(stakes.above, difference, h.delta0, h);
    evidence_.for_h0 += won_below(stakes.below, difference, h.delta1, h);
    if (evidence_.for_h1 >= evidence_.needed_for_h1) decision_ = Decision::accept_h1;
    if (evidence_.for_h0 >= evidence_.needed_for_h0) decision_ = Decision::accept_h0;
  }
  points_.add(difference);
}

PointTest::Evidence PointTest::evidence() const noexcept { return evidence_; }

CutPointTest::CutPointTest(const PointHypotheses& hypotheses, const Risks& risks)
    : hypotheses_(hypotheses), risks_(risks), test_(hypotheses, risks) {}

void CutPointTest::add(double difference) {
  const auto& h = hypotheses_;
  if (!std::isfinite(difference)) throw std::invalid_argument("a difference must be finite");
  test_.add(std::clamp(difference, h.lowest, h.highest));
  differences_.push_back(difference);
  if (difference > h.highest) ++cut_above_;
  if (difference < h.lowest) ++cut_below_;
}

bool CutPointTest::limit_too_small() const noexcept {
  if (cut_above_ > 0 && cut_below_ > 0) return true;
  return test_.decision() != Decision::proceed && decision() == Decision::proceed;
}

Decision CutPointTest::decision() const noexcept {
  const Decision decision = test_.decision();
  const auto against = decision == Decision::accept_h1 ? cut_below_ : cut_above_;
  return against > 0 ? Decision::proceed : decision;
}

Estimate CutPointTest::bounds() const {
  std::vector<double> used = differences_;
  for (double& d : used) d = std::clamp(d, hypotheses_.lowest, hypotheses_.highest);
  Estimate estimate = point_bounds(used, hypotheses_, risks_);
  // What stands beside mean scores is their difference.
  if (estimate.low && estimate.high) {
    estimate.value = std::clamp(test_.points().mean(), *estimate.low, *estimate.high);
  }
  // The true mean may be lower (higher) than that of differences that were cut from below (above).
  if (cut_below_ > 0) estimate.low.reset();
  if (cut_above_ > 0) estimate.high.reset();
  if (cut() == 0) return estimate;
  if (!estimate.low && !estimate.high) return {};
  estimate.reach = estimate.low ? Reach::at_least : Reach::at_most;
  estimate.error = std::abs(estimate.value - (estimate.low ? *estimate.low : *estimate.high));
  return estimate;
}

Estimate point_bounds(std::span<const double> differences, const PointHypotheses& hypotheses,
                      const Risks& risks) {
  PointTest test(hypotheses, risks);  // refuses what makes no test
  for (const double difference : differences) test.add(difference);
  if (differences.empty()) return {};
  const Bets bets(differences, hypotheses);
  const PointHypotheses& h = hypotheses;
  const auto too_low = [&](double mean) {
    return bets.above(mean).most >= test.evidence().needed_for_h1;
  };
  const auto too_high = [&](double mean) {
    return bets.below(mean).most >= test.evidence().needed_for_h0;
  };
  // Begun at the hypotheses, so that no rounding sets a bound apart from the decision.
  const double low = too_low(h.delta0) ? last_place(h.delta0, h.highest, too_low)
                                       : last_place(h.lowest, h.delta0, too_low);
  const double from = too_high(h.delta1) ? h.delta1 : h.highest;
  const double to = too_high(h.delta1) ? h.lowest : h.delta1;
  const double high = last_place(from, to, too_high);
  const double value = last_place(h.lowest, h.highest, [&](double mean) {
    return bets.above(mean).last > bets.below(mean).last;
  });
  return Estimate::between(low, low < high ? std::clamp(value, low, high) : value, high);
}

}  // namespace referee::statistics
