#include "referee/cli/options/compare_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/folder_config.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/config/match_beginning.hpp"

namespace referee::cli {
namespace {

constexpr evidence::AskedNames option_names{
    .by = "",
    .elo = "--elo",
    .points = "--points",
    .score = "--score",
    .limit = "--points-limit",
    .model = "--model",
    .alpha = "--alpha",
    .beta = "--beta",
    .until = "--elo ±D",
};

// The numbers of a list with commas; nothing if one of them is not a number.
template <typename T>
std::optional<std::vector<T>> numbers_of(std::string_view text) {
  std::vector<T> numbers;
  while (true) {
    const auto comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (word.starts_with('+')) word.remove_prefix(1);
    T number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    numbers.push_back(number);
    if (comma == std::string_view::npos) return numbers;
    text.remove_prefix(comma + 1);
  }
}

evidence::Asked::Bounds bounds_of(const std::string& text, std::string_view option) {
  if (text.empty()) return {};
  const auto numbers = numbers_of<double>(text);
  if (!numbers || numbers->size() != 2) {
    throw UsageError(fmt::format("{} takes two numbers, H0 and H1, such as {} 0,10; not '{}'",
                                 option, option, text));
  }
  return {numbers->at(0), numbers->at(1)};
}

// What is behind the sign of "±10" or "+-10"; empty without that sign.
std::string_view after_sign(std::string_view text) {
  for (const std::string_view sign : {"\u00b1", "+-"}) {
    if (text.starts_with(sign)) return text.substr(sign.size());
  }
  return {};
}

}  // namespace

void TestOptions::add_to(const Verb& verb) {
  verb.option("--elo", &elo,
              "H0 and H1 in Elo: the new bot is better by at most LO, by at least HI, by wins; "
              "default: "
              "0,10. ±D, also +-D: ask nothing, and measure Elo to plus or minus D")
      .unit("LO,HI|±D");
  verb.option("--points", &points,
              "The same in points, by the mean of a pair; the default where a contest adds up "
              "scores, with 0 and a gain that suits the game")
      .unit("LO,HI");
  verb.option("--score", &score, "The same with --against, in per cent of the games; default: 0,3")
      .unit("LO,HI");
  verb.option(
          "--points-limit", &limit,
          fmt::format("Largest difference of a pair that the test on points assumes; default: {}",
                      games_without_limit()))
      .unit("POINTS");
  verb.option("--alpha", &alpha, "Accepted risk of choosing H1 when H0 holds; default: 0.05")
      .unit("SHARE");
  verb.option("--beta", &beta, "Accepted risk of choosing H0 when H1 holds; default: 0.05")
      .unit("SHARE");
  verb.option("--model", &model,
              "Unit of --elo: normalized (default) or logistic Elo; for games of --results "
              "bayesian, too")
      .one_of({"normalized", "logistic", "bayesian"});
  verb.option("--max-pairs", &max_pairs,
              "Give up after this many pairs; default: 20000. May be raised later")
      .unit("N")
      .within(1, evidence::most_compared_pairs);
}

bool TestOptions::measures() const { return !after_sign(elo).empty(); }

bool TestOptions::given() const {
  return !elo.empty() || !points.empty() || !score.empty() || limit || alpha || beta || model;
}

evidence::ComparisonRules TestOptions::rules(const rules::GameInfo* game, bool field) const {
  evidence::Asked asked;
  if (measures()) {
    const auto width = numbers_of<double>(after_sign(elo));
    if (!width || width->size() != 1) {
      throw UsageError(
          fmt::format("{} takes one number, such as --elo ±10; not '{}'", option_names.until, elo));
    }
    asked.until = width->front();
  } else {
    asked.elo = bounds_of(elo, option_names.elo);
  }
  asked.points = bounds_of(points, option_names.points);
  asked.score = bounds_of(score, option_names.score);
  asked.limit = limit;
  if (model) {
    asked.model = *model == "logistic"   ? statistics::Model::logistic
                  : *model == "bayesian" ? statistics::Model::bayesian
                                         : statistics::Model::normalized;
  }
  asked.field = field;
  asked.risks = {alpha.value_or(asked.risks.alpha), beta.value_or(asked.risks.beta)};
  asked.most_pairs = max_pairs;
  try {
    return evidence::rules_of(asked, game, option_names);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

report::SprtQuestion TestOptions::question(bool single_games) const {
  TestOptions same = *this;
  const bool bayesian = single_games && model == "bayesian";
  if (bayesian) same.model.reset();
  const evidence::ComparisonRules rules = same.rules(nullptr, false);
  return {rules.elo, rules.risks, bayesian ? statistics::Model::bayesian : rules.model};
}

Counts parse_results(const std::string& text) {
  constexpr std::uint64_t most = 1'000'000'000'000;  // whole in a double with room for sums
  const auto numbers = numbers_of<std::uint64_t>(text);
  if (!numbers || std::any_of(numbers->begin(), numbers->end(),
                              [](std::uint64_t count) { return count > most; })) {
    throw UsageError(
        fmt::format("--results takes counts, whole numbers from 0 to {}; not '{}'", most, text));
  }
  const auto& n = *numbers;
  if (n.size() == 3) return statistics::GameCounts{n[0], n[1], n[2]};
  if (n.size() == 5) return statistics::PairCounts::joined(n[0], n[1], n[2], n[3], n[4]);
  if (n.size() == 6) return statistics::PairCounts::split(n[0], n[1], n[2], n[3], n[4], n[5]);
  throw UsageError(
      fmt::format("--results takes 3 counts of games (W,L,D), or 5 (LL,LD,WL+DD,WD,WW) or 6 "
                  "(LL,LD,WL,DD,WD,WW) of pairs, not {}",
                  n.size()));
}

evidence::ComparisonRules compare_rules(const CompareOptions& options,
                                        const rules::GameInfo& game) {
  if (!options.partner.empty() && !options.against.empty()) {
    throw UsageError("--partner is one bot and --against several; give one of them");
  }
  if (!game.cooperative && !options.partner.empty()) {
    throw UsageError(
        fmt::format("--partner is for cooperative games, and {} is not one", game.title));
  }
  if (game.seats() != rules::usual_seats && !options.against.empty()) {
    throw UsageError(fmt::format(
        "--against is for games of two, and {} has {}; compare two bots with each other",
        game.title, text::plural(game.seats(), "seat")));
  }
  return options.test.rules(&game, !options.against.empty());
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
    bots.push_back(std::move(bot));
  }
  return bots;
}

// The bots that play this game in a tournament's config.
std::vector<config::BotEntry> bots_of_config(const std::filesystem::path& file,
                                             const rules::GameInfo& game, judge::Games& games) {
  config::Overrides overrides;
  overrides.games = &games;
  const config::Manifest manifest = config::read_config(file, overrides);
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
std::vector<config::BotEntry> opponents(const CompareOptions& options, const rules::GameInfo& game,
                                        judge::Games& games) {
  if (options.against.empty()) return {};
  std::vector<config::BotEntry> bots = std::filesystem::is_directory(options.against)
                                           ? bots_of_folder(options.against, options)
                                           : bots_of_config(options.against, game, games);
  const std::filesystem::path here = std::filesystem::current_path();
  std::vector<toolchain::BotLine> lines;
  for (const config::BotEntry& bot : bots) lines.push_back(bot.line(here, &game));
  toolchain::prepare(lines);
  for (config::BotEntry& bot : bots) {
    try {
      bot.toolchain = toolchain::toolchain_of(bot.line(here, &game));
    } catch (const program::CommandError& error) {
      throw program::CommandError(fmt::format("the opponent {}: {}", bot.name, error.what()));
    }
  }
  return bots;
}

}  // namespace

config::Manifest compare_manifest(const CompareOptions& options, const rules::GameInfo& game,
                                  judge::Games& games) {
  evidence::CompareSetup setup;
  setup.game = &game;
  setup.new_command = options.new_bot;
  setup.base_command = options.base_bot;
  setup.self_play = options.plays_itself();
  setup.partner_command = setup.self_play ? "" : options.partner;
  setup.opponents = opponents(options, game, games);
  setup.seed = options.play.seed.value_or(1);
  setup.clock = options.play.clock_kind().value_or(kernel::ClockKind::cpu);
  setup.speed = options.play.speed_factor().value_or(1);
  setup.beginning = options.start.beginning(game, games);
  setup.beginning.openings = options.openings.read(!options.start.moves.empty());
  setup.isolated = !options.play.trust;
  setup.limits = options.play.limits();
  setup.read = options.read;
  setup.toolchain = options.play.toolchain_year().value_or(0);
  setup.folder = std::filesystem::current_path();
  config::Manifest manifest = evidence::compare_manifest(setup);
  if (const std::string why = config::why_unplayable(manifest, 0); !why.empty()) {
    throw UsageError(
        fmt::format("{}: {}", options.openings.given.empty() ? "--moves" : "--openings", why));
  }
  return manifest;
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
  add_read_option(verb, options.read);
  options.start.add_to(verb);
  options.openings.add_to(verb);
  add_jobs_option(verb, options.jobs);
}

}  // namespace referee::cli
