// Pairs of a comparison, made by hand.
#pragma once

#include <cstdint>

#include "referee/analysis/evidence/comparison.hpp"

namespace referee::evidence {

// A pair that no other pair repeats.
inline PairResult pair(statistics::GameResult one, statistics::GameResult two, std::uint64_t number,
                       double difference = 0) {
  PairResult result;
  result.games = {one, two};
  result.new_points = 100 + difference;
  result.base_points = 100;
  result.hashes = {number};
  return result;
}

inline ComparisonRules point_rules(double points0, double points1, double limit) {
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = {points0, points1, -limit, limit};
  return rules;
}

}  // namespace referee::evidence
