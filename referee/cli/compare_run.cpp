#include "referee/cli/compare_run.hpp"

#include <iostream>
#include <optional>
#include <utility>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/show/report/verdicts/tune_report.hpp"

namespace referee::cli {

tournament::RunEnd play_comparison(Session& session, const config::Manifest& manifest,
                                   const store::Store* store, evidence::Comparison& comparison,
                                   const std::optional<parts::Part>& part) {
  report::Shown shown;
  shown.store = store;
  shown.comparison = true;
  return session.run(std::move(shown), [&](const auto& context, report::Display& display) {
    return evidence::compare(manifest, store, context, comparison, display, part);
  });
}

int exit_code_of(const evidence::Comparison& comparison) {
  if (comparison.state() == evidence::Comparison::State::measured) return done;
  switch (comparison.decision()) {
    case statistics::Decision::accept_h1:
      return done;
    case statistics::Decision::accept_h0:
      return failed;
    default:
      return undecided;
  }
}

int print_tuning(const tuning::Tuning& tuning, const evidence::Comparison* comparison, bool json) {
  const auto& form = report::form_named(report::tune_forms(), json ? "json" : "text");
  std::cout << form.write({tuning, comparison, output_style()});
  if (tuning.ended() && tuning.found_nothing()) return failed;
  return comparison != nullptr ? exit_code_of(*comparison) : undecided;
}

}  // namespace referee::cli
