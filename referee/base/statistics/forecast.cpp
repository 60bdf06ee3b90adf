#include "referee/base/statistics/forecast.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/likeliest_laws.hpp"
#include "referee/base/statistics/sprt.hpp"
#include "referee/base/statistics/stopped_walk.hpp"

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

// Random numbers from a generator that is the same everywhere.
class Draws {
 public:
  double normal() {
    constexpr double two_pi = 6.283185307179586;
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(two_pi * uniform());
  }
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

  std::mt19937_64 bits_{20'261'122};
};

double effect_of(Model model, double elo, double deviation) {
  return model == Model::logistic ? (score_of_elo(elo) - 0.5) / deviation
                                  : elo / (normalized_elo_unit / std::sqrt(2.0));
}

// The law of equal bots with this deviation, with a tenth of games drawn.
Shares even_law(double deviation) {
  const double variance = std::min(deviation * deviation, 0.249);
  const double half = std::min(0.09, 4 * variance);  // of WD, as of LD
  const double whole = std::min((1 - 2 * half) / 2, 2 * (variance - half / 8));
  return {whole, half, 1 - 2 * whole - 2 * half, half, whole};
}

// The same law, tilted until it has the true difference.
Shares law_of(Model model, double truth, double deviation) {
  const Sample even{5, {0, 0.25, 0.5, 0.75, 1}, even_law(deviation), 1};
  const auto too_low = [&](double slope) {
    const Moments m = moments(even, tilted(even, slope));
    if (model == Model::logistic) return m.mean < score_of_elo(truth);
    return m.mean - 0.5 < effect_of(model, truth, deviation) * m.deviation;
  };
  double low = -300;
  double high = 300;
  for (int i = 0; i < 60; ++i) {
    const double middle = low + (high - low) / 2;
    (too_low(middle) ? low : high) = middle;
  }
  return tilted(even, low);
}

// A WinTest that is quick: its ratio is that of normal laws of unknown variance, which is close.
class QuickTest {
 public:
  QuickTest(const WinQuestion& question, const WinTest& so_far)
      : question_(question), bounds_(so_far.sprt().bounds), far_(so_far.far()) {
    const PairCounts& pairs = so_far.pairs();
    const std::array counts{pairs.ll, pairs.ld, pairs.even, pairs.wd, pairs.ww};
    for (std::size_t quarters = 0; quarters < counts.size(); ++quarters) {
      count(quarters, static_cast<double>(counts[quarters]));
    }
    const double unit = normalized_elo_unit / std::sqrt(2.0);
    const bool logistic = question.model == Model::logistic;
    at0_ = logistic ? score_of_elo(question.elo.elo0) - 0.5 : question.elo.elo0 / unit;
    at1_ = logistic ? score_of_elo(question.elo.elo1) - 0.5 : question.elo.elo1 / unit;
  }

  Decision add(std::size_t quarters) {
    count(quarters, 1);
    const Decision decision = decide(ratio(), bounds_);
    if (far_) far_->add(quarters);
    return decision != Decision::proceed || !far_ ? decision : far_->decision();
  }

 private:
  void count(std::size_t quarters, double times) {
    const double score = static_cast<double>(quarters) / 4 - 0.5;
    n_ += times;
    sum_ += times * score;
    squares_ += times * score * score;
  }
  [[nodiscard]] double ratio() const {
    // As if each result that did not occur had occurred a little.
    constexpr double little = 0.001;
    const double mean = sum_ / n_;
    const double variance = std::max(squares_ / n_ - mean * mean, little / n_);
    const double deviation = question_.model == Model::logistic ? 1 : std::sqrt(variance);
    const double off0 = mean - at0_ * deviation;
    const double off1 = mean - at1_ * deviation;
    return n_ / 2 * std::log((variance + off0 * off0) / (variance + off1 * off1));
  }

  WinQuestion question_;
  Bounds bounds_;
  std::optional<FarStop> far_;
  double at0_ = 0;
  double at1_ = 0;
  double n_ = 0;
  double sum_ = 0;  // of scores above 1/2
  double squares_ = 0;
};

std::size_t drawn(const Shares& law, Draws& draws) {
  double rest = draws.uniform();
  std::size_t quarters = 0;
  while (quarters < 4 && rest >= law[quarters]) rest -= law[quarters++];
  return quarters;
}

// `length`: the number of pairs not exceeded with a chance.
template <typename Length>
void set_lengths(Forecast& forecast, const Length& length) {
  for (std::size_t i = 0; i < forecast.pairs.size(); ++i) {
    forecast.pairs[i] = length(static_cast<double>(i + 1) / 40);
  }
}

