// What is to come in a comparison: what it will cost before it begins, and, by the pairs so far,
// how many are left and whether the halves agree.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/statistics/forecast.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/tournament/worker_pool.hpp"

namespace referee::evidence {

// A short run of the comparison's own games. They say how long a pair takes and how much pairs
// differ; the comparison itself plays its own.
struct ForecastSample {
  std::uint64_t pairs = 0;
  std::uint64_t failed = 0;  // matches in which a bot failed
  std::chrono::nanoseconds took{};
  unsigned jobs = 1;
  double deviation = 0;  // of one pair, as in CostForecast
  std::uint64_t matches_of_pair = 2;
};
inline constexpr std::uint64_t usual_sample = 10;  // pairs

// Plays `pairs` pairs. Nothing if it was interrupted. Throws as compare() does.
std::optional<ForecastSample> play_sample(const config::Manifest& manifest, ComparisonRules rules,
                                          std::uint64_t pairs,
                                          const tournament::RunContext& context);

// The expected cost of a comparison.
struct CostForecast {
  ComparisonRules rules;
  std::uint64_t matches_of_pair = 2;
  // Of one pair: of its score (0..1), or of its difference in points or per cent.
  double deviation = 0;
  bool deviation_measured = false;
  struct Row {
    double truth = 0;  // the true difference, in the unit of the hypotheses
    statistics::Forecast forecast;
  };
  std::vector<Row> rows;
  std::optional<ForecastSample> sample;
};

// `truth`: the only row; otherwise five around H0 and H1. `deviation`: above 0; otherwise that of
// the sample, or, by wins, of two independent games of equal bots. Throws std::invalid_argument
// where neither says how much pairs differ by points or against a field.
CostForecast forecast_cost(const ComparisonRules& rules, std::uint64_t matches_of_pair,
                           std::optional<double> truth, std::optional<double> deviation,
                           const std::optional<ForecastSample>& sample);

// The mean score by wins, 0..1, or else the mean difference, in the first and in the second half of
// the pairs that count, if they differ by more than one comparison of independent pairs in a
// thousand: bots that learn, or a machine that changes. Absent below 40 pairs.
std::optional<std::array<double, 2>> drift(const Comparison& comparison);

// The number of further pairs that its test takes on average, if what the pairs so far show is the
// truth; at most those that are left of `most`. Absent while fewer than 20 pairs count, where all
// of them scored the same by wins, and after the decision. Takes some hundredths of a second.
std::optional<double> pairs_left(const Comparison& comparison, std::uint64_t most);
inline std::optional<double> pairs_left(const Comparison& comparison) {
  return pairs_left(comparison, comparison.rules().most_pairs);
}

}  // namespace referee::evidence
