#include "referee/analysis/tuning/surface.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "referee/analysis/tuning/fitting.hpp"
#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/estimate.hpp"

namespace referee::tuning {
namespace {

// Below this share the reach gets no shorter.
constexpr double least_reach = 0.2;

// The slope of a surface along one axis, and its curvature there, at a point.
struct Bend {
  double slope = 0;
  double curvature = 0;
};

Bend bend_at(const Numbers& coefficients, const Point& point, std::size_t axis) {
  constexpr double middle = 0.5;
  const std::size_t d = point.size();
  Bend bend{coefficients[axis], coefficients[d + axis]};
  bend.slope += bend.curvature * (point[axis] - middle);
  for (std::size_t other = 0; other < d; ++other) {
    if (other == axis) continue;
    const std::size_t i = std::max(axis, other);
    const std::size_t j = std::min(axis, other);
    bend.slope += coefficients[2 * d + i * (i - 1) / 2 + j] * (point[other] - middle);
  }
  return bend;
}

// Climbs from a point, one axis after the other.
Point climb(const Numbers& coefficients, const Region& region, Point point) {
  constexpr int most_sweeps = 50;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double moved = 0;
    for (std::size_t axis = 0; axis < point.size(); ++axis) {
      const auto [slope, curvature] = bend_at(coefficients, point, axis);
      const double low = region.low[axis] - point[axis];
      const double high = region.high[axis] - point[axis];
      const auto rise = [slope = slope, curvature = curvature](double step) {
        return slope * step + curvature * step * step / 2;
      };
      const double step = curvature < 0            ? std::clamp(-slope / curvature, low, high)
                          : rise(high) > rise(low) ? high
                                                   : low;
      point[axis] += step;
      moved = std::max(moved, std::abs(step));
    }
    if (moved < 1e-6) break;
  }
  return point;
}

Point top_of(const Numbers& coefficients, const Region& region) {
  Point start = region.low;
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = (start[i] + region.high[i]) / 2;
  return climb(coefficients, region, std::move(start));
}

}  // namespace

Surface::Surface(std::span<const Observed> observed, Response response, const Region& near,
                 Search search, double reach_at_most)
    : response_(response),
      reach_(reach_at_most),
      holds_{Point(near.low.size(), 0.0), Point(near.low.size(), 1.0)} {
  if (observed.empty()) throw std::invalid_argument("a surface needs observations");
  Reach reach = reach_of(near, reach_);
  Fit fit = fit_of(observed, response, reach, search);
  while (search != Search::first && !fit.fits && reach_ > least_reach) {
    reach_ *= next_reach;
    reach = reach_of(near, reach_);
    fit = fit_of(observed, response, reach, search);
  }
  fits_ = fit.fits;
  spread_ = fit.spread;
  coefficients_ = std::move(fit.coefficients);
  precision_ = std::move(fit.precision);
  for (std::size_t i = 0; reach_ < 1 && i < reach.middle.size(); ++i) {
    holds_.low[i] = std::clamp(reach.middle[i] - reach.length[i], 0.0, 1.0);
    holds_.high[i] = std::clamp(reach.middle[i] + reach.length[i], 0.0, 1.0);
  }
}

Difference Surface::difference(const Point& first, const Point& second) const {
  const Numbers row = difference_of_terms(first, second);
  const Numbers part = precision_.forward(row);
  return {product(row, coefficients_), std::sqrt(product(part, part))};
}

double Surface::surprise(const Observed& observed) const {
  const Difference told = difference(observed.first, observed.second);
  const Expected here = expected(told.mean, response_);
  const double error = here.slope * told.error;
  const double away = observed.mean - here.mean;
  return away * away /
         (error * error + spread_ * here.variance / static_cast<double>(observed.count));
}

std::vector<Point> Surface::likely_tops(const Region& region, std::size_t count,
                                        std::uint64_t seed) const {
  std::mt19937_64 bits(seed);
  const auto normal = [&bits] {
    return statistics::normal_quantile((static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53);
  };
  std::vector<Point> tops;
  for (std::size_t i = 0; i < count; ++i) {
    Numbers noise(coefficients_.size());
    std::generate(noise.begin(), noise.end(), normal);
    Numbers likely = precision_.backward(std::move(noise));
    for (std::size_t j = 0; j < likely.size(); ++j) likely[j] += coefficients_[j];
    tops.push_back(top_of(likely, region));
  }
  return tops;
}

}  // namespace referee::tuning
