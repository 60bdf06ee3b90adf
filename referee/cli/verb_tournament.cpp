// referee tournament: plays all matches of a config that have not been played yet.

#include <spdlog/spdlog.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/logs.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/report/evidence_ratings.hpp"
#include "referee/report/progress.hpp"
#include "referee/report/standings_report.hpp"
#include "referee/tournament/rating_games.hpp"
#include "referee/tournament/runner.hpp"
#include "referee/tournament/standings.hpp"
#include "referee/tournament/store.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  PlayOptions play;
  std::string config;
  std::string out;
  std::optional<int> rounds;
  unsigned jobs = 0;
};

// results/NAME for configs/NAME.json, from where the command was given.
fs::path default_folder(const fs::path& config) { return fs::path("results") / config.stem(); }

// What was typed wrong is not the machine's failure.
void check_config_path(const fs::path& config) {
  const auto status = fs::status(config);
  if (!fs::exists(status)) throw UsageError("there is no config '" + config.string() + "'");
  if (fs::is_directory(status)) {
    throw UsageError("'" + config.string() +
                     "' is a folder; name a config file, e.g. configs/demo.json");
  }
}

tournament::Manifest read(const Options& options) {
  check_config_path(options.config);
  tournament::Overrides overrides;
  overrides.seed = options.play.seed;
  overrides.budget = options.play.budget_duration();
  overrides.clock = options.play.clock_kind();
  overrides.rounds = options.rounds;
  if (options.play.trust) overrides.isolation = tournament::Isolation::off;
  return tournament::read_config(options.config, overrides);
}

// How standings are shown.
struct Shown {
  bool json = false;
  bool ratings = false;
  std::optional<std::string> anchor;  // of the ratings
};

void check_anchor(const tournament::Manifest& manifest, const std::optional<std::string>& anchor) {
  if (!anchor) return;
  for (const auto& event : manifest.events) {
    for (const auto& bot : event.bots) {
      if (bot.name == *anchor) return;
    }
  }
  throw UsageError("--anchor: no game of this tournament has a bot '" + *anchor + "'");
}

// The standings of everything that the store holds now; true if a bot failed.
bool print_standings(const tournament::Store& store, const Shown& shown) {
  tournament::Standings standings(store.manifest());
  tournament::RatingGames games(store.manifest());
  bool faults = false;
  const auto report = store.read([&](const tournament::MatchSummary& match, std::string_view) {
    standings.add(match);
    if (shown.ratings) games.add(match);
    faults = faults || match.seats[0].fault || match.seats[1].fault;
  });
  for (const std::string& note : report.notes) spdlog::warn("{}", note);
  if (shown.json) {
    auto result = report::standings_json(store.id(), standings.ranked());
    if (shown.ratings) report::add_ratings(result, games.events(), shown.anchor);
    std::cout << result.dump(2) << '\n';
  } else if (shown.ratings) {
    std::cout << report::rated_standings_text(standings.ranked(), games.events(), shown.anchor,
                                              output_style());
  } else {
    std::cout << report::standings_text(standings.ranked(), output_style());
  }
  std::cout.flush();
  if (!std::cout) throw std::runtime_error("cannot write the standings to standard output");
  return faults;
}

// Throws EnvironmentError if a wall is missing that the config demands.
void require_isolation(const bot::Protections& protections) {
  std::string missing;
  for (const std::string& name : bot::missing_for_isolation(protections)) {
    missing += (missing.empty() ? "" : ", ") + name;
  }
  if (missing.empty()) return;
  throw bot::EnvironmentError("the config requires isolation, but this machine lacks: " + missing +
                              "; referee doctor tells how to get it");
}

int play(const Options& options) {
  const tournament::Manifest manifest = read(options);
  const fs::path folder =
      options.out.empty() ? default_folder(options.config) : fs::path(options.out);
  const auto store = tournament::Store::create(folder, manifest);

  const bot::Protections protections = bot::probe_protections();
  const bool isolated = manifest.isolation != tournament::Isolation::off;
  if (manifest.isolation == tournament::Isolation::require) require_isolation(protections);
  tournament::RunOptions run_options;
  run_options.jobs = options.jobs;
  run_options.host_facts = host_facts(protections, isolated);

  tournament::StopRequest stop;
  const InterruptWatch watch([&stop] { stop.ask(); });
  report::Progress progress(std::cerr, on_terminal(2) && !options.play.quiet, options.play.quiet,
                            [] { return terminal_width(2); });
  const auto end = tournament::run(store, protections, run_options, stop, progress);
  progress.finish();
  const bool faults = print_standings(store, {options.play.json, false, {}});
  if (end == tournament::RunEnd::interrupted) {
    spdlog::warn("interrupted; the same command continues");
    return interrupted;
  }
  if (!options.play.quiet) std::cerr << "The records are in " << folder.string() << ".\n";
  return faults ? failed : done;
}

}  // namespace

void add_tournament(CLI::App& program, Chosen& chosen) {
  CLI::App* verb = program.add_subcommand(
      "tournament", "Play all matches of a config that have not been played yet");
  auto options = std::make_shared<Options>();
  verb->add_option("config", options->config, "What is played, e.g. configs/demo.json")->required();
  verb->add_option("--out", options->out,
                   "Folder for the records; default: results/ and the config's name")
      ->type_name("DIR");
  options->play.add_to(*verb);
  verb->add_option("--rounds", options->rounds, "Rounds of each game, instead of the config's")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  verb->add_option("-j,--jobs", options->jobs,
                   "Matches at the same time; default: one for each processor")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  verb->footer(
      "The smallest config:\n"
      "  {\"game\": \"box\", \"rounds\": 5,\n"
      "   \"bots\": [{\"name\": \"a\", \"command\": \"./a\"}, {\"name\": \"b\", \"command\": "
      "\"./b\"}]}\n\n"
      "Commands are relative to the config's folder. In each round every pair plays\n"
      "twice, once in each seat order, on the same deal. Stop it at any time: the same\n"
      "command continues and loses no finished match.\n\n"
      "Examples:\n"
      "  referee tournament configs/demo.json\n"
      "  referee tournament mine.json --rounds 50 --jobs 2 --out results/night\n\n"
      "Exit code 1 if a bot failed in any match.");
  verb->callback([options, &chosen] { chosen = [options] { return play(*options); }; });
}

void add_standings(CLI::App& program, Chosen& chosen) {
  CLI::App* verb =
      program.add_subcommand("standings", "Print the standings of a tournament's folder");
  struct StandingsOptions {
    std::string folder;
    Shown shown;
  };
  auto standings = std::make_shared<StandingsOptions>();
  verb->add_option("folder", standings->folder, "The folder, e.g. results/demo")->required();
  verb->add_flag("--json", standings->shown.json,
                 "As JSON on standard output, without anything that depends on times");
  verb->add_flag("--ratings", standings->shown.ratings,
                 "Elo ratings with their errors, in games that bots play against each other");
  verb->add_option("--anchor", standings->shown.anchor,
                   "The bot whose rating is 0; default: the first of the config")
      ->type_name("BOT");
  verb->footer(
      "Examples:\n"
      "  referee standings results/demo\n"
      "  referee standings results/demo --ratings --anchor old");
  verb->callback([standings, &chosen] {
    chosen = [standings] {
      if (standings->shown.anchor) standings->shown.ratings = true;
      const auto store = open_store(standings->folder);
      check_anchor(store.manifest(), standings->shown.anchor);
      print_standings(store, standings->shown);
      return done;
    };
  });
}

}  // namespace referee::cli
