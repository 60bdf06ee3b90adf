// referee submit: has the parts of a tournament played by a scheduler.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/compare_parts.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/game_names.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/parts.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/tune_parts.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/cluster/program.hpp"
#include "referee/run/cluster/submission.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/show/report/live/live_line.hpp"
#include "referee/show/report/live/pace.hpp"
#include "referee/show/report/merge_report.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct SubmitOptions {
  std::string folder;
  std::vector<std::string> further;  // options of the scheduler
  std::optional<std::string> on;
  std::optional<unsigned> parts;
  std::optional<unsigned> processors;
  std::optional<std::string> hosts;
  bool transfer = false;
  std::optional<std::string> profile;
  bool dry_run = false;
  bool trust = false;
  bool json = false;
  bool quiet = false;
};

// For these a part is sent.
void require_other_machines(const cluster::Settings& settings) {
  if (settings.on != "parallel") {
    throw UsageError("--transfer is for --on parallel; Slurm's machines must see the folder");
  }
  if (settings.hosts.empty()) {
    throw UsageError("--transfer sends parts to the machines of --hosts FILE, which is missing");
  }
  text::TextFile file(settings.hosts);
  for (std::string_view line; file.next(line);) {
    const auto host = line.find_last_of("/ \t");
    if (line.substr(host == std::string::npos ? 0 : host + 1) != ":") continue;
    throw UsageError(
        fmt::format("--transfer: '{}' in {} is this machine, to which nothing is sent; write "
                    "localhost, which is reached by ssh",
                    line, settings.hosts));
  }
}

// What a profile says, or what is remembered; then what was typed.
cluster::Settings settings_of(const SubmitOptions& options, const fs::path& folder,
                              const std::string& tournament) {
  cluster::Settings settings = options.profile ? cluster::read_settings(*options.profile)
                                               : cluster::remembered(folder, tournament);
  if (options.on && *options.on != settings.on) {
    // Options of one scheduler mean nothing to another.
    if (!settings.on.empty()) settings.options.clear();
    settings.on = *options.on;
  }
  if (options.parts) settings.parts = options.parts;
  if (options.processors) settings.processors = options.processors;
  if (options.hosts) settings.hosts = fs::absolute(*options.hosts).lexically_normal().string();
  settings.transfer = settings.transfer || options.transfer;
  if (!options.further.empty()) settings.options = options.further;
  if (settings.on.empty()) {
    throw UsageError("say which scheduler plays the parts: --on slurm or --on parallel");
  }
  if (!settings.hosts.empty() && settings.on != "parallel") {
    throw UsageError("--hosts is for --on parallel; Slurm knows its machines itself");
  }
  if (!settings.hosts.empty() && !fs::is_regular_file(settings.hosts)) {
    throw UsageError("--hosts: " + text::missing(settings.hosts));
  }
  if (settings.transfer) require_other_machines(settings);
  return settings;
}

unsigned lines_in(const std::string& file) {
  text::TextFile text(file);
  unsigned lines = 0;
  for (std::string_view line; text.next(line);) {
    if (line.find_first_not_of(" \t") != std::string::npos && !line.starts_with('#')) ++lines;
  }
  return std::max(lines, 1U);
}

// Some for each machine, so that the quick ones play more; no more than can have a match.
unsigned usual_parts(const cluster::Settings& settings, const config::Manifest& manifest) {
  constexpr unsigned for_each_machine = 8;
  constexpr unsigned on_a_cluster = 100;
  const unsigned wanted =
      settings.on == "slurm"
          ? on_a_cluster
          : for_each_machine * (settings.hosts.empty() ? 1 : lines_in(settings.hosts));
  const config::Schedule schedule(manifest);
  std::uint64_t pairings = 1;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    pairings = std::max<std::uint64_t>(pairings, (schedule.size_of(event) + 1) / 2);
  }
  return static_cast<unsigned>(std::min<std::uint64_t>(wanted, pairings));
}

// Progress on standard error: one line on a terminal, elsewhere one from time to time.
class View final : public cluster::SubmissionObserver {
 public:
  explicit View(bool quiet)
      : quiet_(quiet),
        live_(live_display(quiet)),
        line_(std::cerr, [] { return terminal_width(2); }) {}

  void submitted(const std::string& command) override { say("+ " + command); }
  void told(const std::string& text) override { say("referee: " + text); }

  void counted(const cluster::PartsCount& count) override {
    const auto now = Clock::now();
    if (!begun_) pace_.begin(now, count.records);
    pace_.sample(now, count.records);
    const bool first = !std::exchange(begun_, true);
    if (quiet_) return;
    std::string text =
        fmt::format("{} of {}", count.records, text::plural(count.matches, "match", "matches"));
    if (count.parts > 0) {
      text +=
          fmt::format(", {} of {}{} complete", count.complete, text::plural(count.parts, "part"),
                      count.stage > 0 ? fmt::format(" of stage {}", count.stage) : "");
    }
    if (const std::string left = pace_.left(now, count.records, count.matches); !left.empty()) {
      text += ", " + left;
    }
    if (live_) {
      line_.draw(text);
    } else if (first || now - printed_ >= report::plain_interval) {
      printed_ = now;
      say(text);
    }
  }

