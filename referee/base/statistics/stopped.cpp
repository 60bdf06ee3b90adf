#include "referee/base/statistics/stopped.hpp"

#include <algorithm>
#include <cmath>

#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/far_stop.hpp"
#include "referee/base/statistics/likeliest_laws.hpp"
#include "referee/base/statistics/stopped_walk.hpp"

namespace referee::statistics {
namespace {

Ending ending_of(Decision decision) {
  if (decision == Decision::proceed) return Ending::between;
  return decision == Decision::accept_h0 ? Ending::lower_bound : Ending::upper_bound;
}

// A test between two means in units of the deviation of one result, `effect0` and `effect1`.
struct Stop {
  double effect0 = 0;
  double effect1 = 0;
  double n = 0;
  // Standard error of an estimated effect times sqrt(n): 1 but for far effects.
  double error = 1;
  Bounds bounds;
  Decision decision = Decision::proceed;
  Stopping stopping;
};

// Of the risk of an answer, for its bound: half of what the ratio test has, so that of all tests,
// whichever way they end, at most as many have a wrong bound as the risk says.
constexpr double bound_share = 0.4;

struct Effects {
  double low = 0;
  double median = 0;
  double high = 0;
  double bound = 0;  // one-sided, of the accepted side
};

// The ratio grows more slowly than the sum of the results where their mean is far off, as it is
// when a test stops after few results: so `effect`, the observed one, says how high the bound was
// that was reached, and not the ratio. The far stop ends a walk inside the bounds: there the bound
// is taken to be where it ended.
StoppedWalk walk_of(const Stop& stop, double effect) {
  const double apart = stop.effect1 - stop.effect0;
  StoppedWalk walk;
  walk.lower = stop.bounds.lower;
  walk.upper = stop.bounds.upper;
  walk.deviation = apart * stop.error;
  walk.steps = stop.n;
  walk.ending = ending_of(stop.decision);
  walk.height = apart * stop.n * (effect - (stop.effect0 + stop.effect1) / 2);
  const double reached_upper = walk.height - overshoot * walk.deviation;
  const double reached_lower = walk.height + overshoot * walk.deviation;
  const double least = walk.deviation / 100;  // a bound is not where the walk begins
  if (stop.stopping.far && stop.decision == Decision::accept_h1) {
    walk.upper = std::max(least, reached_upper);
  } else if (stop.stopping.far) {
    walk.lower = std::min(-least, reached_lower);
  }
  walk.upper = std::max(walk.upper, reached_upper);
  walk.lower = std::min(walk.lower, reached_lower);
  return walk;
}

Effects effects_of(const Stop& stop, double observed) {
  const double apart = stop.effect1 - stop.effect0;
  const StoppedWalk walk = walk_of(stop, observed);
  // Student's law in place of the normal one, for few results.
  const auto tail = [&](double risk) { return normal_cdf(-student_t_quantile(1 - risk, stop.n)); };
  const auto effect = [&](double p) {
    return (stop.effect0 + stop.effect1) / 2 + walk.drift_with(p) / apart;
  };
  const double both = tail(0.025);
  Effects effects{effect(1 - both), effect(0.5), effect(both), 0};
  if (stop.decision == Decision::accept_h1) {
    effects.bound =
        std::max(stop.effect0, effect(1 - tail(bound_share * stop.stopping.risks.alpha)));
  } else if (stop.decision == Decision::accept_h0) {
    effects.bound = std::min(stop.effect1, effect(tail(bound_share * stop.stopping.risks.beta)));
  }
  return effects;
}

// The probability of an ending below the observed one if the effect is 0.
double superiority_of(const Stop& stop, double effect) {
  const double apart = stop.effect1 - stop.effect0;
  const double middle = (stop.effect0 + stop.effect1) / 2;
  const double p = walk_of(stop, effect).probability(-apart * middle);
  constexpr double edge = 1e-15;
  if (p < edge || p > 1 - edge) return p;
  return student_t_cdf(normal_quantile(p), stop.n);
}

Estimate estimate_of(const Effects& effects, double unit) {
  return {unit * effects.median, unit * (effects.high - effects.low) / 2,
          unit * effects.low,    unit * effects.high,
          Reach::two_sided,      false};
}

// Elo of a score 1/2 + effect * deviation; where that leaves 0..1, the end of `plain`.
Estimate elo_estimate(const Effects& effects, double deviation, const Estimate& plain) {
  const auto inside = [](double score) { return score > 0 && score < 1; };
  const double low = 0.5 + effects.low * deviation;
  const double median = 0.5 + effects.median * deviation;
  const double high = 0.5 + effects.high * deviation;
  if (!inside(low) || !inside(median) || !inside(high)) return plain;
  return Estimate::between(elo_of_score(low), elo_of_score(median), elo_of_score(high));
}

// Keeps the bound in the unit of the hypotheses on its side of the hypothesis that was turned down,
// which is one itself, and each estimate on its side of its bound.
void keep_to_decision(StoppedStrength& strength, Decision decision, const Hypotheses& hypotheses,
                      Model model) {
  auto& bound = model == Model::logistic ? strength.elo_bound : strength.normalized_elo_bound;
  bound = decision == Decision::accept_h1
              ? std::max(bound.value_or(hypotheses.elo0), hypotheses.elo0)
              : std::min(bound.value_or(hypotheses.elo1), hypotheses.elo1);
  const auto keep = [decision](Estimate& estimate, const std::optional<double>& end) {
    if (!end) return;
    double& value = estimate.value;
    value = decision == Decision::accept_h1 ? std::max(value, *end) : std::min(value, *end);
  };
  keep(strength.elo, strength.elo_bound);
  keep(strength.normalized_elo, strength.normalized_elo_bound);
}

// An estimate with those of its ends that are known; the value lies between them.
Estimate with_ends(double value, std::optional<double> low, std::optional<double> high) {
  if (low) value = std::max(value, *low);
  if (high) value = std::min(value, *high);
  if (low && high) return Estimate::between(*low, value, *high);
  if (!low && !high) return {};
  return {value, std::abs(value - (low ? *low : *high)), low,
          high,  low ? Reach::at_least : Reach::at_most, false};
}

std::optional<double> elo_end(double score) {
  return score > 0 && score < 1 ? std::optional(elo_of_score(score)) : std::nullopt;
}

// A mean score bounds the normalised Elo only on its own side of 1/2: a narrow law has any larger
// one.
std::optional<double> low_end(double score) {
  return score >= 0.5 && score < 1 ? std::optional(widest_elo(score)) : std::nullopt;
}
std::optional<double> high_end(double score) {
  return score <= 0.5 && score > 0 ? std::optional(widest_elo(score)) : std::nullopt;
}

// What the bets of the far stop say, which ended the test.
void set_ends_by_bets(StoppedStrength& strength, const PairCounts& pairs, Decision decision,
                      const Risks& risks) {
  const ScoreBounds ends = score_bounds(pairs, {0.025, 0.025});
  strength.elo = with_ends(strength.elo.value, elo_end(ends.low), elo_end(ends.high));
  strength.normalized_elo =
      with_ends(strength.normalized_elo.value, low_end(ends.low), high_end(ends.high));
  const ScoreBounds bounds = score_bounds(pairs, risks);
  const bool h1 = decision == Decision::accept_h1;
  strength.elo_bound = elo_end(h1 ? bounds.low : bounds.high);
  strength.normalized_elo_bound = h1 ? low_end(bounds.low) : high_end(bounds.high);
}

}  // namespace

StoppedStrength stopped_strength(const PairCounts& pairs, const SprtState& state,
                                 const Hypotheses& hypotheses, Model model,
                                 const Stopping& stopping) {
  const Strength plain = strength(pairs);
  const bool decided = state.decision != Decision::proceed;
  if (plain.variance == 0) {
    StoppedStrength result{plain.elo, plain.normalized_elo, plain.superiority, {}, {}};
    if (!decided) return result;
    set_ends_by_bets(result, pairs, state.decision, stopping.risks);
    keep_to_decision(result, state.decision, hypotheses, model);
    return result;
  }
  const double unit = normalized_elo_unit / std::sqrt(2.0);
  const double deviation = std::sqrt(plain.variance);
  const auto effect = [&](double elo) {
    return model == Model::logistic ? (score_of_elo(elo) - 0.5) / deviation : elo / unit;
  };
  Stop stop;
  stop.effect0 = effect(hypotheses.elo0);
  stop.effect1 = effect(hypotheses.elo1);
  stop.n = static_cast<double>(plain.count);
  // The evidence of the test rests on the same estimate of the spread, so that counts twice.
  stop.error = plain.effect_error * std::max(1.0, plain.careful_variance / plain.variance);
  stop.bounds = state.bounds;
  stop.decision = state.decision;
  stop.stopping = stopping;
  Stop of_mean = stop;
  of_mean.error = std::max(1.0, std::sqrt(plain.careful_variance / plain.variance));
  const double observed = (plain.score - 0.5) / deviation;
  const Effects elo = effects_of(of_mean, observed);
  const Effects normalized = effects_of(stop, observed);
  StoppedStrength result{elo_estimate(elo, deviation, plain.elo),
                         estimate_of(normalized, unit),
                         superiority_of(of_mean, observed),
                         {},
                         {}};
  if (!decided) return result;
  if (stopping.far) {
    set_ends_by_bets(result, pairs, state.decision, stopping.risks);
    // Few one-sided pairs say next to nothing of their spread, and a walk with that error could
    // have begun anywhere. Then the value is that of a spread with the imagined result.
    const double careful = unit * (plain.score - 0.5) / std::sqrt(plain.careful_variance);
    const bool h1 = state.decision == Decision::accept_h1;
    const auto& bound = result.normalized_elo_bound;
    double& value = result.normalized_elo.value;
    if (bound && (h1 ? value <= *bound : value >= *bound)) value = careful;
  } else {
    result.normalized_elo_bound = unit * normalized.bound;
    result.elo_bound = elo_end(0.5 + elo.bound * deviation);
  }
  keep_to_decision(result, state.decision, hypotheses, model);
  return result;
}

}  // namespace referee::statistics
