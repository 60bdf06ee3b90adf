#include "referee/statistics/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "referee/statistics/bounded_motion.hpp"
#include "referee/statistics/elo.hpp"

namespace referee::statistics {
namespace {

// The chance that the motion has ended by then.
double ended(BoundedMotion motion, double time) {
  if (time <= 0) return 0;
  motion.time = time;
  return std::min(1.0, motion.reaches_lower() + motion.reaches_upper());
}

// The time by which it has ended with the chance `share`, at most `most`.
double time_of(const BoundedMotion& motion, double share, double most) {
  if (ended(motion, most) < share) return most;
  double low = 0;
  double high = most;
  for (int i = 0; i < 60; ++i) {
    const double middle = low + (high - low) / 2;
    (ended(motion, middle) < share ? low : high) = middle;
  }
  return high;
}

// The mean of its end or `most`, whichever is earlier: the area under the chance to go on.
double mean_time(const BoundedMotion& motion, double most) {
  // Beyond this it goes on with a chance that no longer matters.
  const double end = time_of(motion, 1 - 1e-9, most);
  constexpr int steps = 400;
  double area = 0;
  double before = 1;
  double from = 0;
  for (int i = 1; i <= steps; ++i) {
    // Steps that grow, for the beginning has the detail.
    const double share = static_cast<double>(i) / steps;
    const double to = end * share * share;
    const double chance = 1 - ended(motion, to);
    area += (before + chance) / 2 * (to - from);
    before = chance;
    from = to;
  }
  return area;
}

// Uniform numbers from a generator that is the same everywhere, made normal.
class NormalDraws {
 public:
  double next() {
    constexpr double two_pi = 6.283185307179586;
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(two_pi * uniform());
  }

 private:
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

  std::mt19937_64 bits_{20'261'122};
};

}  // namespace

Forecast forecast(const Hypotheses& hypotheses, const Risks& risks, Model model, double truth,
                  double deviation, std::uint64_t most, double begin) {
  static_cast<void>(log_likelihood_ratio(PairCounts{}, hypotheses, model));  // refuses nonsense
  if (!(deviation > 0)) throw std::invalid_argument("the deviation of a pair must be above 0");
  const Bounds bounds = statistics::bounds(risks);
  if (!(begin > bounds.lower && begin < bounds.upper)) {
    throw std::invalid_argument("a forecast begins between the bounds of the test");
  }
  const auto effect = [&](double elo) {
    return model == Model::logistic ? (score_of_elo(elo) - 0.5) / deviation
                                    : elo / (normalized_elo_unit / std::sqrt(2.0));
  };
  const double effect0 = effect(hypotheses.elo0);
  const double apart = effect(hypotheses.elo1) - effect0;
  // In units of the deviation of one pair's evidence.
  BoundedMotion motion;
  motion.lower = (bounds.lower - begin) / apart - overshoot;
  motion.upper = (bounds.upper - begin) / apart + overshoot;
  motion.drift = effect(truth) - effect0 - apart / 2;
  motion.time = static_cast<double>(most);
  Forecast result;
  result.chance_h0 = motion.reaches_lower();
  result.chance_h1 = motion.reaches_upper();
  result.chance_open = std::max(0.0, 1 - result.chance_h0 - result.chance_h1);
  result.mean_pairs = mean_time(motion, motion.time);
  result.median_pairs = time_of(motion, 0.5, motion.time);
  result.p95_pairs = time_of(motion, 0.95, motion.time);
  return result;
}

Forecast forecast(const PointHypotheses& hypotheses, const Risks& risks, double mean,
                  double deviation, std::uint64_t most, std::uint64_t runs) {
  NormalDraws normal;
  Forecast result;
  std::vector<double> lengths;
  for (std::uint64_t run = 0; run < runs; ++run) {
    PointTest test(hypotheses, risks);
    while (test.decision() == Decision::proceed && test.points().count() < most) {
      test.add(std::clamp(mean + deviation * normal.next(), hypotheses.lowest, hypotheses.highest));
    }
    const double share = 1 / static_cast<double>(runs);
    (test.decision() == Decision::accept_h0   ? result.chance_h0
     : test.decision() == Decision::accept_h1 ? result.chance_h1
                                              : result.chance_open) += share;
    lengths.push_back(static_cast<double>(test.points().count()));
    result.mean_pairs += lengths.back() * share;
  }
  std::sort(lengths.begin(), lengths.end());
  result.median_pairs = lengths[lengths.size() / 2];
  result.p95_pairs = lengths[lengths.size() * 95 / 100];
  return result;
}

}  // namespace referee::statistics
