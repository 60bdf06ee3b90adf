// Looks for the point of the unit cube at which a bot plays best, in rounds. A round is a few duels
// of two points each. All results are fitted by one surface (surface.hpp). The next round's points
// lie where the top of the surface is likely to be: in each coordinate the region is the narrower
// the better the data say where the top is.
//
// The points of a round are spread over the region so that each coordinate takes each of its
// levels once (a Latin hypercube), and the two points of a duel are half of the region apart in
// every coordinate, in random directions: with many parameters a duel says which direction is
// better, as in SPSA, and all duels together how the surface bends.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "referee/tuning/surface.hpp"

namespace referee::tuning {

struct TunerPlan {
  Point start;
  // For each coordinate the distance of two points that are just told apart; 0: any two are.
  std::vector<double> steps;
  Response response = Response::scores;
  std::uint64_t seed = 1;
};

// What is known of one coordinate of the top.
struct Known {
  double value = 0;
  double low = 0;  // 95 % of what is likely lies in low..high
  double high = 1;
  bool determined = false;  // the interval is clearly shorter than the whole range
};

class Tuner {
 public:
  using Duel = std::pair<Point, Point>;

  // Throws std::invalid_argument unless the start is in the cube and has a step for each number.
  explicit Tuner(TunerPlan plan);

  // The duels of the next round, 1 or more: they follow from the plan and what was added alone.
  [[nodiscard]] std::vector<Duel> next(unsigned duels) const;

  // The results of the next round. Duels that were not played are left out, and points may be
  // others than next() said, where they had to be rounded.
  void add(std::span<const Observed> results);

  // Rounds whose results were added.
  [[nodiscard]] std::size_t rounds() const noexcept { return path_.size() - 1; }
  // Before the first round, and after each one: the region of the next points. Its middle is the
  // best point as far as is known, except where the region would not be in the cube.
  struct Stop {
    Point best;
    Region region;
  };
  [[nodiscard]] const std::vector<Stop>& path() const noexcept { return path_; }
  [[nodiscard]] const Point& best() const noexcept { return path_.back().best; }
  [[nodiscard]] const std::vector<Observed>& observed() const noexcept { return observed_; }

  // By all results so far; throws std::invalid_argument if there are none.
  [[nodiscard]] Surface surface() const;
  // Each coordinate of the top of the surface, in the whole range of that coordinate while the
  // others are in the region. Throws likewise.
  [[nodiscard]] std::vector<Known> known() const;

 private:
  [[nodiscard]] Region region_around(const Point& centre, const std::vector<double>& halves) const;

  TunerPlan plan_;
  std::vector<Stop> path_;
  std::vector<Observed> observed_;
};

}  // namespace referee::tuning
