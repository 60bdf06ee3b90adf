#include "referee/cli/compare_run.hpp"

#include <fmt/core.h>

#include <iostream>
#include <optional>
#include <stdexcept>
#include <utility>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/analysis/evidence/outlook.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/playing.hpp"
#include "referee/show/report/verdicts/forecast_report.hpp"
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

int forecast(const CompareOptions& options) {
  const bool has_bots = !options.new_bot.empty();
  if (has_bots && options.base_bot.empty()) {
    throw UsageError("give the game and both bots, GAME NEW BASE, or no bot");
  }
  if (options.forecast.deviation && !(*options.forecast.deviation > 0)) {
    throw UsageError("--deviation must be above 0");
  }
  if (options.play.quiet) text::hush_notes();
  const rules::GameInfo* game = options.game.empty() ? nullptr : &game_named(options.game);
  const auto rules =
      game != nullptr ? compare_rules(options, *game) : options.test.rules(nullptr, false);
  std::optional<evidence::ForecastSample> sample;
  if (has_bots) {
    const walls::Protections protections = walls::probe_protections();
    tournament::RunOptions run;
    run.jobs = options.jobs;
    tournament::StopRequest stop;
    const InterruptWatch watch(stopping(stop));
    sample = evidence::play_sample(compare_manifest(options, *game), rules,
                                   options.forecast.sample.value_or(evidence::usual_sample),
                                   {protections, run, stop});
    if (!sample) {
      text::warn("interrupted");
      return interrupted;
    }
  }
  const std::uint64_t matches =
      game != nullptr && game->cooperative && !options.plays_itself() ? 4 : 2;
  report::ForecastReport report;
  try {
    static_cast<evidence::CostForecast&>(report) = evidence::forecast_cost(
        rules, matches, options.forecast.truth, options.forecast.deviation, sample);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  report.style = output_style();
  const auto& form =
      report::form_named(report::forecast_forms(), options.play.json ? "json" : "text");
  std::cout << form.write(report);
  return done;
}

void add_forecast_options(const Verb& verb, ForecastOptions& options) {
  verb.flag("--forecast", options.asked,
            "Only say what the comparison will cost, in pairs; with bots and a game in hours, too");
  verb.option("--true", &options.truth,
              "With --forecast: the true difference; default: a table of five around H0 and H1")
      .unit("D");
  verb.option("--deviation", &options.deviation,
              "With --forecast: standard deviation of a pair's difference in points, or of its "
              "score (0 to 1)")
      .unit("D");
  verb.option("--sample", &options.sample,
              "With --forecast and bots: how many pairs to play; default: 10")
      .unit("N")
      .within(2, 100'000);
}

}  // namespace referee::cli
