// The fit of a quadratic surface to observed differences.
#pragma once

#include <span>
#include <vector>

#include "referee/analysis/tuning/surface.hpp"
#include "referee/base/statistics/cholesky.hpp"

namespace referee::tuning {

using Numbers = std::vector<double>;

// What each coefficient of a surface is multiplied by at `first`, less the same at `second`: a
// point's numbers, half their squares, and their products, from the middle of the cube.
Numbers difference_of_terms(const Point& first, const Point& second);
double product(const Numbers& a, const Numbers& b);

// What is expected of a height, how fast that grows with it, and how much the differences vary
// there, but for a factor.
struct Expected {
  double mean = 0;
  double slope = 1;
  double variance = 1;
};

Expected expected(double height, Response response);

// Observations count less the more of these lengths their points are from the middle.
struct Reach {
  Point middle;
  Numbers length;
};
// `share`: of what it is where the surface fits everywhere; above 0, at most 1.
Reach reach_of(const Region& near, double share);

struct Fit {
  Numbers coefficients;
  statistics::Cholesky precision;  // of these, the inverse of their covariance
  double spread = 1;  // of the differences of single pairs, with what the surface does not explain
  bool fits = true;   // whether the observations are as near to the surface as noise explains
};
// Precondition: there are observations.
Fit fit_of(std::span<const Observed> observed, Response response, const Reach& reach,
           Search search);

}  // namespace referee::tuning
