#include "referee/base/statistics/any_time.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "referee/base/statistics/elo.hpp"

namespace referee::statistics {
namespace {

constexpr double risk_at_any_time = 0.05;
constexpr double score_per_elo =
    std::numbers::ln10 / 1600;  // of the score of equal bots, for 1 Elo

// Half the width in standard errors after `times` as many pairs as the interval is meant for.
double quantile(double times) {
  // For that number n the mixture is best whose n rho^2 is this.
  const double best =
      -2 * std::log(risk_at_any_time) + std::log(1 - 2 * std::log(risk_at_any_time));
  const double x = best * times;
  return std::sqrt((x + 1) / x * (std::log(x + 1) - 2 * std::log(risk_at_any_time)));
}

// The number of pairs of equal bots, with the deviation of usual games, that the interval is meant
// for. It must not depend on the results.
double meant_for(double until) {
  if (!(until > 0)) throw std::invalid_argument("an interval needs a width above 0");
  constexpr double usual_deviation = 0.3;
  return std::pow(quantile(1) * usual_deviation / (score_per_elo * until), 2);
}

// Of the mean score plus or minus `reach`, in Elo.
Estimate elo_around(double score, double reach) {
  const double low = score - reach;
  const double high = score + reach;
  const double middle = elo_of_score(std::clamp(score, 1e-9, 1 - 1e-9));
  if (low > 0 && high < 1) return Estimate::between(elo_of_score(low), middle, elo_of_score(high));
  if (low <= 0 && high >= 1) return {};
  Estimate one_end;
  one_end.value = middle;
  one_end.reach = low > 0 ? Reach::at_least : Reach::at_most;
  (low > 0 ? one_end.low : one_end.high) = elo_of_score(low > 0 ? low : high);
  one_end.error = std::abs(middle - elo_of_score(low > 0 ? low : high));
  return one_end;
}

}  // namespace

Estimate elo_at_any_time(const PairCounts& pairs, double until) {
  static_cast<void>(meant_for(until));  // refuses no width
  const Strength found = strength(pairs);
  if (found.count == 0) return {};
  // All results equal have no spread; half of one at each end is added.
  const auto n = static_cast<double>(found.count);
  const double score = found.score;
  const double away = (score * score + (1 - score) * (1 - score)) / 2;
  const double variance = (n * found.variance + away) / (n + 1);
  return elo_around(score, quantile(n / meant_for(until)) * std::sqrt(variance / n));
}

double pairs_until(double until, double score, double deviation) {
  if (!(until > 0)) throw std::invalid_argument("an interval needs a width above 0");
  double low = 1;
  double high = 1e12;
  for (int i = 0; i < 200 && high > low * 1.0001; ++i) {
    const double middle = std::sqrt(low * high);
    const Estimate one = elo_around(score, z95 * deviation / std::sqrt(middle));
    const bool narrow = one.reach == Reach::two_sided && one.error <= until;
    (narrow ? high : low) = middle;
  }
  return high;
}

}  // namespace referee::statistics