  void finish() { line_.clear(); }

 private:
  void say(const std::string& text) {
    if (!quiet_) line_.say(text);
  }

  bool quiet_;
  bool live_;
  bool begun_ = false;
  Clock::time_point printed_{};
  report::LiveLine line_;
  report::Pace pace_;
};

// Who may only read can look, but not submit.
void require_writable(const fs::path& folder) {
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return;
  throw text::MachineError(fmt::format(
      "you may not write in {} ({}); ask its owner to submit, or for a folder that your "
      "group may write in, see docs/guide/clusters.md",
      folder.string(), std::generic_category().message(errno)));
}

void tell_given_up(const cluster::SubmissionEnd& end, unsigned tries) {
  if (!end.refused.empty()) text::error("the scheduler takes no more: {}", end.refused);
  if (end.abandoned.empty()) return;
  constexpr std::size_t most = 20;
  text::error("{} given up after {} without a new record:",
              text::plural(end.abandoned.size(), "part"), text::plural(tries, "try", "tries"));
  for (std::size_t i = 0; i < std::min(most, end.abandoned.size()); ++i) {
    const auto& [part, why] = end.abandoned[i];
    std::cerr << fmt::format("  part {}: {}\n", part, why.empty() ? "it said nothing" : why);
  }
  if (end.abandoned.size() > most) {
    std::cerr << fmt::format("  and {} more\n", end.abandoned.size() - most);
  }
}

// For people who want to know, or to type it themselves; changes nothing in the folder.
int print_commands(cluster::Scheduler& scheduler, const parts::MergeReport& now,
                   const cluster::Work& work) {
  if (now.sealed) {
    text::warn("nothing is missing in {}", work.folder.string());
    return done;
  }
  if (now.lacking.empty()) {
    text::warn(
        "every match that can be played now has its record; referee merge {} goes on from there",
        work.folder.string());
    return done;
  }
  scheduler.begin_stage(now.has_stages ? now.stage.number : 0);
  for (const auto& command :
       scheduler.commands(parts::Cut(now.stage, work.parts).parts_of(now.lacking))) {
    std::cout << cluster::as_typed(command) << '\n';
  }
  return done;
}

// Which folder remembers the settings, and of which tournament.
struct Remembered {
  fs::path folder;
  std::string id;
};

// How the parts of one folder ended.
struct Submitted {
  int code = done;
  bool complete = false;
};

Submitted finish_comparison(const cluster::SubmissionEnd& end, const cluster::Work& work,
                            const cluster::Scheduler& scheduler, bool json) {
  const int code = merge_batches(store::Store::open(work.folder), work.parts, json);
  if (!end.interrupted) return {code, end.report.sealed};
  text::warn("interrupted; {}; the same command continues", scheduler.after_interrupt());
  return {interrupted, false};
}

Submitted finish_tournament(const cluster::SubmissionEnd& end, const cluster::Work& work,
                            const cluster::Scheduler& scheduler, bool json) {
  std::optional<std::vector<unsigned>> parts;
  if (!end.report.sealed) {
    parts = parts::Cut(end.report.stage, work.parts).parts_of(end.report.lacking);
  }
  std::cout << (json ? report::merge_json(work.tournament, end.report, parts)
                     : report::merge_text(end.report, parts));
  if (end.report.sealed) return {done, true};
  if (end.interrupted) {
    text::warn("interrupted; {}; the same command continues", scheduler.after_interrupt());
    return {interrupted, false};
  }
  return {failed, false};
}

// Has the parts of one folder played with these settings, which are remembered. `tell`: print what
// was merged at its end.
Submitted submit_store(const store::Store& store, const SubmitOptions& options,
                       cluster::Settings settings, const Remembered& remembered, bool tell) {
  const bool comparison = has_comparison(store);
  if (!comparison) require_parts(store.manifest());
  const fs::path folder = fs::canonical(store.folder());
  if (!settings.parts) settings.parts = usual_parts(settings, store.manifest());
  const cluster::Work work{folder, store.id(), *settings.parts, 0, settings};
  const cluster::Merge merge = [&folder, comparison] {
    const auto now = store::Store::open(folder);
    return comparison ? batches_report(now) : parts::merge(now);
  };
  const auto scheduler =
      settings.on == "slurm" ? cluster::slurm(work) : cluster::gnu_parallel(work);
  if (options.dry_run) {
    return {print_commands(*scheduler, comparison ? batches_standing(store) : parts::survey(store),
                           work),
            false};
  }

  if (!store.seal()) {
    scheduler->require_programs();
    require_same_bots(store);
  }
  if (!store.seal()) require_writable(folder);
  const store::Claim claim(folder, store::Claim::Kind::submitting);
  if (!store.seal()) {
    tell_commands(store, options.trust, options.quiet);
    cluster::remember(remembered.folder, remembered.id, settings);
    cluster::make_log_folder(work);
  }
  cluster::Stop stop;
  const InterruptWatch watch([&stop] { stop.ask(); });
  View view(options.quiet);
  const cluster::SubmissionEnd end = cluster::submit(store, merge, work, *scheduler, stop, view);
  view.finish();
  if (!comparison) {
    for (const std::string& note : end.report.notes) text::warn("{}", note);
  }
  tell_given_up(end, settings.tries);
  // Until then jobs in a queue may have to open theirs. Most parts have nothing to say.
  if (end.report.sealed) cluster::remove_empty_logs(work);
  if (end.report.sealed && !tell) return {done, true};
  return comparison ? finish_comparison(end, work, *scheduler, options.json)
                    : finish_tournament(end, work, *scheduler, options.json);
}

