// referee compare: is a new bot better than the one it should replace?

#include <fmt/core.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/common.hpp"
#include "referee/cli/evidence_options.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/game_names.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/evidence/compare_run.hpp"
#include "referee/report/comparison_report.hpp"
#include "referee/store/claim.hpp"
#include "referee/text/log.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;
using evidence::Comparison;
using evidence::Yardstick;

struct CompareOptions {
  PlayOptions play;
  SprtOptions test;
  std::string new_bot;
  std::string base_bot;
  std::string partner;
  std::string game;
  std::optional<std::string> by;
  std::optional<double> points0;
  std::optional<double> points1;
  std::optional<double> limit;
  std::uint64_t max_pairs = evidence::ComparisonRules{}.most_pairs;
  bot::ChosenLimits limits;
  std::vector<std::string> read;
  unsigned jobs = 0;
  std::string out;
  bool elo_asked = false;  // one of --elo0, --elo1, --model was given
};

Yardstick yardstick(const CompareOptions& options, const rules::GameInfo& game) {
  const bool points = options.by ? *options.by == "points" : game.cooperative;
  if (game.cooperative && !points) {
    throw UsageError(fmt::format(
        "{} is cooperative and has no winner: only --by points can compare bots", game.title));
  }
  if (!game.cooperative && !options.partner.empty()) {
    throw UsageError(
        fmt::format("--partner is for cooperative games, and {} is not one", game.title));
  }
  if (points && options.elo_asked) {
    throw UsageError(
        "--elo0, --elo1 and --model belong to --by wins; a test on points has "
        "--points0 and --points1");
  }
  if (!points && (options.points0 || options.points1 || options.limit)) {
    throw UsageError(
        "--points0, --points1 and --limit belong to --by points; a test on wins has "
        "--elo0 and --elo1");
  }
  return points ? Yardstick::points : Yardstick::wins;
}

statistics::PointHypotheses point_hypotheses(const CompareOptions& options,
                                             const rules::GameInfo& game) {
  const rules::PointScale& scale = game.point_scale;
  const double limit = options.limit.value_or(scale.limit);
  const double points0 = options.points0.value_or(0);
  const double points1 = options.points1.value_or(points0 + scale.gain);
  if (scale.exact && options.limit) {
    throw UsageError(fmt::format(
        "--limit is for games without limits of their own; in {} the rules set it to {}",
        game.title, scale.limit));
  }
  constexpr double most = 1e9;
  if (!(limit > 0 && limit <= most)) {
    throw UsageError("--limit must be above 0 and at most 1000000000");
  }
  if (!(points0 < points1)) {
    throw UsageError(fmt::format("--points0 ({}) must be below --points1 ({})", points0, points1));
  }
  if (!(-limit < points0 && points1 < limit)) {
    const std::string source =
        options.limit ? "the --limit"
        : scale.exact
            ? fmt::format("the most that the rules of {} allow", game.title)
            : fmt::format("the limit of the differences in {} unless --limit sets it", game.title);
    throw UsageError(
        fmt::format("--points0 ({}) and --points1 ({}) must be above {} and below {}, {}", points0,
                    points1, -limit, limit, source));
  }
  return {points0, points1, -limit, limit};
}

evidence::ComparisonRules rules_of(const CompareOptions& options, const rules::GameInfo& game) {
  evidence::ComparisonRules rules;
  rules.by = yardstick(options, game);
  rules.most_pairs = options.max_pairs;
  rules.risks = options.test.risks();
  if (rules.by == Yardstick::points) {
    rules.points = point_hypotheses(options, game);
  } else {
    const auto question = options.test.question();
    rules.elo = question.hypotheses;
    rules.model = question.model;
  }
  return rules;
}

store::Manifest manifest_of(const CompareOptions& options, const rules::GameInfo& game) {
  evidence::ComparePlan plan;
  plan.game = &game;
  plan.new_command = options.new_bot;
  plan.base_command = options.base_bot;
  plan.partner_command = options.partner;
  plan.seed = options.play.seed.value_or(1);
  plan.clock = options.play.clock_kind().value_or(bot::ClockKind::cpu);
  plan.speed = options.play.speed_factor().value_or(1);
  plan.budget = options.play.budget_here(game);
  plan.isolated = !options.play.trust;
  plan.limits = options.limits;
  plan.read = options.read;
  plan.toolchain = options.play.toolchain_year().value_or(0);
  plan.folder = fs::current_path();
  return evidence::compare_manifest(plan);
}

int exit_code_of(const Comparison& comparison) {
  switch (comparison.state()) {
    case Comparison::State::better:
      return done;
    case Comparison::State::not_better:
      return failed;
    default:
      return undecided;
  }
}

