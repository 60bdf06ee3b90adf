#include "referee/cli/compare_run.hpp"

#include <iostream>
#include <optional>
#include <utility>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/playing.hpp"
#include "referee/show/report/verdicts/tune_report.hpp"

namespace referee::cli {

tournament::RunEnd play_comparison(const config::Manifest& manifest, const store::Store* store,
                                   const PlayOptions& options, unsigned jobs,
                                   evidence::Comparison& comparison, tournament::OpenMatches& open,
                                   const std::optional<parts::Part>& part) {
  if (!options.quiet) tell_other_programs(manifest);
  const walls::Protections protections = walls::probe_protections();
  tournament::RunOptions run_options;
  run_options.jobs = jobs;
  run_options.host_facts = host_facts(protections, !options.trust);

  tournament::StopRequest stop;
  const InterruptWatch watch(stopping(stop));
  report::Shown shown;
  shown.store = store;
  shown.comparison = true;
  shown.quiet = options.quiet;
  const auto display = run_display(std::move(shown));
  const auto end = evidence::compare(manifest, store, {protections, run_options, stop, &open},
                                     comparison, *display, part);
  display->finish();
  return end;
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
