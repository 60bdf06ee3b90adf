// The normal law, Student's t law and the chi-square law. Pure functions, safe to call from several
// threads.
#pragma once

#include <stdexcept>

namespace referee::statistics {

// P(Z <= z) for a standard normal Z; NaN for NaN.
double normal_cdf(double z) noexcept;

// The z with P(Z <= z) = p, to about 15 digits. Throws std::invalid_argument unless
// 0 < p < 1.
double normal_quantile(double p);

// P(T <= t) for Student's t with `freedom` > 0 degrees of freedom (not necessarily
// whole). Throws std::invalid_argument for other values of `freedom`.
double student_t_cdf(double t, double freedom);

// The t with P(T <= t) = p, to about 14 digits. Throws std::invalid_argument unless
// 0 < p < 1 and freedom > 0.
double student_t_quantile(double p, double freedom);

// The probability that a chi-square variable with `freedom` > 0 degrees of freedom is above x >= 0.
// Throws std::invalid_argument for other values of either.
double chi_square_above(double x, double freedom);

}  // namespace referee::statistics
