#include "referee/cli/compare_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/base/statistics/elo.hpp"
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

namespace {

using evidence::Comparison;

constexpr double usual_draws = 0.1;
constexpr std::uint64_t usual_sample = 10;  // pairs

bool has_bots(const CompareOptions& options) { return !options.new_bot.empty(); }

void check_combination(const CompareOptions& options) {
  if (has_bots(options) && options.base_bot.empty()) {
    throw UsageError("give both bots, NEW and BASE, or none");
  }
  if (has_bots(options) && options.game.empty()) {
    throw UsageError("two bots need --game GAME; see referee games");
  }
  if (options.forecast.deviation && !(*options.forecast.deviation > 0)) {
    throw UsageError("--deviation must be above 0");
  }
}

// Plays a few pairs. They say how long a pair takes and how much pairs differ; the comparison
// itself plays its own.
struct Sample {
  report::ForecastSample figures;
  double deviation = 0;
  std::uint64_t matches_of_pair = 0;
};

Sample play_sample(const CompareOptions& options, const rules::GameInfo& game,
                   evidence::ComparisonRules rules, bool& stopped) {
  const config::Manifest manifest = compare_manifest(options, game);
  rules.measure_only = true;
  rules.most_pairs = options.forecast.sample.value_or(usual_sample);
  Comparison comparison(rules);
  const walls::Protections protections = walls::probe_protections();
  tournament::RunOptions run;
  run.jobs = options.jobs;
  tournament::StopRequest stop;
  const InterruptWatch watch(stopping(stop));
  evidence::CompareObserver observer;
  const auto begin = std::chrono::steady_clock::now();
  const auto end =
      evidence::compare(manifest, nullptr, {protections, run, stop}, comparison, observer);
  Sample sample;
  sample.figures.took = std::chrono::steady_clock::now() - begin;
  sample.figures.pairs = comparison.played();
  for (const auto role :
       {evidence::Role::new_bot, evidence::Role::base_bot, evidence::Role::partner}) {
    sample.figures.failed += comparison.failed(role);
  }
  sample.figures.jobs = run.jobs > 0 ? run.jobs : std::max(1U, std::thread::hardware_concurrency());
  stopped = end == tournament::RunEnd::interrupted;
  sample.matches_of_pair = evidence::matches_of_pair(manifest.events.at(0), 0).size();
  sample.deviation = rules.by_differences()
                         ? std::sqrt(comparison.points().variance().value_or(0))
                         : std::sqrt(statistics::strength(comparison.pairs()).careful_variance);
  return sample;
}

std::vector<double> truths(const CompareOptions& options, double h0, double h1) {
  if (options.forecast.truth) return {*options.forecast.truth};
  const double apart = h1 - h0;
  return {h0 - apart, h0, h0 + apart / 2, h1, h1 + apart};
}

// The deviation that the forecast needs, or 0.
double deviation_of(const CompareOptions& options, const evidence::ComparisonRules& rules,
                    const std::optional<Sample>& sample) {
  if (options.forecast.deviation) return *options.forecast.deviation;
  if (sample && sample->deviation > 0) return sample->deviation;
  if (rules.by_differences()) {
    throw UsageError(
        "a forecast by points needs --deviation POINTS, how much pairs differ, or two bots that do "
        "not always play the same, to measure it");
  }
  // Two independent games of equal bots.
  return std::sqrt((1 - usual_draws) / 8);
}

}  // namespace

int forecast(const CompareOptions& options) {
  check_combination(options);
  if (options.play.quiet) text::hush_notes();
  const rules::GameInfo* game = options.game.empty() ? nullptr : &game_named(options.game);
  report::ForecastReport report;
  report.rules =
      game != nullptr ? compare_rules(options, *game) : options.test.rules(nullptr, false);
  report.matches_of_pair = game != nullptr && game->cooperative && !options.plays_itself() ? 4 : 2;
  if (report.rules.field && !has_bots(options)) {
    throw UsageError("a forecast with --against needs both bots, to measure how much pairs differ");
  }
  std::optional<Sample> sample;
  if (has_bots(options)) {
    bool stopped = false;
    sample = play_sample(options, *game, report.rules, stopped);
    if (stopped) {
      text::warn("interrupted");
      return interrupted;
    }
    report.sample = sample->figures;
    report.matches_of_pair = sample->matches_of_pair;
  }
  report.deviation = deviation_of(options, report.rules, sample);
  report.deviation_measured = sample && !options.forecast.deviation;
  auto& rules = report.rules;
  const bool points = rules.by_differences();
  for (const double truth : truths(options, rules.h0(), rules.h1())) {
    const statistics::ComingPairs pairs{truth, report.deviation, rules.most_pairs};
    report.rows.push_back({truth, points ? statistics::forecast(rules.points, rules.risks, pairs)
                                         : statistics::forecast(rules.win_question(), pairs)});
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
