// Searches for the point of the unit cube at which a bot plays best, in rounds. A round is a few
// duels of two points each. All results are fitted by one Surface. The next round's
// points lie where the top of the surface is likely to be: in each coordinate the region is the
// narrower the better the data determine the top. Where the surface does not fit, only nearer
// observations count and the region gets smaller, so that it may fit there. The last round plays
// the best point against points beside it, and tests whether the surface says what is seen.
//
// The points of a round are spread over the region so that each coordinate takes each of its levels
// once (a Latin hypercube), and the two points of a duel are half of the region apart in every
// coordinate, in random directions: with many parameters a duel shows which direction is better, as
// in SPSA, and all duels together how the surface bends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "referee/analysis/tuning/surface.hpp"

namespace referee::tuning {

struct TunerSetup {
  Point start;
  // For each coordinate the smallest distance at which two points differ; 0: at any distance.
  std::vector<double> steps;
  Response response = Response::scores;
  std::uint64_t seed = 1;
  unsigned rounds = 12;  // the last one tests the surface
  Search search = Search::local;
};

// The rounds of a tuning, 1 or more, the pairs of one of them, from 0, and the most duels of one.
unsigned rounds_of(std::uint64_t pairs, Search search = Search::local);
std::uint64_t pairs_of(std::uint64_t pairs, unsigned round, unsigned rounds,
                       Search search = Search::local);
inline constexpr std::uint64_t most_duels = 8;

// The estimate of one coordinate of the top.
struct Known {
  double value = 0;
  double low = 0;  // ends of the 95 % interval
  double high = 1;
  bool determined = false;  // the interval is clearly shorter than the whole range
};

class Tuner {
 public:
  using Duel = std::pair<Point, Point>;

  // Throws std::invalid_argument unless the start is in the cube and has a step for each number.
  explicit Tuner(TunerSetup setup);

  // The duels of the next round, 1 or more: they follow only from the setup and the added results.
  [[nodiscard]] std::vector<Duel> next(unsigned duels) const;

  // Adds the results of the next round. Duels that were not played are left out, and points may
  // differ from those of next(), where they had to be rounded.
  void add(std::span<const Observed> results);

  // Number of rounds whose results were added.
  [[nodiscard]] std::size_t rounds() const noexcept { return path_.size() - 1; }
  // Before the first round, and after each one: the region of the next points. Its middle is the
  // estimated best point, except where the region would not be in the cube.
  struct Stop {
    Point best;
    Region region;
  };
  [[nodiscard]] const std::vector<Stop>& path() const noexcept { return path_; }
  [[nodiscard]] const Point& best() const noexcept { return path_.back().best; }
  [[nodiscard]] const std::vector<Observed>& observed() const noexcept { return observed_; }

  // Whether the surface explains the results, also those of the last round.
  [[nodiscard]] bool fits() const noexcept { return fits_; }

  // The surface by all results so far; throws std::invalid_argument if there are none.
  [[nodiscard]] Surface surface() const;
  // Each coordinate of the top of the surface, in the whole range of that coordinate while the
  // others are in the region. Throws likewise.
  [[nodiscard]] std::vector<Known> known() const;

 private:
  [[nodiscard]] bool is_last() const {
    return setup_.search == Search::local && rounds() > 0 && rounds() + 1 == setup_.rounds;
  }
  [[nodiscard]] std::vector<Duel> checks(unsigned duels) const;
  [[nodiscard]] bool confirms(std::span<const Observed> results) const;
  [[nodiscard]] Point settled(const Surface& surface, const std::vector<Point>& tops,
                              const Region& region, Point mean) const;
  [[nodiscard]] std::vector<Known> known(const Surface& surface, const Region& near,
                                         std::size_t count) const;
  [[nodiscard]] Region region_around(const Point& centre, const std::vector<double>& halves) const;

  TunerSetup setup_;
  std::vector<Stop> path_;
  std::vector<Observed> observed_;
  bool fits_ = true;
};

}  // namespace referee::tuning
