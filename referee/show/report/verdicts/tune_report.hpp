// The output of `referee tune` at its end.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/tuning/tuning.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

struct TuneReport {
  const tuning::Tuning& tuning;
  // The comparison at the end, if it has begun.
  const evidence::Comparison* comparison = nullptr;
  TextStyle style{};  // for the form "text"
};

// The forms text and json.
std::span<const Form<TuneReport>> tune_forms() noexcept;

// The same for the page that viewer/ builds: the verdict in words, and of each parameter its best
// value from round to round and the surface around it, with their uncertainty.
text::Json tune_page(const TuneReport& report);

// The result for a parameter.
struct TunedParameter {
  std::string start;
  std::string best;
  std::string low;  // of the 95 % interval
  std::string high;
  bool determined = false;
  bool fits = true;  // else the interval says nothing
  // The surface along this parameter through the best point: its height there minus that of the
  // best point, with a standard error. Empty before the first round.
  struct Place {
    std::string value;
    double position = 0;  // 0..1 of the range
    tuning::Difference difference;
  };
  std::vector<Place> slice;
};
std::vector<TunedParameter> tuned_parameters(const tuning::Tuning& tuning);

// The unit of slices: "Elo", "points", "% of the games".
std::string unit_of_surface(const tuning::Question& question);

}  // namespace referee::report
