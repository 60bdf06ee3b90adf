// The output of `referee compare --forecast`: the cost of a comparison.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/statistics/forecast.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/style.hpp"

namespace referee::report {

// A short run of the comparison's own games.
struct ForecastSample {
  std::uint64_t pairs = 0;
  std::uint64_t failed = 0;  // matches in which a bot failed
  std::chrono::nanoseconds took{};
  unsigned jobs = 1;
};

struct ForecastReport {
  evidence::ComparisonRules rules;
  std::uint64_t matches_of_pair = 2;
  double deviation = 0;  // of one pair: of its score (0..1), or of its difference in points
  bool deviation_measured = false;
  struct Row {
    double truth = 0;  // the true difference, in the unit of the hypotheses
    statistics::Forecast forecast;
  };
  std::vector<Row> rows;
  std::optional<ForecastSample> sample;
  TextStyle style{};  // for the form "text"
};

// The forms text and json.
std::span<const Form<ForecastReport>> forecast_forms() noexcept;

}  // namespace referee::report