// Round after round, then the comparison.
int submit_tuning(const SubmitOptions& options) {
  const fs::path folder = fs::canonical(options.folder);
  tuning::Tuning tuning(folder, tuning::kept_question(folder));
  const std::string id = tuning.question().id();
  cluster::Settings settings = settings_of(options, folder, id);
  settings.trust = options.trust;
  while (const auto part = open_part(tuning, true)) {
    const bool last = tuning.ended();
    if (!options.quiet && !last) {
      std::cerr << fmt::format("referee: round {} of {}\n", tuning.round() + 1, tuning.rounds());
    }
    const Submitted submitted = submit_store(*part, options, settings, {folder, id}, false);
    if (!submitted.complete) return submitted.code;
    if (last) break;
    tuning.update();
  }
  const auto comparison = comparison_of(tuning);
  return print_tuning(tuning, comparison ? &*comparison : nullptr, options.json);
}

int submit(const SubmitOptions& options) {
  if (tuning::has_question(options.folder)) return submit_tuning(options);
  const auto store = open_store(options.folder);
  const fs::path folder = fs::canonical(store.folder());
  cluster::Settings settings = settings_of(options, folder, store.id());
  settings.trust = options.trust;
  return submit_store(store, options, settings, {folder, store.id()}, true).code;
}

}  // namespace

void add_submit(CommandLine& program) {
  const Verb verb =
      program.add("submit", "Have Slurm or GNU parallel play a tournament or comparison");
  auto options = std::make_shared<SubmitOptions>();
  verb.option(
          "folder", &options->folder,
          "The folder, made by referee tournament, compare or tune with --plan-only; all machines "
          "see it, or --transfer")
      .required();
  verb.option("scheduler_option", &options->further,
              "Options of sbatch or parallel, e.g. --partition=long")
      .behind_dashes();
  verb.option("--on", &options->on, "What plays the parts").one_of({"slurm", "parallel"});
  verb.option("--parts", &options->parts,
              "How many parts; default: 100 on slurm, else 8 for each machine")
      .unit("N")
      .within(1, parts::most_parts);
  verb.option("--processors", &options->processors,
              "Processors of one part; default: 1 on slurm, else all of a machine")
      .unit("N")
      .within(1, 1024);
  verb.option("--hosts", &options->hosts,
              "With parallel: a file with a machine in each line, as for parallel --sshloginfile")
      .unit("FILE");
  verb.flag("--transfer", options->transfer,
            "With --hosts: the machines do not see the folder; send what a part needs, and fetch "
            "its records");
  verb.option("--profile", &options->profile,
              "A file with the options of a site, see docs/guide/clusters.md")
      .unit("FILE");
  add_trust_option(
      verb, options->trust,
      "Run bots without isolation where the folder was planned so; see referee tournament");
  verb.flag("--dry-run", options->dry_run, "Only print the commands that would submit the parts");
  add_json_option(verb, options->json, "Print the report of the merge as JSON");
  add_quiet_option(verb, options->quiet);
  verb.footer(with_games(
      "Submits the parts that lack matches, waits for their records, submits again what\n"
      "ends without them, and merges. Swiss tournaments, knockouts, the official format\n"
      "and ladders go on like this, stage by stage, comparisons batch by batch until\n"
      "the test ends, and tunings round by round. Progress is counted from the records.\n"
      "It can be interrupted and called again at any time, by anybody who sees the\n"
      "folder; your options are kept for you, numbers for others.\n\n"
      "Examples:\n"
      "  referee tournament mine.json --plan-only --out shared/mine\n"
      "  referee submit shared/mine --on slurm --parts 200 -- --partition=long\n"
      "  referee submit shared/mine --on parallel --hosts machines.txt\n"
      "  referee submit mine --on parallel --hosts machines.txt --transfer\n"
      "  referee submit shared/mine\n"
      "  referee compare ./new ./old --game {game} --plan-only --out shared/ab\n"
      "  referee submit shared/ab --on slurm\n\n"
      "Exit code 0 if the tournament is complete and sealed, 1 if parts were given up.\n"
      "Of a comparison it is that of referee compare, and 4 if parts were given up. See\n"
      "docs/guide/clusters.md."));
  verb.runs([options] { return submit(*options); });
}

}  // namespace referee::cli
