// A quadratic surface over the unit cube, of which only differences between two points were
// observed, with noise: how well a bot plays with these parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "referee/base/statistics/cholesky.hpp"

namespace referee::tuning {

// A point of the unit cube: a number of 0..1 for each parameter.
using Point = std::vector<double>;

// The observations at two points: the mean of as many differences, first - second, and the sum of
// their squared distances from that mean.
struct Observed {
  Point first;
  Point second;
  std::uint64_t count = 0;
  double mean = 0;
  double squares = 0;
};

// The kind of the differences.
enum class Response : std::uint8_t {
  scores,  // from -1 (all games lost) to 1: the surface is in logits of the score, as Elo is
  points,  // without limits: the surface has the same unit
};

// The part of the cube between two corners.
struct Region {
  Point low;
  Point high;
};

// How tops are looked for.
enum class Search : std::uint8_t {
  first,  // as in folders of version 1: one reach for all surfaces, and no test of the surface
  local,
};

// The region's half never gets below this where the surface fits everywhere.
inline constexpr double least_half = 0.15;
// Where a surface does not fit, its reach gets shorter by this.
inline constexpr double next_reach = 0.7;

struct Difference {
  double mean = 0;
  double error = 0;  // standard error
};

// Coefficients of all powers up to the second, and of all products of two coordinates. They are
// shrunk towards 0: a normal law around 0 is assumed, with the width that makes the observations
// likeliest.
class Surface {
 public:
  // Observations far outside of the region `near` count less, since no surface is quadratic
  // everywhere: the less, the worse the surface fits. The points have as many numbers as its
  // corners. Throws std::invalid_argument if there are no observations.
  Surface(std::span<const Observed> observed, Response response, const Region& near,
          Search search = Search::local, double reach_at_most = 1);

  // How far observations count, as a share of what it is where the surface fits everywhere.
  [[nodiscard]] double reach() const noexcept { return reach_; }
  // Whether the observations that count are as near to the surface as noise explains.
  [[nodiscard]] bool fits() const noexcept { return fits_; }
  // Where it holds: the whole cube if it fits everywhere.
  [[nodiscard]] const Region& holds() const noexcept { return holds_; }

  // The height at `first` minus that at `second`.
  [[nodiscard]] Difference difference(const Point& first, const Point& second) const;

  // The squared distance of further observations from the surface, as a multiple of what both leave
  // uncertain.
  [[nodiscard]] double surprise(const Observed& observed) const;

  // The highest points, within the region, of `count` surfaces that are as likely as this one, by
  // its normal law; the same ones for the same seed.
  [[nodiscard]] std::vector<Point> likely_tops(const Region& region, std::size_t count,
                                               std::uint64_t seed) const;

 private:
  Response response_;
  double spread_ = 1;
  double reach_ = 1;
  bool fits_ = true;
  Region holds_;
  std::vector<double> coefficients_;
  statistics::Cholesky precision_;  // of these, the inverse of their covariance
};

}  // namespace referee::tuning
