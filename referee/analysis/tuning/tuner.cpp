#include "referee/analysis/tuning/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

namespace referee::tuning {
namespace {

constexpr double whole_half = 0.5;  // of the range, on both sides of its middle
constexpr double least_half = 0.15;
constexpr double fastest_shrinking = 0.7;  // in one round
constexpr double fastest_growing = 2;
constexpr std::size_t tops_for_next = 200;
constexpr std::size_t tops_for_known = 1000;
constexpr double determined_below = 0.8;  // of the range

// Random numbers that are the same everywhere.
class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t round)
      : bits_(seed ^ (0x9E3779B97F4A7C15ULL * (round + 1))) {}

  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits_() % count); }
  std::vector<std::size_t> permutation(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    return order;
  }

 private:
  std::mt19937_64 bits_;
};

Region cube_of(std::size_t dimensions) { return {Point(dimensions, 0.0), Point(dimensions, 1.0)}; }

double half_of(const Region& region, std::size_t axis) {
  return (region.high[axis] - region.low[axis]) / 2;
}

// Mean and standard deviation of one coordinate.
std::pair<double, double> moments(const std::vector<Point>& points, std::size_t axis) {
  double mean = 0;
  for (const Point& point : points) mean += point[axis] / static_cast<double>(points.size());
  double variance = 0;
  for (const Point& point : points) {
    const double away = point[axis] - mean;
    variance += away * away / static_cast<double>(points.size());
  }
  return {mean, std::sqrt(variance)};
}

}  // namespace

Tuner::Tuner(TunerSetup setup) : setup_(std::move(setup)) {
  const bool in_cube = std::all_of(setup_.start.begin(), setup_.start.end(),
                                   [](double x) { return x >= 0 && x <= 1; });
  if (setup_.start.empty() || !in_cube || setup_.steps.size() != setup_.start.size()) {
    throw std::invalid_argument("a tuner needs a start in the cube, and a step for each number");
  }
  path_.push_back({setup_.start, cube_of(setup_.start.size())});
}

Region Tuner::region_around(const Point& centre, const std::vector<double>& halves) const {
  Region region{centre, centre};
  for (std::size_t i = 0; i < centre.size(); ++i) {
    // Two points of a duel are half of the region apart: at least a step.
    const double half = std::min(whole_half, std::max(halves[i], setup_.steps[i]));
    const double middle = std::clamp(centre[i], half, 1 - half);
    region.low[i] = middle - half;
    region.high[i] = middle + half;
  }
  return region;
}

std::vector<Tuner::Duel> Tuner::next(unsigned duels) const {
  Draws draws(setup_.seed, rounds());
  const Region& region = path_.back().region;
  std::vector<Duel> result(duels, {region.low, region.low});
  for (std::size_t axis = 0; axis < region.low.size(); ++axis) {
    // A level of the lower half; the other point has the same level of the upper half.
    const std::vector<std::size_t> levels = draws.permutation(duels);
    const double half = half_of(region, axis);
    for (std::size_t i = 0; i < duels; ++i) {
      const double level = (static_cast<double>(levels[i]) + draws.uniform()) * half / duels;
      // Only directions that differ from coordinate to coordinate matter.
      const bool swapped = axis > 0 && draws.below(2) == 1;
      result[i].first[axis] += swapped ? level + half : level;
      result[i].second[axis] += swapped ? level : level + half;
    }
  }
  return result;
}

void Tuner::add(std::span<const Observed> results) {
  observed_.insert(observed_.end(), results.begin(), results.end());
  if (observed_.empty()) {
    path_.push_back(path_.back());
    return;
  }
  const Region before = path_.back().region;
  const std::size_t dimensions = setup_.start.size();
  const std::vector<Point> tops =
      Surface(observed_, setup_.response, before)
          .likely_tops(cube_of(dimensions), tops_for_next, setup_.seed + path_.size());
  Point best(dimensions);
  std::vector<double> halves(dimensions);
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    const auto [mean, deviation] = moments(tops, axis);
    const double half = half_of(before, axis);
    best[axis] = mean;
    halves[axis] = std::clamp(deviation, std::max(least_half, fastest_shrinking * half),
                              std::min(whole_half, fastest_growing * half));
  }
  Region region = region_around(best, halves);
  path_.push_back({std::move(best), std::move(region)});
}

Surface Tuner::surface() const { return {observed_, setup_.response, path_.back().region}; }

std::vector<Known> Tuner::known() const {
  const Surface surface = this->surface();
  std::vector<Known> result;
  for (std::size_t axis = 0; axis < setup_.start.size(); ++axis) {
    Region region = path_.back().region;
    region.low[axis] = 0;
    region.high[axis] = 1;
    std::vector<double> values;
    for (const Point& top : surface.likely_tops(region, tops_for_known, setup_.seed)) {
      values.push_back(top[axis]);
    }
    std::sort(values.begin(), values.end());
    const std::size_t outside = values.size() / 40;  // 2.5 % on each side
    Known known;
    known.value = best()[axis];
    known.low = std::min(known.value, values[outside]);
    known.high = std::max(known.value, values[values.size() - 1 - outside]);
    known.determined = known.high - known.low < determined_below;
    result.push_back(known);
  }
  return result;
}

}  // namespace referee::tuning
