#include "referee/base/statistics/bradley_terry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "referee/base/statistics/cholesky.hpp"

namespace referee::statistics {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// Players in the order in which a depth-first walk leaves them. With its own stack: a
// chain of thousands of players must not exhaust the machine's.
std::vector<std::size_t> order_of_leaving(const Edges& edges) {
  std::vector<std::size_t> order;
  std::vector<std::size_t> next(edges.size(), 0);
  std::vector<bool> seen(edges.size(), false);
  std::vector<std::size_t> path;
  for (std::size_t root = 0; root < edges.size(); ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    path.push_back(root);
    while (!path.empty()) {
      const std::size_t player = path.back();
      if (next[player] == edges[player].size()) {
        order.push_back(player);
        path.pop_back();
        continue;
      }
      const std::size_t neighbour = edges[player][next[player]++];
      if (seen[neighbour]) continue;
      seen[neighbour] = true;
      path.push_back(neighbour);
    }
  }
  return order;
}

Edges reversed(const Edges& edges) {
  Edges result(edges.size());
  for (std::size_t from = 0; from < edges.size(); ++from) {
    for (const std::size_t to : edges[from]) result[to].push_back(from);
  }
  return result;
}

// The same partition, numbered by smallest player.
void renumber(std::vector<std::size_t>& parts) {
  std::vector<std::size_t> number(parts.size(), none);
  std::size_t count = 0;
  for (std::size_t& part : parts) {
    if (number[part] == none) number[part] = count++;
    part = number[part];
  }
}

}  // namespace

// Kosaraju's method: walks along the reversed edges, begun in reverse order of leaving,
// stay inside one part.
std::vector<std::size_t> connected_parts(const Edges& edges) {
  const Edges back = reversed(edges);
  std::vector<std::size_t> order = order_of_leaving(edges);
  std::reverse(order.begin(), order.end());
  std::vector<std::size_t> parts(edges.size(), none);
  std::vector<std::size_t> open;
  std::size_t count = 0;
  for (const std::size_t root : order) {
    if (parts[root] != none) continue;
    parts[root] = count;
    open.push_back(root);
    while (!open.empty()) {
      const std::size_t player = open.back();
      open.pop_back();
      for (const std::size_t neighbour : back[player]) {
        if (parts[neighbour] != none) continue;
        parts[neighbour] = count;
        open.push_back(neighbour);
      }
    }
    ++count;
  }
  renumber(parts);
  return parts;
}

namespace {

double expected(double difference) { return 1 / (1 + std::exp(-difference)); }

// ln(expected(difference)) without overflow.
double log_expected(double difference) {
  return difference > 0 ? -std::log1p(std::exp(-difference))
                        : difference - std::log1p(std::exp(difference));
}

// The likelihood of the unknowns: the ratings and, last, the advantage of the first seat if it is
// fitted. Without imagined draws the rating of player 0 is fixed: `fixed_` is the number of such
// players, 0 or 1.
class Likelihood {
 public:
  Likelihood(std::size_t players, std::span<const Meeting> meetings, const FitOptions& options)
      : players_(players),
        size_(players + (options.first_seat ? 1 : 0)),
        meetings_(meetings),
        fixed_(options.imagined_draws ? 0 : 1) {}

  [[nodiscard]] double value(const std::vector<double>& at) const {
    double sum = 0;
    for (const Meeting& m : meetings_) {
      const double d = difference(m, at);
      sum += m.score * log_expected(d) + (m.games - m.score) * log_expected(-d);
    }
    for (std::size_t i = first_imagined(); i < size_; ++i) {
      sum += (log_expected(at[i]) + log_expected(-at[i])) / 2;
    }
    return sum;
  }

  // The first derivatives by the unknowns that are not fixed.
  [[nodiscard]] std::vector<double> slopes(const std::vector<double>& at) const {
    std::vector<double> slope(size_, 0.0);
    for (const Meeting& m : meetings_) {
      // score - games * expected(d), without the cancellation.
      const double d = difference(m, at);
      const double surplus = m.score * expected(-d) - (m.games - m.score) * expected(d);
      slope[m.low] += surplus;
      slope[m.high] -= surplus;
      if (has_seat()) slope[players_] += m.seat * surplus;
    }
    for (std::size_t i = first_imagined(); i < size_; ++i) slope[i] += 0.5 - expected(at[i]);
    slope.erase(slope.begin(), slope.begin() + static_cast<std::ptrdiff_t>(fixed_));
    return slope;
  }

