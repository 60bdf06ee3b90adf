// Maximum likelihood laws under a hypothesis, for the sequential tests.
#pragma once

#include <array>
#include <cstddef>

#include "referee/base/statistics/game_counts.hpp"

namespace referee::statistics {

// A law on at most five results. Unused places hold 0.
using Shares = std::array<double, 5>;

// Counted results: their values, rising, and the share of each.
struct Sample {
  std::size_t size = 0;  // 5 for pairs, 3 for games
  Shares values{};
  Shares shares{};  // all positive, adding up to 1
  double total = 0;

  // A result that never occurred counts as 0.001, so that no law is ruled out because a result
  // has not occurred yet; `total` includes these.
  static Sample of(const PairCounts& pairs);
  static Sample of(const GameCounts& games);
};

// Mean and standard deviation of a law on the sample's values.
struct Moments {
  double mean = 0;
  double deviation = 0;
};
Moments moments(const Sample& sample, const Shares& law);

// The sample's law, each share multiplied by exp(slope * value).
Shares tilted(const Sample& sample, double slope);

// The law with the given mean under which the sample is likeliest. Precondition: mean lies
// strictly between the smallest and the largest value.
Shares law_with_mean(const Sample& sample, double mean);

// The law with (mean - 1/2) / deviation equal to `effect` under which the sample is
// likeliest. Precondition: `effect` is finite.
Shares law_with_effect(const Sample& sample, double effect);

// The log-likelihood ratio of two laws: total * sum of share * ln(law1 / law0).
double log_ratio(const Sample& sample, const Shares& law0, const Shares& law1);

}  // namespace referee::statistics
