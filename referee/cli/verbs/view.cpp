// referee view: a tournament in a browser, while it is played.

#include <fmt/core.h>

#include <atomic>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/cli/browser.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/ladder_run.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/standings_view.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/config/ladder_growth.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/records.hpp"
#include "referee/show/server/tournament_site.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  std::string what;
  std::string out;
  unsigned jobs = 0;
  bool quiet = false;
  bool trust = false;
  ServeOptions serve;
};

std::string title_of(const fs::path& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  const auto name = path.has_filename() ? path.filename() : path.parent_path().filename();
  return text::safe_text(name.string());
}

// Ends a server from the thread of Ctrl-C, as long as there is one.
class Switch {
 public:
  void set(Serving* serving) {
    const std::lock_guard lock(mutex_);
    serving_ = serving;
    if (serving_ != nullptr && asked_) serving_->stop();
  }
  void ask() {
    const std::lock_guard lock(mutex_);
    asked_ = true;
    if (serving_ != nullptr) serving_->stop();
  }

 private:
  std::mutex mutex_;
  Serving* serving_ = nullptr;
  bool asked_ = false;
};

// Lets go of the server before it is gone, however the scope is left.
class Connected {
 public:
  Connected(Switch& to, Serving& serving) : to_(to) { to_.set(&serving); }
  ~Connected() { to_.set(nullptr); }
  Connected(const Connected&) = delete;
  Connected& operator=(const Connected&) = delete;

 private:
  Switch& to_;
};

int follow(const fs::path& folder, ServeOptions options) {
  {
    std::atomic<bool> asked = false;
    const InterruptWatch watch([&] { asked = true; });
    await_tournament(folder, asked);
    if (asked) return interrupted;
  }
  server::TournamentSite site(folder, page_head(title_of(folder), "tournament"));
  // Where nobody plays there are no boards to open with; before the first result, wait for them.
  if (site.has_results() && !store::Claim::is_held(folder) &&
      !store::Beginning::is_under_way(folder)) {
    options.opens_at = "#/standings";
  }
  Switch off;
  const InterruptWatch watch([&] { off.ask(); });
  Serving own(site, options);
  const Connected connected(off, own);
  std::cerr << "following " << folder.string() << "; Ctrl-C ends this\n";
  own.wait();
  return done;
}

// Plays in this process, and serves beside it until Ctrl-C.
int play(const store::Store& store, const ViewOptions& options) {
  server::TournamentSite site(store.folder(), page_head(title_of(store.folder()), "tournament"));
  Switch off;
  std::atomic<bool> playing = true;
  const InterruptWatch watch([&] {
    // While matches are played, Ctrl-C is for them.
    if (!playing) off.ask();
  });
  Serving own(site, options.serve);
  const auto end = play_store(store, {options.jobs, options.quiet, {}, nullptr});
  const bool faults = print_standings(store, {}).faults;
  if (end == tournament::RunEnd::interrupted) {
    text::warn("interrupted; the same command continues");
    return interrupted;
  }
  const Connected connected(off, own);
  playing = false;
  if (!options.quiet) {
    std::cerr << "The records are in " << store.folder().string()
              << ". The page is there until Ctrl-C.\n";
  }
  own.wait();
  return faults ? failed : done;
}

// The tournament that was begun or continued last: this folder, or one of those in results/.
std::string latest_tournament() {
  const auto is_one = [](const fs::path& folder) { return fs::exists(folder / "manifest.json"); };
  if (is_one(".")) return ".";
  fs::path latest;
  fs::file_time_type when = fs::file_time_type::min();
  std::error_code none;
  for (const auto& folder : fs::directory_iterator("results", none)) {
    if (!is_one(folder.path())) continue;
    for (const auto& file : fs::directory_iterator(folder.path())) {
      const auto time = file.last_write_time(none);
      if (none || time <= when) continue;
      when = time;
      latest = folder.path();
    }
  }
  if (latest.empty()) {
    throw UsageError(
        "name the folder of a tournament, or a config file; neither this folder nor results/ has a "
        "tournament");
  }
  return latest.string();
}

int view(ViewOptions options) {
  if (options.what.empty()) options.what = latest_tournament();
  const auto status = fs::status(options.what);
  if (!fs::exists(status)) {
    throw UsageError(fmt::format("{}; name the folder of a tournament, or a config file",
                                 text::missing(options.what)));
  }
  if (fs::is_directory(status)) {
    if (!options.out.empty() || options.jobs > 0) {
      throw UsageError("--out and --jobs go with a config; a folder is only followed");
    }
    step_back();
    return follow(options.what, options.serve);
  }
  const fs::path config(options.what);
  const fs::path folder =
      options.out.empty() ? fs::path("results") / config.stem() : fs::path(options.out);
  config::Overrides overrides;
  if (options.trust) overrides.isolation = config::Isolation::off;
  const bool is_new = !fs::exists(folder / "manifest.json");
  const store::Beginning beginning(folder);
  const config::Manifest manifest = read_tournament(config, folder, overrides);
  if (is_new) tell_seed(manifest, options.quiet);
  try {
    auto store = store::Store::create(folder, manifest);
    if (config::is_ladder(manifest)) store = planned_ladder(store, manifest, {}, options.quiet);
    return play(store, options);
  } catch (const store::FolderInUse& error) {
    std::cerr << error.what() << '\n';
  }
  step_back();
  return follow(folder, options.serve);
}

}  // namespace

void add_view(CommandLine& program) {
  const Verb verb =
      program.add("view", "Follow a running tournament in a browser, or play one there");
  auto options = std::make_shared<ViewOptions>();
  verb.option("what", &options->what,
              "The folder of a tournament, or a config file; default: the one that changed "
              "last, here or in results/");
  add_out_option(verb, options->out);
  add_jobs_option(verb, options->jobs);
  options->serve.add_to(verb);
  add_trust_option(verb, options->trust);
  add_quiet_option(verb, options->quiet);
  verb.footer(
      "Examples:\n"
      "  referee view                      the tournament that changed last\n"
      "  referee view results/demo         played by any process, in any terminal\n"
      "  referee view configs/demo.json    plays it, and shows it\n"
      "  referee view results/demo --no-browser --port 8000\n\n"
      "The address is printed on standard output; on a desktop xdg-open opens it.\n"
      "Only someone with this address, which has a token, can see the page, and only on\n"
      "this machine. From elsewhere: ssh -L PORT:127.0.0.1:PORT, with --port PORT here.\n"
      "Running boards move as the moves come. Watching costs those who play nearly\n"
      "nothing; closing the page disturbs nothing.\n\n"
      "Ctrl-C ends it. Exit code 0; of a config that of referee tournament: 1 if a bot\n"
      "failed, 130 if matches were left out.");
  verb.runs([options] { return view(*options); });
}

}  // namespace referee::cli
