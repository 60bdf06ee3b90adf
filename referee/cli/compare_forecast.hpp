// The cost of a comparison, in pairs and in hours: referee compare --forecast.
#pragma once

#include "referee/cli/options/compare_options.hpp"

namespace referee::cli {

void add_forecast_options(const Verb& verb, ForecastOptions& options);

// Prints the table, after it has played some pairs if there are bots; returns the exit code. Throws
// UsageError for what does not fit together.
int forecast(const CompareOptions& options);

}  // namespace referee::cli
