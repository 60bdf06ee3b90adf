#include "referee/cli/options/compare_options.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/folder_config.hpp"
#include "referee/cli/options/game_names.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/content_hash.hpp"
#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/run/config/beginning.hpp"
#include "referee/run/config/config.hpp"

namespace referee::cli {
namespace {

using evidence::Yardstick;

Yardstick yardstick(const CompareOptions& options, const rules::GameInfo& game) {
  const bool points = options.by ? *options.by == "points" : game.cooperative;
  if (game.cooperative && !points) {
    throw UsageError(fmt::format(
        "{} is cooperative and has no winner: only --by points can compare bots", game.title));
  }
  if (!options.partner.empty() && !options.against.empty()) {
    throw UsageError("--partner is one bot and --against several; give one of them");
  }
  const bool field_by_wins = !options.against.empty() && !points;
  if (field_by_wins && options.elo_asked) {
    throw UsageError(
        "--elo0, --elo1 and --model are about two bots; against a field a test on wins has "
        "--score0 and --score1, in per cent of the games");
  }
  if (!field_by_wins && (options.score0 || options.score1)) {
    throw UsageError("--score0 and --score1 need --against, and --by wins");
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

// Per cent of the games that are won, against a field.
statistics::PointHypotheses score_hypotheses(const CompareOptions& options) {
  constexpr double whole = 100;
  constexpr double usual_gain = 3;
  const double score0 = options.score0.value_or(0);
  const double score1 = options.score1.value_or(score0 + usual_gain);
  if (!(-whole < score0 && score0 < score1 && score1 < whole)) {
    throw UsageError(
        fmt::format("--score0 ({}) must be below --score1 ({}), both above -100 and below 100",
                    score0, score1));
  }
  return {score0, score1, -whole, whole};
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

}  // namespace

evidence::ComparisonRules compare_rules(const CompareOptions& options,
                                        const rules::GameInfo& game) {
  evidence::ComparisonRules rules;
  rules.by = yardstick(options, game);
  rules.most_pairs = options.max_pairs;
  rules.risks = options.test.risks();
  options.test.require_pairs();
  rules.field = !options.against.empty();
  if (rules.by == Yardstick::points) {
    rules.points = point_hypotheses(options, game);
  } else if (rules.field) {
    rules.points = score_hypotheses(options);
  } else {
    const auto question = options.test.question();
    rules.elo = question.hypotheses;
    rules.model = question.model;
  }
  return rules;
}

evidence::ComparisonRules compare_rules_by_wins(const CompareOptions& options) {
  if (options.points0 || options.points1 || options.limit) {
    throw UsageError("--points0, --points1 and --limit need --by points and --game");
  }
  options.test.require_pairs();
  evidence::ComparisonRules rules;
  rules.most_pairs = options.max_pairs;
  const auto question = options.test.question();
  rules.risks = question.risks;
  rules.elo = question.hypotheses;
  rules.model = question.model;
  return rules;
}

namespace {

// Each file of a folder is a bot.
std::vector<config::BotEntry> bots_of_folder(const std::filesystem::path& folder,
                                             const CompareOptions& options) {
  std::vector<config::BotEntry> bots;
  for (const toolchain::FolderBot& found : read_bot_folder(folder, options.play.quiet).bots) {
    config::BotEntry bot;
    bot.name = found.name;
    const std::string file = program::split_words(found.command).at(0);
    const auto path = std::filesystem::path(".") / (folder / file).lexically_normal();
    bot.command = text::shell_word(path.string());
    bot.toolchain = options.play.toolchain_year().value_or(0);
    bot.alone = true;
    bot.limits = options.limits;
    bots.push_back(std::move(bot));
  }
  return bots;
}

// The bots that play this game in a tournament's config.
std::vector<config::BotEntry> bots_of_config(const std::filesystem::path& file,
                                             const rules::GameInfo& game) {
  const config::Manifest manifest = config::read_config(file, {});
  if (!std::filesystem::equivalent(manifest.folder, std::filesystem::current_path())) {
    throw UsageError(
        fmt::format("the commands in {} are relative to its folder; start referee compare there",
                    file.string()));
  }
  for (const config::Event& event : manifest.events) {
    if (event.game == &game) return event.bots;
  }
  throw UsageError(fmt::format("{} has no bots that play {}", file.string(), game.title));
}

// Those of --against, ready for a manifest.
std::vector<config::BotEntry> opponents(const CompareOptions& options,
                                        const rules::GameInfo& game) {
  if (options.against.empty()) return {};
  std::vector<config::BotEntry> bots = std::filesystem::is_directory(options.against)
                                           ? bots_of_folder(options.against, options)
                                           : bots_of_config(options.against, game);
  const std::filesystem::path here = std::filesystem::current_path();
  std::vector<toolchain::BotLine> lines;
  for (const config::BotEntry& bot : bots) lines.push_back(bot.line(here));
  toolchain::prepare(lines);
  for (config::BotEntry& bot : bots) {
    try {
      bot.toolchain = toolchain::toolchain_of(bot.line(here));
      bot.hash = program::content_hash(toolchain::resolve(bot.line(here)));
    } catch (const program::CommandError& error) {
      throw program::CommandError(fmt::format("the opponent {}: {}", bot.name, error.what()));
    }
  }
  return bots;
}

}  // namespace

config::Manifest compare_manifest(const CompareOptions& options, const rules::GameInfo& game) {
  evidence::CompareSetup setup;
  setup.game = &game;
  setup.new_command = options.new_bot;
  setup.base_command = options.base_bot;
  setup.self_play = options.plays_itself();
  setup.partner_command = setup.self_play ? "" : options.partner;
  setup.opponents = opponents(options, game);
  setup.seed = options.play.seed.value_or(1);
  setup.clock = options.play.clock_kind().value_or(kernel::ClockKind::cpu);
  setup.speed = options.play.speed_factor().value_or(1);
  setup.budget = options.play.budget_here(game);
  setup.turns = options.play.turns_here(game);
  setup.beginning = options.start.beginning(game);
  setup.beginning.openings = options.openings.read(!options.start.moves.empty());
  setup.isolated = !options.play.trust;
  setup.limits = options.limits;
  setup.read = options.read;
  setup.toolchain = options.play.toolchain_year().value_or(0);
  setup.folder = std::filesystem::current_path();
  config::Manifest manifest = evidence::compare_manifest(setup);
  if (const std::string why = config::why_unplayable(manifest, 0); !why.empty()) {
    throw UsageError(
        fmt::format("{}: {}", options.openings.file.empty() ? "--moves" : "--openings", why));
  }
  return manifest;
}

void add_test_options(const Verb& all, CompareOptions& options) {
  const Verb verb = all.under("Hypotheses and risks");
  verb.option("--by", &options.by,
              "What counts: wins (default), or points (the only choice in cooperative games)")
      .one_of({"wins", "points"});
  verb.option("--elo0", &options.test.elo0, "H0: the new bot is better by at most this; default: 0")
      .unit("ELO");
  verb.option("--elo1", &options.test.elo1,
              "H1: the new bot is better by at least this; default: 10")
      .unit("ELO");
  verb.option("--points0", &options.points0, "H0 in points, by the mean of a pair; default: 0")
      .unit("POINTS");
  verb.option("--points1", &options.points1, "H1 in points; default: a gain that suits the game")
      .unit("POINTS");
  verb.option("--score0", &options.score0,
              "With --against, by wins: H0 in per cent of the games; default: 0")
      .unit("PERCENT");
  verb.option("--score1", &options.score1,
              "With --against, by wins: H1 in per cent of the games; default: --score0 + 3")
      .unit("PERCENT");
  verb.option(
          "--limit", &options.limit,
          fmt::format("Largest difference of a pair that the test on points assumes; default: {}",
                      games_without_limit()))
      .unit("POINTS");
  options.test.add_to(verb);
  verb.option("--max-pairs", &options.max_pairs,
              "Give up after this many pairs; default: 20000. May be raised later")
      .unit("N")
      .within(1, evidence::most_compared_pairs);
}

void add_playing_options(const Verb& verb, CompareOptions& options) {
  verb.option("--against", &options.against,
              "Both play against each bot of this folder or config, on the same deals, instead of "
              "against each other")
      .unit("DIR|FILE")
      .check(must_be_named);
  verb.option(
          "--partner", &options.partner,
          "Cooperative games: the bot that both play with; default: the base bot. self: each plays "
          "with itself")
      .unit("CMD|self");
  options.play.add_to(verb);
  options.play.add_turn_limits_to(verb);
  add_limit_options(verb, options.limits);
  add_read_option(verb, options.read);
  options.start.add_to(verb);
  options.openings.add_to(verb);
  add_jobs_option(verb, options.jobs);
}

void note_asked(const Verb& verb, CompareOptions& options) {
  options.risks_asked = verb.given("--alpha") || verb.given("--beta");
  options.elo_asked = verb.given("--elo0") || verb.given("--elo1") || verb.given("--model");
}

}  // namespace referee::cli