int compare(const CompareOptions& options) {
  if (options.play.quiet) text::hush_notes();
  const rules::GameInfo& game = game_named(options.game);
  Comparison comparison(rules_of(options, game));
  const store::Manifest manifest = manifest_of(options, game);
  std::optional<store::Store> store;
  std::optional<store::Claim> claim;
  if (!options.out.empty()) {
    store = store::Store::create(options.out, manifest);
    claim.emplace(store->folder(), store::Claim::Kind::alone);
  }

  if (!options.play.quiet) tell_other_programs(manifest);
  const bot::Protections protections = bot::probe_protections();
  tournament::RunOptions run_options;
  run_options.jobs = options.jobs;
  run_options.host_facts = host_facts(protections, !options.play.trust);

  tournament::StopRequest stop;
  const InterruptWatch watch([&stop] { stop.ask(); });
  report::CompareProgress progress(std::cerr,
                                   progress_options(options.play, store ? &*store : nullptr));
  const auto end = evidence::compare(manifest, store ? &*store : nullptr, protections, run_options,
                                     stop, comparison, progress);
  progress.finish();
  const auto& form =
      report::form_named(report::comparison_forms(), options.play.json ? "json" : "text");
  std::cout << form.write({manifest, comparison, output_style()});
  if (end == tournament::RunEnd::interrupted) {
    text::warn("interrupted{}", store ? "; the same command continues" : "");
    return interrupted;
  }
  if (store && !options.play.quiet) std::cerr << "The records are in " << options.out << ".\n";
  return exit_code_of(comparison);
}

void add_test_options(const Verb& verb, CompareOptions& options) {
  verb.option("--by", &options.by,
              "What counts: wins (default), or points (the only choice in cooperative games)")
      .one_of({"wins", "points"});
  verb.option("--elo0", &options.test.elo0, "H0: new is better by only this much; default: 0")
      .unit("ELO");
  verb.option("--elo1", &options.test.elo1, "H1: new is better by this much; default: 10")
      .unit("ELO");
  verb.option("--points0", &options.points0, "H0 in points, by the mean of a pair; default: 0")
      .unit("POINTS");
  verb.option("--points1", &options.points1, "H1 in points; default: a gain that suits the game")
      .unit("POINTS");
  verb.option("--limit", &options.limit,
              fmt::format("Larger differences count as this much in the test on points ({})",
                          games_without_limit()))
      .unit("POINTS");
  options.test.add_to(verb, false);
  verb.option("--max-pairs", &options.max_pairs,
              "Give up after this many pairs; default: 20000. May be raised later")
      .unit("N")
      .within(1, evidence::most_compared_pairs);
}

void add_bot_options(const Verb& verb, CompareOptions& options) {
  verb.option("new", &options.new_bot, "Command of the bot that should be better").required();
  verb.option("base", &options.base_bot, "Command of the bot it is compared with").required();
  verb.option("-g,--game", &options.game, "The game; see referee games").unit("GAME").required();
  verb.option("--partner", &options.partner,
              "Cooperative games: the bot that both play with; default: the base bot")
      .unit("CMD");
  options.play.add_to(verb);
  add_limit_options(verb, options.limits);
  add_read_option(verb, options.read);
  verb.option("-j,--jobs", &options.jobs,
              "Matches played at the same time; default: one for each processor")
      .unit("N")
      .within(1, 1024);
  verb.option("--out", &options.out,
              "Keep the records in this folder; the same command continues later")
      .unit("DIR")
      .check(must_be_named);
}

}  // namespace

void add_compare(CommandLine& program) {
  const Verb verb = program.add("compare", "Is a new bot better? Plays until a test decides");
  auto options = std::make_shared<CompareOptions>();
  options->test.elo1 = 10;
  add_bot_options(verb, *options);
  add_test_options(verb, *options);
  verb.footer(with_games(
      "Plays pairs of games between two bots until a sequential test accepts H0 or H1.\n"
      "A pair is one deal played in both seat orders. {seed} in a command becomes a\n"
      "number that differs from pair to pair, so that deterministic bots vary their\n"
      "play.\n\n"
      "Examples:\n"
      "  referee compare ./new ./old --game {game}\n"
      "  referee compare ./new ./old --game {game} --elo0 -10 --elo1 0   no regression?\n"
      "  referee compare \"./new {seed}\" \"./old {seed}\" --game {cooperative} --points1 100\n\n"
      "Exit code 0: the new bot is better (H1); 1: it is not (H0); 4: undecided.\n"
      "docs/compare.md explains the figures."));
  verb.runs([options, verb] {
    options->elo_asked = verb.given("--elo0") || verb.given("--elo1") || verb.given("--model");
    return play_or_show_who_does([&] { return compare(*options); }, options->play.json);
  });
}

}  // namespace referee::cli
