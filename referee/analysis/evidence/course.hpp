// The course of a comparison: its evidence after earlier pairs, for charts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "referee/base/statistics/counts.hpp"
#include "referee/base/statistics/paired.hpp"
#include "referee/base/statistics/point_test.hpp"

namespace referee::evidence {

// The state of a comparison after one of its pairs.
struct CoursePoint {
  statistics::PairCounts pairs;                             // meaningless in a cooperative game
  statistics::PairedPoints points;                          // its count is the number of pairs
  double llr = 0;                                           // of the test on wins
  std::optional<statistics::PointTest::Evidence> evidence;  // of the test on points
};

// Evenly spread points of a comparison of any length: every pair of a short one; of a longer one
// every second, fourth, ... pair, and always the last.
class Course {
 public:
  // The most points that are kept; at least half of that once there were as many pairs.
  static constexpr std::size_t most_points = 1000;

  // Adds the next pair.
  void add(const CoursePoint& point);
  // The points in their order.
  [[nodiscard]] std::vector<CoursePoint> points() const;

 private:
  std::vector<CoursePoint> kept_;  // after pairs step_, 2 * step_, ...
  std::uint64_t step_ = 1;
  std::uint64_t count_ = 0;
  CoursePoint last_;
};

}  // namespace referee::evidence