// Collects the endings of simulated tests.
class Endings {
 public:
  explicit Endings(std::uint64_t runs) : share_(1 / static_cast<double>(runs)) {}

  void add(Decision decision, std::uint64_t pairs) {
    (decision == Decision::accept_h0   ? forecast_.chance_h0
     : decision == Decision::accept_h1 ? forecast_.chance_h1
                                       : forecast_.chance_open) += share_;
    lengths_.push_back(static_cast<double>(pairs));
    forecast_.mean_pairs += lengths_.back() * share_;
  }
  Forecast finish() {
    std::sort(lengths_.begin(), lengths_.end());
    set_lengths(forecast_, [this](double share) {
      return lengths_[static_cast<std::size_t>(share * static_cast<double>(lengths_.size()))];
    });
    return forecast_;
  }

 private:
  double share_;
  std::vector<double> lengths_;
  Forecast forecast_;
};

}  // namespace

Forecast forecast(const Hypotheses& hypotheses, const Risks& risks, Model model,
                  const ComingPairs& pairs, double begin) {
  static_cast<void>(log_likelihood_ratio(PairCounts{}, hypotheses, model));  // refuses nonsense
  if (!(pairs.deviation > 0))
    throw std::invalid_argument("the deviation of a pair must be above 0");
  const Bounds bounds = statistics::bounds(risks);
  if (!(begin > bounds.lower && begin < bounds.upper)) {
    throw std::invalid_argument("a forecast begins between the bounds of the test");
  }
  const auto effect = [&](double elo) { return effect_of(model, elo, pairs.deviation); };
  const double effect0 = effect(hypotheses.elo0);
  const double apart = effect(hypotheses.elo1) - effect0;
  // In units of the deviation of one pair's evidence.
  BoundedMotion motion;
  motion.lower = (bounds.lower - begin) / apart - overshoot;
  motion.upper = (bounds.upper - begin) / apart + overshoot;
  motion.drift = effect(pairs.truth) - effect0 - apart / 2;
  motion.time = static_cast<double>(pairs.most);
  Forecast result;
  result.chance_h0 = motion.reaches_lower();
  result.chance_h1 = motion.reaches_upper();
  result.chance_open = std::max(0.0, 1 - result.chance_h0 - result.chance_h1);
  result.mean_pairs = mean_time(motion, motion.time);
  set_lengths(result, [&](double share) { return time_of(motion, share, motion.time); });
  return result;
}

Forecast forecast(const WinQuestion& question, const ComingPairs& pairs, const WinTest* so_far,
                  double effort) {
  const WinTest begun = so_far != nullptr ? *so_far : WinTest(question);
  if (begun.decision() != Decision::proceed) {
    throw std::invalid_argument("a forecast is of a test that has not decided");
  }
  const Forecast smooth =
      forecast(question.elo, ratio_risks(question), question.model, pairs, begun.sprt().llr);
  constexpr double most_simulated = 20'000;
  if (smooth.mean_pairs > most_simulated) return smooth;
  const auto runs =
      static_cast<std::uint64_t>(std::clamp(effort / (smooth.mean_pairs + 1), 200.0, 2000.0));
  const Shares law = law_of(question.model, pairs.truth, pairs.deviation);
  const QuickTest begin(question, begun);
  Draws draws;
  Endings endings(runs);
  for (std::uint64_t run = 0; run < runs; ++run) {
    QuickTest test = begin;
    Decision decision = Decision::proceed;
    std::uint64_t count = 0;
    for (; decision == Decision::proceed && count < pairs.most; ++count) {
      decision = test.add(drawn(law, draws));
    }
    endings.add(decision, count);
  }
  return endings.finish();
}

Forecast forecast(const PointHypotheses& hypotheses, const PointTest& so_far,
                  const ComingPairs& pairs, std::uint64_t runs) {
  if (so_far.decision() != Decision::proceed) {
    throw std::invalid_argument("a forecast is of a test that has not decided");
  }
  Draws draws;
  Endings endings(runs);
  for (std::uint64_t run = 0; run < runs; ++run) {
    PointTest test = so_far;
    std::uint64_t count = 0;
    for (; test.decision() == Decision::proceed && count < pairs.most; ++count) {
      test.add(std::clamp(pairs.truth + pairs.deviation * draws.normal(), hypotheses.lowest,
                          hypotheses.highest));
    }
    endings.add(test.decision(), count);
  }
  return endings.finish();
}

}  // namespace referee::statistics
