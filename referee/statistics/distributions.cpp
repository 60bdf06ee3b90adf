#include "referee/statistics/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace referee::statistics {
namespace {

double normal_tail(double z) noexcept { return std::erfc(z / std::numbers::sqrt2) / 2; }

// ln(Gamma(a + 1/2) / Gamma(a)) for a > 0: shifted upwards until the series in 1/a is exact
// to double precision, and back by Gamma(a + 1) = a Gamma(a).
double log_half_step_of_gamma(double a) noexcept {
  double shift = 0;
  while (a < 200) {
    shift += std::log(a / (a + 0.5));
    a += 1;
  }
  const double inverse = 1 / a;
  const double square = inverse * inverse;
  return shift + std::log(a) / 2 - inverse * (1.0 / 8 - square * (1.0 / 192 - square / 640));
}

// The continued fraction of the incomplete beta function, by Lentz's method.
double beta_fraction(double a, double b, double x) noexcept {
  constexpr double tiny = 1e-300;
  constexpr double precision = 1e-16;
  constexpr int most_terms = 200000;  // about sqrt(a) are needed
  const auto away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m < most_terms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    fraction *= d * c;
    if (std::abs(d * c - 1) < precision) break;
  }
  return fraction;
}

// P(T > t) for t >= 0: half the incomplete beta function I_x(freedom/2, 1/2) at
// x = freedom / (freedom + t^2).
double student_tail(double t, double freedom) noexcept {
  if (t <= 0) return 0.5;
  const double a = freedom / 2;
  const double ratio = t / freedom * t;
  if (std::isinf(ratio)) return 0;
  const double x = 1 / (1 + ratio);
  const double rest = ratio / (1 + ratio);  // 1 - x without cancellation
  const double log_front = -a * std::log1p(ratio) + std::log(rest) / 2 + log_half_step_of_gamma(a) -
                           std::log(std::numbers::pi) / 2;
  const double front = std::exp(log_front);
  if (x < (a + 1) / (a + 2.5)) return front * beta_fraction(a, 0.5, x) / a / 2;
  return (1 - front * beta_fraction(0.5, a, rest) / 0.5) / 2;
}

void require_probability(double p) {
  if (!(p > 0 && p < 1)) throw std::invalid_argument("a probability must be between 0 and 1");
}
void require_freedom(double freedom) {
  if (!(freedom > 0 && std::isfinite(freedom))) {
    throw std::invalid_argument("degrees of freedom must be a positive number");
  }
}

// The t >= 0 at which the falling function `tail` has the value p, by bisection down to
// neighbouring numbers.
template <typename Tail>
double solve_tail(double p, Tail tail) {
  double low = 0;
  double high = 1;
  while (tail(high) > p && high < std::numeric_limits<double>::max() / 4) {
    low = high;
    high *= 2;
  }
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    (tail(middle) > p ? low : high) = middle;
  }
}

}  // namespace

double normal_cdf(double z) noexcept { return normal_tail(-z); }

double normal_quantile(double p) {
  require_probability(p);
  if (p == 0.5) return 0;
  const double z = solve_tail(std::min(p, 1 - p), normal_tail);
  return p < 0.5 ? -z : z;
}

double student_t_cdf(double t, double freedom) {
  require_freedom(freedom);
  return t < 0 ? student_tail(-t, freedom) : 1 - student_tail(t, freedom);
}

double student_t_quantile(double p, double freedom) {
  require_probability(p);
  require_freedom(freedom);
  if (p == 0.5) return 0;
  const double t =
      solve_tail(std::min(p, 1 - p), [freedom](double at) { return student_tail(at, freedom); });
  return p < 0.5 ? -t : t;
}

}  // namespace referee::statistics
