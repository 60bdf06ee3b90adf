#include "referee/base/statistics/draw_rate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "referee/base/statistics/distributions.hpp"

namespace referee::statistics {
namespace {

// What a rate leads one to expect of one encounter.
struct DrawsExpected {
  double of_single = 0;  // the probability
  double of_pair = 0;    // the number
};

DrawsExpected expected_at(const DrawResults& r, double rate) {
  const double first = draw_probability(r.expected[0], rate);
  const double second = draw_probability(r.expected[1], rate);
  return {r.share_of_first * first + (1 - r.share_of_first) * second, first + second};
}

struct DrawSums {
  double draws = 0;
  double games = 0;
  double results = 0;
};

DrawSums sums_of(std::span<const DrawResults> results) {
  DrawSums sums;
  for (const DrawResults& r : results) {
    const auto singles = static_cast<double>(r.singles[0] + r.singles[1]);
    const auto pairs = static_cast<double>(r.pairs[0] + r.pairs[1] + r.pairs[2]);
    sums.draws += static_cast<double>(r.singles[1] + r.pairs[1] + 2 * r.pairs[2]);
    sums.games += singles + 2 * pairs;
    sums.results += singles + pairs;
  }
  return sums;
}

double expected_draws(std::span<const DrawResults> results, double rate) {
  double sum = 0;
  for (const DrawResults& r : results) {
    const DrawsExpected expected = expected_at(r, rate);
    sum += static_cast<double>(r.singles[0] + r.singles[1]) * expected.of_single +
           static_cast<double>(r.pairs[0] + r.pairs[1] + r.pairs[2]) * expected.of_pair;
  }
  return sum;
}

// Sum of the squared distances between the draws that were found and those expected.
double squares_of(std::span<const DrawResults> results, double rate) {
  double sum = 0;
  const auto add = [&sum](std::uint64_t count, double off) {
    sum += static_cast<double>(count) * off * off;
  };
  for (const DrawResults& r : results) {
    const DrawsExpected expected = expected_at(r, rate);
    for (std::size_t i = 0; i < r.singles.size(); ++i) {
      add(r.singles[i], static_cast<double>(i) - expected.of_single);
    }
    for (std::size_t i = 0; i < r.pairs.size(); ++i) {
      add(r.pairs[i], static_cast<double>(i) - expected.of_pair);
    }
  }
  return sum;
}

}  // namespace

double draw_probability(double expected, double rate) noexcept {
  if (rate <= 0) return 0;
  const double both = expected * (1 - expected);  // chances of two decided games
  if (rate >= 1) return 2 * std::min(expected, 1 - expected);
  // The root of d^2 (1 - v^2/4) + d v^2/2 = v^2 s (1 - s), divided by v.
  const double v = 2 * rate / (1 - rate);
  return 2 * v * both / (v / 2 + std::sqrt(v * v * std::max(0.25 - both, 0.0) + 4 * both));
}

Estimate draw_rate(std::span<const DrawResults> results) {
  const DrawSums sums = sums_of(results);
  if (sums.draws <= 0 || sums.draws >= sums.games) return {};
  double low = 0;
  double high = 1;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (expected_draws(results, middle) < sums.draws ? low : high) = middle;
  }
  const double rate = std::clamp((low + high) / 2, 1e-9, 1 - 1e-9);
  // On the scale of the odds' logarithm; one imagined result, half a draw, keeps few equal results
  // from looking certain.
  const double unit = rate * (1 - rate);
  const double step = unit / 1000;
  const double slope =
      (expected_draws(results, rate + step) - expected_draws(results, rate - step)) / (2 * step);
  const double imagined = (rate * rate + (1 - rate) * (1 - rate)) / 2;
  const double scale = sums.results > 1 ? sums.results / (sums.results - 1) : 2;
  const double deviation = std::sqrt(scale * squares_of(results, rate) + imagined) / (slope * unit);
  const double reach = student_t_quantile(0.975, std::max(sums.results, 1.0)) * deviation;
  const double odds = std::log(rate / (1 - rate));
  const auto rate_at = [](double log_odds) { return 1 / (1 + std::exp(-log_odds)); };
  return Estimate::between(rate_at(odds - reach), rate, rate_at(odds + reach));
}

}  // namespace referee::statistics
