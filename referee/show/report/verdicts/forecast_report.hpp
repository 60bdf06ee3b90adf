// The output of `referee compare --forecast`: the cost of a comparison.
#pragma once

#include <span>

#include "referee/analysis/evidence/outlook.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

using evidence::ForecastSample;

struct ForecastReport : evidence::CostForecast {
  TextStyle style{};  // for the form "text"
};

// The forms text and json.
std::span<const Form<ForecastReport>> forecast_forms() noexcept;

}  // namespace referee::report
