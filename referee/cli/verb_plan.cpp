// referee plan: what will a comparison cost?

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "referee/cli/common.hpp"
#include "referee/cli/compare_options.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/game_names.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/evidence/compare_run.hpp"
#include "referee/report/plan_report.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/text/log.hpp"

namespace referee::cli {
namespace {

using evidence::Comparison;
using evidence::Yardstick;

struct PlanOptions {
  CompareOptions compare;
  std::string what;
  std::optional<double> truth;
  std::optional<double> draws;
  std::optional<double> deviation;
  std::uint64_t sample = 10;
};

constexpr double usual_draws = 0.1;

bool has_bots(const PlanOptions& options) { return !options.compare.new_bot.empty(); }

void check_combination(const PlanOptions& options) {
  const CompareOptions& compare = options.compare;
  if (has_bots(options) && compare.base_bot.empty()) {
    throw UsageError("give both bots, NEW and BASE, or none");
  }
  if (has_bots(options) && compare.game.empty()) {
    throw UsageError("two bots need --game GAME; see referee games");
  }
  if (options.draws && !(*options.draws >= 0 && *options.draws < 1)) {
    throw UsageError("--draws must be a share of the games, at least 0 and below 1");
  }
  if (options.deviation && !(*options.deviation > 0)) {
    throw UsageError("--deviation must be above 0");
  }
}

// Plays a few pairs. They say how long a pair takes and how much pairs differ; the comparison that
// is planned plays its own.
struct Sample {
  report::PlanSample figures;
  double deviation = 0;
};

Sample play_sample(const PlanOptions& options, const rules::GameInfo& game,
                   evidence::ComparisonRules rules, bool& stopped) {
  const config::Manifest manifest = compare_manifest(options.compare, game);
  rules.measure_only = true;
  rules.most_pairs = options.sample;
  Comparison comparison(rules);
  const walls::Protections protections = walls::probe_protections();
  tournament::RunOptions run;
  run.jobs = options.compare.jobs;
  tournament::StopRequest stop;
  const InterruptWatch watch([&stop] { stop.ask(); });
  evidence::CompareObserver observer;
  const auto begin = std::chrono::steady_clock::now();
  const auto end =
      evidence::compare(manifest, nullptr, protections, run, stop, comparison, observer);
  Sample sample;
  sample.figures.took = std::chrono::steady_clock::now() - begin;
  sample.figures.pairs = comparison.played();
  for (const auto part :
       {evidence::Part::new_bot, evidence::Part::base_bot, evidence::Part::partner}) {
    sample.figures.failed += comparison.failed(part);
  }
  sample.figures.jobs = run.jobs > 0 ? run.jobs : std::max(1U, std::thread::hardware_concurrency());
  stopped = end == tournament::RunEnd::interrupted;
  sample.deviation = rules.by == Yardstick::points
                         ? std::sqrt(comparison.points().variance().value_or(0))
                         : std::sqrt(statistics::strength(comparison.pairs()).careful_variance);
  return sample;
}

std::vector<double> truths(const PlanOptions& options, double h0, double h1) {
  if (options.truth) return {*options.truth};
  const double apart = h1 - h0;
  return {h0 - apart, h0, h0 + apart / 2, h1, h1 + apart};
}

// The deviation that the forecast needs, or 0.
double deviation_of(const PlanOptions& options, const evidence::ComparisonRules& rules,
                    const std::optional<Sample>& sample) {
  if (options.deviation) return *options.deviation;
  if (sample && sample->deviation > 0) return sample->deviation;
  if (rules.by == Yardstick::points) {
    throw UsageError(
        "a plan by points needs --deviation POINTS, how much pairs differ, or two bots that do not "
        "always play the same, to measure it");
  }
  // Two independent games of equal bots.
  return std::sqrt((1 - options.draws.value_or(usual_draws)) / 8);
}

int plan(const PlanOptions& options) {
  check_combination(options);
  if (options.compare.play.quiet) text::hush_notes();
  const rules::GameInfo* game =
      options.compare.game.empty() ? nullptr : &game_named(options.compare.game);
  if (game == nullptr && options.compare.by.value_or("wins") == "points") {
    throw UsageError("a plan by points needs --game GAME, for the limits of its points");
  }
  report::PlanReport report;
  report.rules = game != nullptr ? compare_rules(options.compare, *game)
                                 : compare_rules_by_wins(options.compare);
  report.matches_of_pair = game != nullptr && game->cooperative ? 4 : 2;
  std::optional<Sample> sample;
  if (has_bots(options)) {
    bool stopped = false;
    sample = play_sample(options, *game, report.rules, stopped);
    if (stopped) {
      text::warn("interrupted");
      return interrupted;
    }
    report.sample = sample->figures;
  }
  report.deviation = deviation_of(options, report.rules, sample);
  report.deviation_measured = sample && !options.deviation;
  auto& rules = report.rules;
  if (rules.by == Yardstick::points) {
    for (const double truth : truths(options, rules.points.delta0, rules.points.delta1)) {
      report.rows.push_back({truth, statistics::forecast(rules.points, rules.risks, truth,
                                                         report.deviation, rules.most_pairs)});
    }
  } else {
    for (const double truth : truths(options, rules.elo.elo0, rules.elo.elo1)) {
      report.rows.push_back({truth, statistics::forecast(rules.win_question(), truth,
                                                         report.deviation, rules.most_pairs)});
    }
  }
  report.style = output_style();
  const auto& form =
      report::form_named(report::plan_forms(), options.compare.play.json ? "json" : "text");
  std::cout << form.write(report);
  return done;
}

}  // namespace

void add_plan(CommandLine& program) {
  const Verb verb = program.add("plan", "What a comparison will cost, in pairs and in hours");
  auto options = std::make_shared<PlanOptions>();
  options->compare.test.elo1 = 10;
  verb.option("what", &options->what, "What is planned").one_of({"compare"}).required();
  verb.option("new", &options->compare.new_bot,
              "With two bots, some pairs are played to measure the time of a pair");
  verb.option("base", &options->compare.base_bot, "The bot it is to be compared with");
  verb.option("-g,--game", &options->compare.game,
              "The game; needed for points and with bots, see referee games")
      .unit("GAME");
  add_test_options(verb, options->compare);
  verb.option("--true", &options->truth,
              "The true difference; default: a table of five around H0 and H1")
      .unit("D");
  verb.option("--draws", &options->draws,
              "Share of drawn games, for the logistic model; default: 0.1")
      .unit("SHARE");
  verb.option("--deviation", &options->deviation,
              "Standard deviation of a pair's difference in points, or of its score (0 to 1)")
      .unit("D");
  verb.option("--sample", &options->sample, "With two bots: how many pairs to play; default: 10")
      .unit("N")
      .within(2, 100'000);
  add_playing_options(verb, options->compare);
  verb.footer(
      with_games("Computes how many pairs a comparison will take and how it will end, for\n"
                 "several true differences. The options are those of referee compare.\n\n"
                 "Examples:\n"
                 "  referee plan compare --elo0 0 --elo1 10\n"
                 "  referee plan compare --elo0 -20 --elo1 0 --true -5 --json\n"
                 "  referee plan compare ./new ./old --game {game} --elo1 30   with hours"));
  verb.runs([options, verb] {
    note_elo_asked(verb, options->compare);
    return play_or_show_who_does([&] { return plan(*options); }, options->compare.play.json);
  });
}

}  // namespace referee::cli
