// How often is a bound wrong that is printed after a decision?
#pragma once

#include <cstdint>
#include <functional>

#include "referee/base/statistics/point_test.hpp"
#include "tests/base/statistics/simulated.hpp"

namespace simulated {

// Of all tests, in per cent: how many ended with a lower bound above the truth, and how many with
// an upper bound below it.
struct BoundErrors {
  double above = 0;
  double below = 0;
};

struct PairBoundErrors {
  BoundErrors elo;
  BoundErrors normalized_elo;
  double pairs = 0;  // the mean number of pairs
};
// Of comparisons by wins, with the far stop. The truth lies at `place`: 0 at elo0, 1 at elo1.
PairBoundErrors bound_errors(const PairScenario& scenario, double place, std::uint64_t runs,
                             std::uint64_t seed);

struct PointBoundErrors {
  BoundErrors points;
  double pairs = 0;
};
// `draw` gives one difference, with the mean `truth`.
PointBoundErrors bound_errors(const referee::statistics::PointHypotheses& hypotheses, double truth,
                              const std::function<double(Random&)>& draw, std::uint64_t runs,
                              std::uint64_t seed);

}  // namespace simulated
