// Uses Boost.Math, which is exact to the last digits and thread-safe. It takes 7 s to compile, in
// this file only.

#include "referee/base/statistics/distributions.hpp"

#include <cmath>
#include <stdexcept>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace referee::statistics {
namespace {

namespace math = boost::math;

// Arguments are checked here; for everything else the library returns infinity or NaN instead of
// throwing.
using Policy =
    math::policies::policy<math::policies::domain_error<math::policies::ignore_error>,
                           math::policies::pole_error<math::policies::ignore_error>,
                           math::policies::overflow_error<math::policies::ignore_error>,
                           math::policies::evaluation_error<math::policies::ignore_error>>;
using Normal = math::normal_distribution<double, Policy>;
using StudentsT = math::students_t_distribution<double, Policy>;

void require_probability(double p) {
  if (!(p > 0 && p < 1)) throw std::invalid_argument("a probability must be between 0 and 1");
}
void require_freedom(double freedom) {
  if (!(freedom > 0 && std::isfinite(freedom))) {
    throw std::invalid_argument("degrees of freedom must be a positive number");
  }
}

}  // namespace

double normal_cdf(double z) noexcept { return math::cdf(Normal(), z); }

double normal_quantile(double p) {
  require_probability(p);
  return math::quantile(Normal(), p);
}

double student_t_cdf(double t, double freedom) {
  require_freedom(freedom);
  return math::cdf(StudentsT(freedom), t);
}

double student_t_quantile(double p, double freedom) {
  require_probability(p);
  require_freedom(freedom);
  return math::quantile(StudentsT(freedom), p);
}

double chi_square_above(double x, double freedom) {
  require_freedom(freedom);
  if (!(x >= 0)) throw std::invalid_argument("a chi-square variable is not negative");
  return math::gamma_q(freedom / 2, x / 2, Policy());
}

}  // namespace referee::statistics
