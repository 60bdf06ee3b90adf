#include "referee/base/statistics/elo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/estimate.hpp"

namespace referee::statistics {
namespace {

// ln 40: outside the 95 % interval each side has a chance of 1 in 40.
constexpr double ln40 = 3.6888794541139363;

double square(double x) { return x * x; }

// x ln(x / y), 0 where x is 0.
double entropy_term(double x, double y) { return x > 0 ? x * std::log(x / y) : 0; }

// The end of the Chernoff-Hoeffding interval around `score` that lies towards `edge` (0
// or 1), for `score` away from that edge: entropy grows from 0 at the score to infinity
// at the edge.
double safe_end(double score, double n, double edge) {
  double inside = score;
  double outside = edge;
  for (;;) {
    const double middle = inside + (outside - inside) / 2;
    if (middle == inside || middle == outside) return inside;
    const double entropy = entropy_term(score, middle) + entropy_term(1 - score, 1 - middle);
    (n * entropy <= ln40 ? inside : outside) = middle;
  }
}

struct Results {
  std::span<const std::uint64_t> counts;  // by value, rising from 0 to 1 in equal steps
  double games;                           // games in one result
};

struct Basics {
  double n = 0;
  double step = 0;  // between neighbouring values
  double score = 0.5;
  double variance = 0;
  bool all_equal = false;
  // With one imagined result more, half of it at each end; see the header.
  double careful_variance = 0;
  double careful_effect = 0;        // (mean - 1/2) / deviation
  double careful_effect_error = 0;  // standard error of an effect times sqrt(n)
};

// The moments of the results and half a result more at each end.
void add_careful_moments(const Results& results, Basics& b) {
  constexpr double half = 0.5;
  const double total = b.n + 1;
  const double mean = (b.n * b.score + half) / total;
  double second = 0;
  double third = 0;
  double fourth = 0;
  const std::size_t last = results.counts.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const double imagined = i == 0 || i == last ? half : 0;
    const double share = (static_cast<double>(results.counts[i]) + imagined) / total;
    const double away = static_cast<double>(i) * b.step - mean;
    second += share * square(away);
    third += share * away * square(away);
    fourth += share * square(square(away));
  }
  const double deviation = std::sqrt(second);
  const double effect = (mean - 0.5) / deviation;
  const double skewness = third / (second * deviation);
  const double kurtosis = fourth / square(second);
  // Var((mean - 1/2) / deviation) n, to first order. It vanishes for some skewed laws, where the
  // second order takes over; a quarter of the value without skewness keeps clear of that.
  constexpr double least = 0.25;
  b.careful_variance =
      (b.n * b.variance + half * square(b.score) + half * square(1 - b.score)) / total;
  b.careful_effect = effect;
  b.careful_effect_error =
      std::sqrt(std::max(1 - skewness * effect + (kurtosis - 1) * square(effect) / 4, least));
}

Basics basics_of(const Results& results) {
  Basics basics;
  basics.step = 1 / static_cast<double>(results.counts.size() - 1);
  std::size_t kinds = 0;
  double sum = 0;
  for (std::size_t i = 0; i < results.counts.size(); ++i) {
    const auto count = static_cast<double>(results.counts[i]);
    basics.n += count;
    sum += count * static_cast<double>(i) * basics.step;
    if (results.counts[i] > 0) ++kinds;
  }
  if (basics.n == 0) return basics;
  basics.score = sum / basics.n;
  basics.all_equal = kinds == 1;
  if (basics.all_equal) return basics;
  for (std::size_t i = 0; i < results.counts.size(); ++i) {
    const double away = static_cast<double>(i) * basics.step - basics.score;
    basics.variance += static_cast<double>(results.counts[i]) / basics.n * square(away);
  }
  add_careful_moments(results, basics);
  return basics;
}

// All n results have the same value. That has at least 1 chance in 40 only if the share of this
// value is at least 40^(-1/n); the rest may lie at either end of the scale.
Estimate elo_of_equal(const Basics& b) {
  if (b.score < 0.5) {
    Basics mirrored = b;
    mirrored.score = 1 - b.score;
    return elo_of_equal(mirrored).negated();
  }
  const double low = elo_of_score(std::exp(-ln40 / b.n) * b.score);
  Estimate elo;
  if (b.score == 1) {
    elo.reach = Reach::at_least;
    elo.value = elo_of_score(1 - b.step / (2 * b.n));
    elo.low = low;
    elo.error = elo.value - low;
  } else {
    const double high = elo_of_score(b.score - std::expm1(-ln40 / b.n) * (1 - b.score));
    elo = Estimate::between(low, elo_of_score(b.score), high);
  }
  elo.conservative = true;
  return elo;
}

// Half the width of a 95 % interval in standard errors, from n results.
double quantile95(double n) { return student_t_quantile(0.975, n); }

Estimate elo_estimate(const Basics& b) {
  if (b.n == 0) return {};
  if (b.all_equal) return elo_of_equal(b);
  const double reach = quantile95(b.n) * std::sqrt(b.careful_variance / b.n);
  if (b.score - reach <= 0 || b.score + reach >= 1) {
    Estimate elo = Estimate::between(elo_of_score(safe_end(b.score, b.n, 0)), elo_of_score(b.score),
                                     elo_of_score(safe_end(b.score, b.n, 1)));
    elo.conservative = true;
    return elo;
  }
  return Estimate::between(elo_of_score(b.score - reach), elo_of_score(b.score),
                           elo_of_score(b.score + reach));
}

// All n results have the same value. That has at least 1 chance in 40 only if the value's
// share is at least 40^(-1/n); with that share, the rest at the far end makes the effect
// smallest. Equal to `score` or above the middle: by the mirror image below it.
Estimate careful_normalized_elo(const Basics& b, double unit) {
  if (b.score < 0.5) {
    Basics mirrored = b;
    mirrored.score = 1 - b.score;
    return careful_normalized_elo(mirrored, unit).negated();
  }
  const double share = std::exp(-ln40 / b.n);
  const double rest = -std::expm1(-ln40 / b.n);
  Estimate elo;
  elo.conservative = true;
  elo.low = unit * (share * b.score - 0.5) / (b.score * std::sqrt(share * rest));
  if (b.score == 0.5) {
    elo.reach = Reach::two_sided;
    elo.high = -*elo.low;
    elo.error = *elo.high;
    return elo;
  }
  elo.reach = Reach::at_least;
  const double moved = 1 / (2 * b.n);
  const double deviation = b.step * std::sqrt(moved * (1 - moved));
  // Rounded towards the middle, so that the figure is never larger than the results justify.
  elo.value = unit * (b.score - b.step * moved - 0.5) / deviation;
  elo.error = elo.value - *elo.low;
  return elo;
}

Estimate normalized_elo_estimate(const Basics& b, double games) {
  if (b.n == 0) return {};
  const double unit = normalized_elo_unit / std::sqrt(games);
  if (b.all_equal) return careful_normalized_elo(b, unit);
  const double effect = (b.score - 0.5) / std::sqrt(b.variance);
  // asinh is to this figure what the logarithm of the odds is to a share: its error is nearly
  // the same everywhere.
  const double reach =
      quantile95(b.n) * b.careful_effect_error / std::sqrt(b.n * (1 + square(b.careful_effect)));
  const double low = std::sinh(std::asinh(std::min(effect, b.careful_effect)) - reach);
  const double high = std::sinh(std::asinh(std::max(effect, b.careful_effect)) + reach);
  return {unit * effect, unit * (high - low) / 2, unit * low, unit * high, Reach::two_sided, false};
}

// `elo`: the same results'. Where its interval is the careful one, so is this.
double superiority_of(const Basics& b, const Estimate& elo) {
  if (b.n == 0 || b.score == 0.5) return 0.5;
  if (b.all_equal) {
    // Half the largest chance that bots of which the other one is no weaker come this far.
    const double side = std::max(b.score, 1 - b.score);
    const double other_way = std::pow(0.5 / side, b.n) / 2;
    return b.score > 0.5 ? 1 - other_way : other_way;
  }
  if (elo.conservative) {
    // Half the bound on that chance.
    const auto part = [](double share) { return share > 0 ? share * std::log(2 * share) : 0; };
    const double other_way = std::exp(-b.n * (part(b.score) + part(1 - b.score))) / 2;
    return b.score > 0.5 ? 1 - other_way : other_way;
  }
  return std::erfc(-(b.score - 0.5) / std::sqrt(2 * b.variance / b.n)) / 2;
}

Strength strength_of(const Results& results) {
  const Basics b = basics_of(results);
  Strength strength;
  for (const std::uint64_t count : results.counts) strength.count += count;
  strength.score = b.score;
  strength.variance = b.variance;
  strength.standard_error = b.n > 0 ? std::sqrt(b.variance / b.n) : 0;
  strength.elo = elo_estimate(b);
  strength.normalized_elo = normalized_elo_estimate(b, results.games);
  strength.superiority = superiority_of(b, strength.elo);
  strength.careful_variance = b.careful_variance;
  strength.effect_error = b.careful_effect_error;
  const double reach = z95 * strength.standard_error;
  if (b.n > 0 && !b.all_equal && b.score - reach > 0 && b.score + reach < 1) {
    strength.plain = {
        (elo_of_score(b.score + reach) - elo_of_score(b.score - reach)) / 2,
        z95 * normalized_elo_unit / std::sqrt(results.games * b.n),
    };
  }
  return strength;
}

std::optional<double> quotient(std::uint64_t dividend, std::uint64_t divisor) noexcept {
  if (divisor == 0) return std::nullopt;
  return static_cast<double>(dividend) / static_cast<double>(divisor);
}

}  // namespace

double score_of_elo(double elo) noexcept {
  return 1 / (1 + std::exp(-elo * std::numbers::ln10 / 400));
}

double elo_of_score(double score) noexcept {
  // As a difference of logarithms, so that swapping the sides only changes the sign.
  return 400 * (std::log10(score) - std::log10(1 - score));
}

Strength strength(const PairCounts& pairs) {
  const std::array counts{pairs.ll, pairs.ld, pairs.even, pairs.wd, pairs.ww};
  return strength_of({counts, 2});
}

Strength strength(const GameCounts& games) {
  const std::array counts{games.losses, games.draws, games.wins};
  return strength_of({counts, 1});
}

PairRatios ratios(const PairCounts& pairs) noexcept {
  PairRatios result;
  result.pairs = quotient(pairs.ww + pairs.wd, pairs.ll + pairs.ld);
  result.draws = quotient(pairs.even, pairs.total());
  if (pairs.dd) result.wl_dd = quotient(*pairs.wl(), *pairs.dd);
  return result;
}

std::optional<double> draw_ratio(const GameCounts& games) noexcept {
  return quotient(games.draws, games.total());
}

}  // namespace referee::statistics