  // Minus the second derivatives, factorised.
  [[nodiscard]] Cholesky curvature(const std::vector<double>& at) const {
    const std::size_t size = unknowns();
    std::vector<double> matrix(size * size, 0.0);
    const auto add = [&](std::size_t row, std::size_t column, double value) {
      if (row >= fixed_ && column >= fixed_) {
        matrix[(row - fixed_) * size + column - fixed_] += value;
      }
    };
    for (const Meeting& m : meetings_) {
      const double d = difference(m, at);
      const double weight = m.games * expected(d) * expected(-d);
      add(m.low, m.low, weight);
      add(m.high, m.high, weight);
      add(m.high, m.low, -weight);
      if (!has_seat()) continue;
      add(players_, m.low, m.seat * weight);
      add(players_, m.high, -m.seat * weight);
      add(players_, players_, m.seat * m.seat * weight);
    }
    for (std::size_t i = first_imagined(); i < size_; ++i) {
      add(i, i, expected(at[i]) * expected(-at[i]));
    }
    Cholesky factor(size, std::move(matrix));
    if (!factor.is_definite()) {
      throw std::runtime_error("the ratings cannot be told from each other");
    }
    return factor;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t unknowns() const { return size_ - fixed_; }
  [[nodiscard]] std::size_t fixed() const { return fixed_; }

 private:
  [[nodiscard]] bool has_seat() const { return size_ > players_; }
  // Those from here on are kept in place by an imagined draw.
  [[nodiscard]] std::size_t first_imagined() const { return fixed_ == 0 ? 0 : players_; }
  [[nodiscard]] double difference(const Meeting& m, const std::vector<double>& at) const {
    return at[m.low] - at[m.high] + (has_seat() ? m.seat * at[players_] : 0);
  }

  std::size_t players_;
  std::size_t size_;
  std::span<const Meeting> meetings_;
  std::size_t fixed_;
};

// Newton's method. The logarithm of the likelihood is concave, so halving a step until it does
// not make things worse always makes progress.
std::vector<double> likeliest(const Likelihood& likelihood) {
  constexpr int most_steps = 500;
  constexpr double close_enough = 1e-11;  // far below a millionth of an Elo point
  constexpr double rounding_reached = 1e-6;
  constexpr double rounding = 1e-13;
  std::vector<double> ratings(likelihood.size(), 0.0);
  if (likelihood.unknowns() == 0) return ratings;
  double value = likelihood.value(ratings);
  double last = std::numeric_limits<double>::infinity();
  for (int step = 0; step < most_steps; ++step) {
    const std::vector<double> move =
        likelihood.curvature(ratings).solve(likelihood.slopes(ratings));
    double longest = 0;
    for (const double m : move) longest = std::max(longest, std::abs(m));
    // Near the end each step is a small fraction of the last one, down to the rounding.
    if (longest < close_enough || (longest < rounding_reached && longest > last / 2)) {
      return ratings;
    }
    last = longest;
    for (double part = 1;; part /= 2) {
      std::vector<double> tried = ratings;
      for (std::size_t i = 0; i < move.size(); ++i) {
        tried[i + likelihood.fixed()] += part * move[i];
      }
      const double reached = likelihood.value(tried);
      if (reached >= value - rounding * std::abs(value)) {
        ratings = std::move(tried);
        value = reached;
        break;
      }
      if (part < 1e-12) throw std::runtime_error("the search for the ratings is stuck");
    }
  }
  throw std::runtime_error("the ratings did not settle");
}

}  // namespace

double Fit::expected(std::size_t first, std::size_t second, int seat) const {
  return 1 / (1 + std::exp(ratings[second] - ratings[first] - seat * first_seat));
}

Fit fit_ratings(std::size_t players, std::span<const Meeting> meetings, const FitOptions& options) {
  const Likelihood likelihood(players, meetings, options);
  Fit fit;
  fit.ratings = likeliest(likelihood);
  fit.unknowns = likelihood.size();
  fit.covariance.assign(fit.unknowns * fit.unknowns, 0.0);
  if (likelihood.unknowns() > 0) {
    const Cholesky curvature = likelihood.curvature(fit.ratings);
    const std::size_t fixed = likelihood.fixed();
    for (std::size_t column = 0; column < likelihood.unknowns(); ++column) {
      std::vector<double> unit(likelihood.unknowns(), 0.0);
      unit[column] = 1;
      const std::vector<double> inverse = curvature.solve(std::move(unit));
      for (std::size_t row = 0; row < inverse.size(); ++row) {
        fit.covariance[(row + fixed) * fit.unknowns + column + fixed] = inverse[row];
      }
    }
  }
  if (options.first_seat) {
    fit.first_seat = fit.ratings.back();
    fit.ratings.pop_back();
  }
  return fit;
}

}  // namespace referee::statistics
