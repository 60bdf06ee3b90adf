#include "referee/analysis/tuning/fitting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace referee::tuning {
namespace {

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
  Point first;
  Point second;
  Numbers terms;
  double weight = 0;    // differences, those far away counting less
  double nearness = 1;  // how much each of them counts
  double mean = 0;
};

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

// Coefficients, and how likely they make the observations.
struct Likely {
  Numbers coefficients;
  statistics::Cholesky precision;
  double evidence = -std::numeric_limits<double>::infinity();
};

class Fitting {
 public:
  Fitting(std::span<const Observed> observed, Response response, const Reach& reach, Search search)
      : dimensions_(reach.middle.size()), response_(response), search_(search), reach_(reach) {
    for (const Observed& one : observed) {
      const double near = nearness(one, reach);
      rows_.push_back({one.first, one.second, difference_of_terms(one.first, one.second),
                       static_cast<double>(one.count) * near, near, one.mean});
    }
    spread_ = spread_of(observed, response);
  }

  // The likeliest of several widths of the law that is assumed. Where the surface fits worse than
  // the noise explains, everything is less certain.
  [[nodiscard]] Fit best() {
    Likely first = likeliest();
    const Misfit misfit = misfit_of(first);
    const bool fits = misfit.sigmas < most_sigmas && largest_beyond(first) < most_beyond;
    if (misfit.ratio > 1) {
      spread_ *= misfit.ratio;
      first = likeliest();
    }
    return {std::move(first.coefficients), std::move(first.precision), spread_, fits};
  }

 private:
  static double nearness(const Observed& one, const Reach& reach) {
    double distance = 0;
    for (std::size_t i = 0; i < reach.middle.size(); ++i) {
      for (const double x : {one.first[i], one.second[i]}) {
        const double away = (x - reach.middle[i]) / reach.length[i];
        distance += away * away / 2;
      }
    }
    return std::exp(-distance / static_cast<double>(reach.middle.size()) / 2);
  }

  [[nodiscard]] Likely likeliest() const {
    Likely best;
    const double unit = response_ == Response::points ? std::sqrt(spread_) : 1;
    for (double width = 0.125; width <= 32; width *= 2) {
      Likely fit = fitted(width * unit);
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

  [[nodiscard]] Likely fitted(double width) const {
    const Numbers prior = assumed(width);
    Likely fit;
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

  // Of the cubes and fourth powers of each coordinate: how far the one that would explain most of
  // what the surface does not is from 0, in standard deviations.
  [[nodiscard]] double largest_beyond(const Likely& fit) const {
    double largest = 0;
    for (std::size_t axis = 0; axis < dimensions_; ++axis) {
      for (const int power : {3, 4}) {
        Numbers known(fit.coefficients.size());
        for (const Row& row : rows_) {
          const Expected here = expected(product(row.terms, fit.coefficients), response_);
          const double scale = row.weight * here.slope * here.slope / (spread_ * here.variance);
          const double beyond = beyond_of(row, axis, power);
          for (std::size_t i = 0; i < known.size(); ++i) known[i] += scale * beyond * row.terms[i];
        }
        const Numbers explained = fit.precision.solve(std::move(known));
        double sum = 0;
        double variance = 0;
        for (const Row& row : rows_) {
          const Expected here = expected(product(row.terms, fit.coefficients), response_);
          const double scale = row.weight * here.slope / (spread_ * here.variance);
          const double left = beyond_of(row, axis, power) - product(row.terms, explained);
          sum += scale * (row.mean - here.mean) * left;
          variance += scale * here.slope * row.nearness * left * left;
        }
        if (variance > 0) largest = std::max(largest, std::abs(sum) / std::sqrt(variance));
      }
    }
    return largest;
  }
  [[nodiscard]] double beyond_of(const Row& row, std::size_t axis, int power) const {
    const double first = (row.first[axis] - reach_.middle[axis]) / reach_.length[axis];
    const double second = (row.second[axis] - reach_.middle[axis]) / reach_.length[axis];
    return std::pow(first, power) - std::pow(second, power);
  }

  // The observed means' squared distance from the surface: as a multiple of what noise explains,
  // and in standard deviations of what it explains.
  struct Misfit {
    double ratio = 1;
    double sigmas = 0;
  };
  [[nodiscard]] Misfit misfit_of(const Likely& fit) const {
    double squares = 0;
    double freedom = 0;
    double variance = 0;
    for (const Row& row : rows_) {
      const Expected here = expected(product(row.terms, fit.coefficients), response_);
      const double away = row.mean - here.mean;
      squares += row.weight * away * away / (spread_ * std::max(0.05, here.variance));
      const Numbers part = fit.precision.forward(row.terms);
      const double leverage =
          row.weight * here.slope * here.slope / (spread_ * here.variance) * product(part, part);
      const double share = search_ == Search::first ? 1 : row.nearness;
      const double expected_square = share * std::max(0.0, 1 - leverage);
      freedom += expected_square;
      variance += 2 * expected_square * expected_square;
    }
    if (freedom <= 1) return {};
    return {squares / freedom, (squares - freedom) / std::sqrt(variance)};
  }

  static constexpr int most_steps = 50;
  // Above these the surface does not fit; true ones are above them in some of a hundred fits.
  static constexpr double most_sigmas = 2.5;
  static constexpr double most_beyond = 3;

  std::size_t dimensions_;
  Response response_;
  Search search_;
  Reach reach_;
  std::vector<Row> rows_;
  double spread_ = 1;
};

}  // namespace

Numbers difference_of_terms(const Point& first, const Point& second) {
  Numbers result = terms(first);
  const Numbers other = terms(second);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= other[i];
  return result;
}

double product(const Numbers& a, const Numbers& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Expected expected(double height, Response response) {
  if (response == Response::points) return {height, 1, 1};
  constexpr double least = 1e-9;  // where everything is won nothing varies
  const double mean = std::tanh(height / 2);
  const double variance = std::max(least, 1 - mean * mean);
  return {mean, variance / 2, variance};
}

Reach reach_of(const Region& near, double share) {
  constexpr double reach = 3;  // half widths of the region
  Reach result;
  for (std::size_t i = 0; i < near.low.size(); ++i) {
    const double half = (near.high[i] - near.low[i]) / 2;
    result.middle.push_back((near.low[i] + near.high[i]) / 2);
    result.length.push_back(reach * share * std::max(half, share < 1 ? least_half : 1e-9));
  }
  return result;
}

Fit fit_of(std::span<const Observed> observed, Response response, const Reach& reach,
           Search search) {
  return Fitting(observed, response, reach, search).best();
}

}  // namespace referee::tuning
