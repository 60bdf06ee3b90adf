// referee tournament: plays all matches of a config that have not been played yet.

#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/folder_config.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/config/ladder_growth.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/swiss_lookahead.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/own_results.hpp"
#include "referee/run/store/planned.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/live/events.hpp"
#include "referee/show/report/standings/store_report.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

// How long a run of a ladder is.
struct LadderRun {
  std::optional<std::uint64_t> games;
  std::optional<double> minutes;

  [[nodiscard]] bool chosen() const noexcept { return games || minutes; }

  // Of a run that ends by the time: more than it can have.
  [[nodiscard]] std::uint64_t count() const {
    return games.value_or(minutes ? 1'000'000 : store::usual_ladder_games);
  }

  // The time after which no further game begins; nothing if none was chosen.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> until() const {
    constexpr double most = 1'000'000;
    if (!minutes) return std::nullopt;
    if (!(*minutes > 0 && *minutes <= most)) {
      throw UsageError(
          fmt::format("--minutes must be a number above 0, at most {}, not {}", most, *minutes));
    }
    const std::chrono::duration<double, std::ratio<60>> time(*minutes);
    return std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
  }
};

struct TournamentOptions {
  PlayOptions play;
  std::string config;
  FolderConfig bots;
  LadderRun ladder;
  PartOption part;
  std::string out;
  std::string logs;
  std::optional<int> rounds;
  unsigned jobs = 0;
  bool plan_only = false;
  bool accept_changed = false;
  bool lacks_bots = false;  // some of the folder cannot be played
};

// results/NAME for configs/NAME.json and for the folder NAME of bots, from where the command was
// given.
fs::path default_folder(const TournamentOptions& options) {
  if (options.bots.folder.empty()) return store::usual_folder(fs::path(options.config).stem());
  return store::usual_folder(fs::weakly_canonical(options.bots.folder).filename());
}

// What was typed wrong is not the machine's failure.
void check_config_path(const fs::path& config) {
  const auto status = fs::status(config);
  if (!fs::exists(status)) throw UsageError(text::missing(config));
  if (fs::is_directory(status)) {
    throw UsageError(fmt::format("'{}' is a folder; name a config file, e.g. configs/demo.json",
                                 config.string()));
  }
}

config::Manifest read(const TournamentOptions& options, const fs::path& folder,
                      judge::Games& games) {
  if (options.play.quiet) text::hush_notes();
  config::Overrides overrides = options.play.overrides(games);
  overrides.rounds = options.rounds;
  return read_tournament(options.config, folder, overrides);
}

// Says which Swiss tournaments cannot do without rematches.
void warn_of_rematches(const config::Manifest& manifest) {
  for (const config::Event& event : manifest.events) {
    const bool official = event.format.kind == formats::FormatKind::official;
    if (!official && event.format.kind != formats::FormatKind::swiss) continue;
    const int rounds = official ? event.format.swiss_rounds : event.rounds;
    const std::string why = formats::unavoidable_rematches(
        event.bots.size(), static_cast<std::uint64_t>(rounds), event.format.seats);
    if (!why.empty()) text::warn("{}: {}", event.game->title, why);
  }
}

// Says what would be played, and plays nothing.
void tell_plan(const store::Store& store, bool json) {
  const config::Schedule schedule(store.manifest());
  const auto matches = schedule.planned();
  const auto play_offs = config::is_ladder(store.manifest()) ? 0 : schedule.size() - matches;
  if (json) {
    text::Json plan;
    plan["tournament"] = store.id();
    plan["folder"] = text::path_text(store.folder().string());
    plan["matches"] = matches;
    if (play_offs > 0) plan["most_play_offs"] = play_offs;
    std::cout << text::dump(plan, 2) << '\n';
  } else {
    std::cout << fmt::format(
        "{} planned{} in {}, tournament {}\n", text::plural(matches, "match", "matches"),
        play_offs > 0 ? fmt::format(", and up to {} to play off ties", play_offs) : "",
        text::safe_text(store.folder().string()), store.id());
  }
}

// Writes the config of a folder of bots, if one was given.
void find_config(TournamentOptions& options, judge::Games& games) {
  const FolderConfig& bots = options.bots;
  if (!bots.folder.empty()) {
    if (!options.config.empty()) {
      throw UsageError("a config lists its bots itself: give it, or --bots, not both");
    }
    const WrittenConfig written = write_folder_config(bots, options.play, options.rounds, games);
    options.config = written.file.string();
    options.lacks_bots = written.lacks_bots;
    return;
  }
  if (options.config.empty()) {
    throw UsageError("config is missing: name a config file, or a folder of bots with --bots");
  }
  if (!bots.game.empty() || !bots.format.empty() || bots.swiss_rounds || bots.qualify) {
    throw UsageError(
        "--game, --format, --swiss-rounds and --qualify are for --bots; a config has keys for "
        "them");
  }
}

// What has to be the same for all parts is not left to each of them.
void check_part(const TournamentOptions& options, const config::Manifest& manifest,
                const fs::path& folder, bool is_new) {
  const std::string how = fmt::format(
      "the same command with --plan-only instead of --part makes a folder for all parts, {}",
      folder.string());
  if (is_new && manifest.drawn) {
    throw UsageError("--part: all parts need one seed: give --seed or the key \"seed\"; or else " +
                     how);
  }
  if (!config::is_ladder(manifest)) return;
  if (options.ladder.chosen()) {
    throw UsageError("--games and --minutes are not for a part of a ladder: " + how);
  }
  if (!fs::exists(folder / "planned.json")) {
    throw UsageError("--part: how many games of the ladder are played has to be planned: " + how);
  }
}

