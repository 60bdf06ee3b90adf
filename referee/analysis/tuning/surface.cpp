#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>

#include "referee/analysis/tuning/tuner.hpp"
#include "referee/base/statistics/estimate.hpp"

namespace referee::tuning {
namespace {

using Numbers = std::vector<double>;

std::size_t terms_of(std::size_t dimensions) {
  return 2 * dimensions + dimensions * (dimensions - 1) / 2;
}

// Of a point: its numbers, half their squares, and their products.
Numbers terms(const Point& point) {
  constexpr double middle = 0.5;
  Numbers result;
  result.reserve(terms_of(point.size()));
  for (const double x : point) result.push_back(x - middle);
  for (const double x : point) result.push_back((x - middle) * (x - middle) / 2);
  for (std::size_t i = 0; i < point.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      result.push_back((point[i] - middle) * (point[j] - middle));
    }
  }
  return result;
}

Numbers difference_of_terms(const Point& first, const Point& second) {
  Numbers result = terms(first);
  const Numbers other = terms(second);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= other[i];
  return result;
}

double product(const Numbers& a, const Numbers& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Adds weight * row * row' to the lower triangle of a square matrix.
void add_square(Numbers& matrix, const Numbers& row, double weight) {
  const std::size_t size = row.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (row[i] == 0) continue;
    for (std::size_t j = 0; j <= i; ++j) matrix[i * size + j] += weight * row[i] * row[j];
  }
}

// An observation as the fit needs it.
struct Row {
  Numbers terms;
  double weight = 0;  // differences, those far away counting less
  double mean = 0;
};

// What is expected of a height, how fast that grows with it, and how much the differences vary
// there, but for a factor.
struct Expected {
  double mean = 0;
  double slope = 1;
  double variance = 1;
};

Expected expected(double height, Response response) {
  if (response == Response::points) return {height, 1, 1};
  constexpr double least = 1e-9;  // where everything is won nothing varies
  const double mean = std::tanh(height / 2);
  const double variance = std::max(least, 1 - mean * mean);
  return {mean, variance / 2, variance};
}

// How much the differences vary about their means, but for the factor of Expected.
double spread_of(std::span<const Observed> observed, Response response) {
  double squares = 0;
  double freedom = 0;
  for (const Observed& one : observed) {
    if (one.count < 2) continue;
    squares += one.squares;
    const double within = response == Response::scores ? 1 - one.mean * one.mean : 1;
    freedom += static_cast<double>(one.count - 1) * within;
  }
  if (response == Response::scores) {
    // Of pairs that were all won or lost little is seen. Two games that do not depend on each other
    // vary half as much as one.
    constexpr double usual = 0.5;
    constexpr double usual_freedom = 4;
    return (squares + usual * usual_freedom) / (freedom + usual_freedom);
  }
  double largest = 0;
  for (const Observed& one : observed) largest = std::max(largest, std::abs(one.mean));
  // Bots without any randomness: then the surface is what does not fit.
  const double least = std::max(1e-12, 1e-4 * largest * largest);
  return freedom > 0 ? std::max(least, squares / freedom) : std::max(least, largest * largest);
}

struct Fit {
  Numbers coefficients;
  statistics::Cholesky precision;
  double evidence = -std::numeric_limits<double>::infinity();
};

class Fitting {
 public:
  Fitting(std::span<const Observed> observed, Response response, const Region& near)
      : dimensions_(near.low.size()), response_(response) {
    for (const Observed& one : observed) {
      rows_.push_back({difference_of_terms(one.first, one.second),
                       static_cast<double>(one.count) * nearness(one, near), one.mean});
    }
    spread_ = spread_of(observed, response);
  }

  // The likeliest of several widths of the law that is assumed.
  [[nodiscard]] Fit best() {
    const Fit first = likeliest();
    // Where the surface fits worse than the noise explains, everything is less certain.
    const double misfit = misfit_of(first);
    if (misfit <= 1) return first;
    spread_ *= misfit;
    return likeliest();
  }

 private:
  static double nearness(const Observed& one, const Region& near) {
    constexpr double reach = 3;  // half widths of the region, from its middle
    double distance = 0;
    for (std::size_t i = 0; i < near.low.size(); ++i) {
      const double middle = (near.low[i] + near.high[i]) / 2;
      const double half = std::max(1e-9, (near.high[i] - near.low[i]) / 2);
      for (const double x : {one.first[i], one.second[i]}) {
        const double away = (x - middle) / (reach * half);
        distance += away * away / 2;
      }
    }
    return std::exp(-distance / static_cast<double>(near.low.size()) / 2);
  }

  [[nodiscard]] Fit likeliest() const {
    Fit best;
    const double unit = response_ == Response::points ? std::sqrt(spread_) : 1;
    for (double width = 0.125; width <= 32; width *= 2) {
      Fit fit = fitted(width * unit);
      if (fit.evidence > best.evidence) best = std::move(fit);
    }
    return best;
  }

