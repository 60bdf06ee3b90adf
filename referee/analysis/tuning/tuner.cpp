#include "referee/analysis/tuning/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>

namespace referee::tuning {
namespace {

constexpr double whole_half = 0.5;      // of the range, on both sides of its middle
constexpr double check_distance = 0.1;  // of the range, where the surface fits everywhere
constexpr double most_tops = 0.8;
constexpr double short_interval = 0.5;
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

unsigned rounds_of(std::uint64_t pairs, Search search) {
  // A few pairs are more than one round only if a round has some duels.
  const std::uint64_t few = std::clamp<std::uint64_t>(pairs / most_duels, 1, 12);
  if (search == Search::first) return static_cast<unsigned>(few);
  return static_cast<unsigned>(std::clamp<std::uint64_t>(pairs / 40, few, 60));
}

std::uint64_t pairs_of(std::uint64_t pairs, unsigned round, unsigned rounds, Search search) {
  const auto share = [](std::uint64_t all, std::uint64_t i, std::uint64_t n) {
    return all * (i + 1) / n - all * i / n;
  };
  if (search == Search::first || rounds == 1) return share(pairs, round, rounds);
  const std::uint64_t last = pairs / 8;
  return round + 1 == rounds ? last : share(pairs - last, round, rounds - 1);
}

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

// Of the best point with points beside it, in one coordinate each.
std::vector<Tuner::Duel> Tuner::checks(unsigned duels) const {
  Draws draws(setup_.seed, rounds());
  std::vector<Duel> result;
  const double distance = check_distance * (observed_.empty() ? 1 : surface().reach());
  for (const double side : {1.0, -1.0}) {
    for (const std::size_t axis : draws.permutation(best().size())) {
      if (result.size() == duels) return result;
      Point other = best();
      const double step = side * std::max(distance, setup_.steps[axis]);
      const bool inside = other[axis] + step >= 0 && other[axis] + step <= 1;
      other[axis] += inside ? step : -step;
      if (inside || side > 0) result.emplace_back(best(), other);
    }
  }
  return result;
}

// Where most likely tops lie at an end of a range, the mean would pull the best point inside. A
// parameter whose interval is short and holds its start stays there.
Point Tuner::settled(const Surface& surface, const std::vector<Point>& tops, const Region& region,
                     Point mean) const {
  const std::vector<Known> intervals = known(surface, region, tops_for_next);
  for (std::size_t axis = 0; axis < mean.size(); ++axis) {
    for (const double end : {0.0, 1.0}) {
      const auto there = std::count_if(tops.begin(), tops.end(), [&](const Point& top) {
        return std::abs(top[axis] - end) < 1e-9;
      });
      if (static_cast<double>(there) > most_tops * static_cast<double>(tops.size())) {
        mean[axis] = end;
      }
    }
    const auto& [value, low, high, determined] = intervals[axis];
    const double start = setup_.start[axis];
    if (high - low < short_interval && low <= start && start <= high) mean[axis] = start;
  }
  return mean;
}

// Whether further results are as near to the surface as both leave uncertain.
bool Tuner::confirms(std::span<const Observed> results) const {
  if (observed_.empty() || results.empty()) return true;
  constexpr double most_sigmas = 2.5;
  const Surface before = surface();
  double squares = 0;
  for (const Observed& one : results) squares += before.surprise(one);
  const auto count = static_cast<double>(results.size());
  return squares < count + most_sigmas * std::sqrt(2 * count);
}

std::vector<Tuner::Duel> Tuner::next(unsigned duels) const {
  if (is_last()) return checks(duels);
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
  const bool confirmed = !is_last() || confirms(results);
  observed_.insert(observed_.end(), results.begin(), results.end());
  if (observed_.empty()) {
    path_.push_back(path_.back());
    return;
  }
  const Region before = path_.back().region;
  const std::size_t dimensions = setup_.start.size();
  const Surface surface(observed_, setup_.response, before, setup_.search);
  fits_ = confirmed && surface.fits();
  const std::vector<Point> tops =
      surface.likely_tops(surface.holds(), tops_for_next, setup_.seed + path_.size());
  Point best(dimensions);
  std::vector<double> halves(dimensions);
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    const auto [mean, deviation] = moments(tops, axis);
    const double half = half_of(before, axis);
    best[axis] = mean;
    halves[axis] =
        std::clamp(deviation, std::max(least_half * surface.reach(), fastest_shrinking * half),
                   std::min(whole_half, fastest_growing * half));
  }
  Region region = region_around(best, halves);
  if (setup_.search == Search::local && rounds() + 2 >= setup_.rounds) {
    best = settled(surface, tops, region, std::move(best));
  }
  path_.push_back({std::move(best), std::move(region)});
}

Surface Tuner::surface() const {
  return {observed_, setup_.response, path_.back().region, setup_.search};
}

std::vector<Known> Tuner::known() const {
  std::vector<Known> result = known(surface(), path_.back().region, tops_for_known);
  for (std::size_t axis = 0; axis < result.size(); ++axis) {
    Known& known = result[axis];
    known.value = best()[axis];
    if (setup_.search == Search::first) {
      known.low = std::min(known.value, known.low);
      known.high = std::max(known.value, known.high);
      known.determined = known.high - known.low < determined_below;
    }
  }
  return result;
}

// Half of the tops are those of a surface of the next shorter reach: where the two differ, the
// surface is not quadratic, and the interval has both.
std::vector<Known> Tuner::known(const Surface& surface, const Region& near,
                                std::size_t count) const {
  std::vector<const Surface*> surfaces{&surface};
  std::optional<Surface> nearer;
  if (setup_.search == Search::local) {
    nearer.emplace(observed_, setup_.response, near, setup_.search, surface.reach() * next_reach);
    surfaces.push_back(&*nearer);
  }
  std::vector<Known> result;
  for (std::size_t axis = 0; axis < setup_.start.size(); ++axis) {
    Region region = near;
    region.low[axis] = surface.holds().low[axis];
    region.high[axis] = surface.holds().high[axis];
    std::vector<double> values;
    for (const Surface* one : surfaces) {
      for (const Point& top : one->likely_tops(region, count, setup_.seed + values.size())) {
        values.push_back(top[axis]);
      }
    }
    std::sort(values.begin(), values.end());
    const std::size_t outside = values.size() / 40;  // 2.5 % on each side
    Known known;
    known.low = values[outside];
    known.high = values[values.size() - 1 - outside];
    known.determined = known.high - known.low < determined_below;
    result.push_back(known);
  }
  return result;
}

}  // namespace referee::tuning