int play(TournamentOptions& options, Call& call) {
  judge::Games& games = call.games;
  const auto part = options.part.part();
  if (part && options.plan_only) throw UsageError("--plan-only plays no --part");
  if (part && options.out.empty()) throw UsageError("--part needs --out DIR, for its records");
  find_config(options, games);
  check_config_path(options.config);
  const fs::path folder = options.out.empty() ? default_folder(options) : fs::path(options.out);
  const bool is_new = !fs::exists(folder / "manifest.json");
  const store::Beginning beginning(folder);
  const config::Manifest manifest = read(options, folder, games);
  const bool ladder = config::is_ladder(manifest);
  if (!ladder && options.ladder.chosen()) {
    throw UsageError("--games and --minutes are for configs with \"format\": \"ladder\"");
  }
  if (part) check_part(options, manifest, folder, is_new);
  auto store = store::create_own(
      folder, manifest,
      options.accept_changed ? store::ChangedPrograms::accept : store::ChangedPrograms::offer,
      games);
  if (!store.added().empty() && !options.play.quiet) {
    text::tell("{} goes on with {}; what has been played counts", folder.string(),
               text::join_with(store.added(), "and"));
  }

  if (is_new) tell_seed(manifest, options.play.quiet);
  warn_of_rematches(manifest);
  if (ladder && !part) {
    if (!options.play.quiet && !options.ladder.chosen()) {
      text::tell("this run plays {}; --games or --minutes says how many",
                 text::plural(options.ladder.count(), "game"));
    }
    store = store::plan_more(store, manifest, options.ladder.count());
  }
  if (options.plan_only) {
    tell_plan(store, options.play.json);
    return options.lacks_bots ? failed : done;
  }

  report::EventStream events(std::cout, store.id());
  tournament::OpenMatches open;
  const auto end = play_store(store, {{.jobs = options.jobs,
                                       .logs = options.logs,
                                       .until = options.ladder.until(),
                                       .make_host = call.make_host},
                                      options.play.quiet,
                                      part,
                                      options.play.json ? &events : nullptr,
                                      &open});
  const bool complete = !part && end != tournament::RunEnd::interrupted && open.empty();
  if (end == tournament::RunEnd::out_of_time) {
    store::plan_no_more(store);
    store = store::Store::open(folder, games);
  }
  const bool faults = options.play.json
                          ? report::tell_standings(store, events, complete)
                          : report::print_standings(std::cout, store, {}, output_style()).faults;
  if (end == tournament::RunEnd::interrupted) return tell_open(open, true, interrupted);
  if (part && !options.play.quiet) tell_next(*part, folder.string());
  if (!options.play.quiet) text::tell("The records are in {}.", folder.string());
  return tell_open(open, true, faults || options.lacks_bots ? failed : done);
}

}  // namespace

void add_tournament(CommandLine& program) {
  const Verb verb =
      program.add("tournament", "Play the matches of a config that are not played yet");
  auto options = std::make_shared<TournamentOptions>();
  verb.option("config", &options->config, "The config file, e.g. configs/demo.json");
  options->bots.add_to(verb);
  add_out_option(verb, options->out);
  add_logs_option(verb, options->logs);
  options->play.add_to(verb);
  verb.option("--rounds", &options->rounds,
              "Rounds of each game, instead of the number in the config")
      .unit("N")
      .within(1, 1'000'000);
  add_jobs_option(verb, options->jobs);
  add_games_option(verb, &options->ladder.games);
  verb.option("--minutes", &options->ladder.minutes,
              "In a ladder: begin no further game after this time")
      .unit("M");
  options->part.add_to(verb);
  verb.flag("--plan-only", options->plan_only, "Only make the folder; play nothing");
  verb.flag("--accept-changed", options->accept_changed,
            "Continue although programs of bots have changed: the new program plays all its "
            "matches as NAME@2; the matches of the old one are kept");
  verb.footer(with_games(
      "The smallest config:\n"
      "  {\"game\": \"{game}\", \"rounds\": 5,\n"
      "   \"bots\": [{\"name\": \"a\", \"command\": \"./a\"}, {\"name\": \"b\", \"command\": "
      "\"./b\"}]}\n\n"
      "Commands are relative to the config's folder. In each round every pair plays\n"
      "twice, once in each seat order, on the same deal. Stop it at any time: the same\n"
      "command continues, and no finished match is lost.\n\n"
      "Examples:\n"
      "  referee tournament configs/demo.json\n"
      "  referee tournament mine.json --rounds 50 --jobs 2 --out results/night\n"
      "  referee tournament ladder.json --games 200\n"
      "  referee tournament --bots submissions --game {game} --plan-only\n"
      "  referee tournament mine.json --seed 7 --part 3/16 --out shared/mine\n"
      "  referee tournament mine.json --json | jq -c 'select(.event == \"fault\")'\n\n"
      "Exit code 1 if a bot failed in any match, or could not be played; 2 if another\n"
      "process plays in the folder: it is named, and the standings so far are printed."));
  verb.runs([options](Call& call) {
    return play_or_show_who_does([&] { return play(*options, call); }, options->play.json,
                                 call.games);
  });
}

}  // namespace referee::cli