  // A rise of about `width` from one face of the cube to the other one, and curves that bring as
  // much.
  [[nodiscard]] Numbers assumed(double width) const {
    const auto d = static_cast<double>(dimensions_);
    Numbers precision(terms_of(dimensions_));
    for (std::size_t i = 0; i < precision.size(); ++i) {
      const double factor = i < dimensions_ ? 1 : i < 2 * dimensions_ ? 4 : 4 / std::sqrt(d);
      precision[i] = 1 / (width * width * factor * factor);
    }
    return precision;
  }

  [[nodiscard]] Fit fitted(double width) const {
    const Numbers prior = assumed(width);
    Fit fit;
    fit.coefficients.assign(prior.size(), 0.0);
    double now = objective(fit.coefficients, prior);
    for (int step = 0; step < most_steps; ++step) {
      const std::size_t size = prior.size();
      Numbers precision(size * size);
      Numbers slope(size);
      for (std::size_t i = 0; i < size; ++i) {
        precision[i * size + i] = prior[i];
        slope[i] = -prior[i] * fit.coefficients[i];
      }
      for (const Row& row : rows_) {
        const Expected here = expected(product(row.terms, fit.coefficients), response_);
        const double scale = row.weight * here.slope / (spread_ * here.variance);
        add_square(precision, row.terms, scale * here.slope);
        for (std::size_t i = 0; i < slope.size(); ++i) {
          slope[i] += scale * (row.mean - here.mean) * row.terms[i];
        }
      }
      fit.precision = {size, std::move(precision)};
      const Numbers change = fit.precision.solve(std::move(slope));
      const double before = now;
      now = moved(fit.coefficients, change, prior, before);
      if (now - before < 1e-9) break;
    }
    double log_prior = 0;
    for (const double one : prior) log_prior += std::log(one);
    fit.evidence = now + (log_prior - fit.precision.log_determinant()) / 2;
    return fit;
  }

  // Goes as far as it gets higher; returns the objective there.
  [[nodiscard]] double moved(Numbers& coefficients, const Numbers& change, const Numbers& prior,
                             double before) const {
    for (double part = 1; part > 1e-3; part /= 2) {
      Numbers next = coefficients;
      for (std::size_t i = 0; i < next.size(); ++i) next[i] += part * change[i];
      const double value = objective(next, prior);
      if (value > before) {
        coefficients = std::move(next);
        return value;
      }
    }
    return before;
  }

  // The logarithm of how likely the observations are with these coefficients, and these themselves.
  [[nodiscard]] double objective(const Numbers& coefficients, const Numbers& prior) const {
    double sum = 0;
    for (std::size_t i = 0; i < prior.size(); ++i) {
      sum -= prior[i] * coefficients[i] * coefficients[i] / 2;
    }
    for (const Row& row : rows_) {
      const double height = product(row.terms, coefficients);
      if (response_ == Response::points) {
        sum -= row.weight * (row.mean - height) * (row.mean - height) / (2 * spread_);
      } else {
        // Shares of won and lost points, each with its logarithm.
        const double won = (1 + row.mean) / 2;
        const double large = std::max(height, 0.0) + std::log1p(std::exp(-std::abs(height)));
        sum += row.weight * (won * height - large) / spread_;
      }
    }
    return sum;
  }

  // The observed means' squared distance from the surface, as a multiple of what noise explains.
  [[nodiscard]] double misfit_of(const Fit& fit) const {
    double squares = 0;
    double freedom = 0;
    for (const Row& row : rows_) {
      const Expected here = expected(product(row.terms, fit.coefficients), response_);
      const double away = row.mean - here.mean;
      squares += row.weight * away * away / (spread_ * std::max(0.05, here.variance));
      const Numbers part = fit.precision.forward(row.terms);
      const double leverage =
          row.weight * here.slope * here.slope / (spread_ * here.variance) * product(part, part);
      freedom += std::max(0.0, 1 - leverage);
    }
    return freedom > 1 ? squares / freedom : 1;
  }

  static constexpr int most_steps = 50;

  std::size_t dimensions_;
  Response response_;
  std::vector<Row> rows_;
  double spread_ = 1;
};

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

Surface::Surface(std::span<const Observed> observed, Response response, const Region& near) {
  if (observed.empty()) throw std::invalid_argument("a surface needs observations");
  Fit fit = Fitting(observed, response, near).best();
  coefficients_ = std::move(fit.coefficients);
  precision_ = std::move(fit.precision);
}

Difference Surface::difference(const Point& first, const Point& second) const {
  const Numbers row = difference_of_terms(first, second);
  const Numbers part = precision_.forward(row);
  return {product(row, coefficients_), std::sqrt(product(part, part))};
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
