// referee view: a tournament in a browser or a terminal, while it is played, or saved as a page.

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/browser.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/play/judge/outside_game.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/config/ladder_growth.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/run/store/own_results.hpp"
#include "referee/run/store/planned.hpp"
#include "referee/show/page/results.hpp"
#include "referee/show/report/live/events.hpp"
#include "referee/show/report/live/live_view.hpp"
#include "referee/show/report/standings/store_report.hpp"
#include "referee/show/server/index_site.hpp"
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
  bool terminal = false;
  bool show = false;
  std::optional<std::string> save;  // the file; empty: named after what it shows
  std::string game;                 // the folder whose judge draws
  ServeOptions serve;
};

// Ends a server from the thread of Ctrl-C, as long as there is one, with the judges that its pages
// ask.
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
    judge::JudgeProcess::interrupt_all();
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

// Work for a page that still reads a large file, and writes nothing, is not waited for.
void end_soon() {
  constexpr unsigned longest_wait = 3;  // seconds
  ::signal(SIGALRM, [](int) { ::_exit(done); });
  ::alarm(longest_wait);
}

// Serves `site` until Ctrl-C.
int serve(server::Site& site, const ServeOptions& options, const std::string& doing) {
  Switch off;
  const InterruptWatch watch([&] {
    off.ask();
    end_soon();
  });
  Serving own(site, options);
  const Connected connected(off, own);
  text::tell("{}; Ctrl-C ends this", doing);
  own.wait();
  return done;
}

int list(const fs::path& folder, const ServeOptions& options, const rules::Games& games) {
  server::IndexSite site(folder, pages(games));
  return serve(site, options, "listing the results in " + folder.string());
}

int follow(const fs::path& folder, ServeOptions options, const rules::Games& games) {
  {
    std::atomic<bool> asked = false;
    const InterruptWatch watch([&] { asked = true; });
    await_tournament(folder, asked);
    if (asked) return interrupted;
  }
  server::TournamentSite site(folder, pages(games));
  // Where nobody plays there are no boards to open with; before the first result, wait for them.
  if (options.opens_at.empty() && site.has_results() && !store::Claim::is_held(folder) &&
      !store::Beginning::is_under_way(folder)) {
    options.opens_at = site.result_at();
  }
  return serve(site, options, "following " + folder.string());
}

// Plays in this process, and serves beside it until Ctrl-C.
int play(const store::Store& store, const ViewOptions& options,
         const tournament::MakeHost& make_host) {
  server::TournamentSite site(store.folder(), pages(store.games()));
  Switch off;
  std::atomic<bool> playing = true;
  const InterruptWatch watch([&] {
    // While matches are played, Ctrl-C is for them.
    if (!playing) off.ask();
  });
  Serving own(site, options.serve);
  const auto end =
      play_store(store, {{.jobs = options.jobs, .make_host = make_host}, options.quiet});
  const bool faults = report::print_standings(std::cout, store, {}, output_style()).faults;
  if (end == tournament::RunEnd::interrupted) {
    text::warn("interrupted; the same command continues");
    return interrupted;
  }
  const Connected connected(off, own);
  playing = false;
  if (!options.quiet) {
    text::tell("The records are in {}. The page is there until Ctrl-C.", store.folder().string());
  }
  own.wait();
  return faults ? failed : done;
}

// The tournament that was begun or continued last: this folder, or one of those in results/.
std::string latest_tournament() {
  if (page::has_manifest(".")) return ".";
  if (const auto latest = page::latest_in("results")) return latest->string();
  if (page::has_results_within(".")) return ".";
  throw UsageError(
      "name the folder of a tournament, or a config file; neither this folder nor results/ has a "
      "tournament");
}

int follow_in_terminal(const fs::path& folder, const rules::Games& games) {
  using namespace std::chrono_literals;
  constexpr auto looks_every = 200ms;
  constexpr auto draws_every = 100ms;
  std::atomic<bool> asked = false;
  const InterruptWatch interrupts([&] { asked = true; });
  await_tournament(folder, asked);
  if (asked) return interrupted;
  store::Follower follower(folder, games);
  report::Followed followed(follower, [](const store::Store& store) {
    report::Shown shown;
    shown.store = &store;
    std::unique_ptr<report::Display> display;
    if (on_terminal(1)) {
      display = std::make_unique<report::LiveView>(std::cout, std::move(shown), true, [] {
        return report::LiveView::Size{terminal_width(1), terminal_rows(1)};
      });
    } else {
      display = std::make_unique<report::LogLines>(std::cout, std::move(shown), true);
    }
    return display;
  });
  const auto is_played = [&] {
    return follower.is_played() || store::Beginning::is_under_way(folder);
  };
  followed.look();
  const bool was_played = is_played();
  auto next_look = std::chrono::steady_clock::now() + looks_every;
  while (is_played() && !asked) {
    std::this_thread::sleep_for(draws_every);
    followed.display().tick();
    if (!std::cout) throw text::MachineError(std::string(no_standard_output));
    if (std::chrono::steady_clock::now() < next_look) continue;
    next_look = std::chrono::steady_clock::now() + looks_every;
    followed.look();
  }
  if (!asked) followed.look();  // what came last
  followed.display().finish();
  if (asked) return interrupted;
  if (!was_played) text::tell("nobody plays in {} now", folder.string());
  report::print_standings(std::cout, follower.store(), {}, output_style());
  return done;
}

int save(const ViewOptions& options, judge::Games& games) {
  if (!options.game.empty()) games.look_with(options.game);
  std::string file = *options.save;
  if (file.empty()) {
    file = (fs::is_directory(options.what) ? page::result_name(options.what)
                                           : fs::path(options.what).stem().string()) +
           ".html";
  }
  const bool whole = save_result(file, options.what, options.quiet, games);
  if (options.save->empty() && !options.quiet) text::tell("the page is in {}", file);
  return whole ? done : failed;
}

// Throws UsageError for options that need another one.
void check_form(const ViewOptions& options) {
  if (options.terminal && options.save)
    throw UsageError("--terminal and --save exclude each other");
  if (options.save) static_cast<void>(shown_in(*options.save, "--save"));
  const bool serves = !options.terminal && !options.save;
  if (!serves && (options.serve.port || options.serve.no_browser || options.show)) {
    throw UsageError(
        "--port, --no-browser and --show are for the page that is served: leave them out");
  }
  if (!options.save && !options.game.empty()) throw UsageError("--game goes with --save");
  if (!serves && (!options.out.empty() || options.jobs > 0)) {
    throw UsageError("--out and --jobs go with a config, which is played and served");
  }
}

int view(ViewOptions options, Call& call) {
  judge::Games& games = call.games;
  check_form(options);
  if (options.quiet) text::hush_notes();
  if (options.show) options.serve.opens_at = "#/show";
  // `view --save results/demo`: what is to be saved.
  if (options.what.empty() && options.save && fs::exists(*options.save) &&
      !options.save->ends_with(".html") && !options.save->ends_with(".svg")) {
    options.what = std::exchange(*options.save, {});
  }
  if (options.what.empty()) options.what = latest_tournament();
  const auto status = fs::status(options.what);
  if (!fs::exists(status)) {
    throw UsageError(fmt::format("{}; name the folder of a tournament, or a {}",
                                 text::missing(options.what),
                                 options.save ? "file of records" : "config file"));
  }
  if (options.save) return save(options, games);
  if (options.terminal) {
    if (!fs::is_directory(status)) {
      throw UsageError(fmt::format("'{}' is a file; name a tournament's folder", options.what));
    }
    step_back();
    return follow_in_terminal(options.what, games);
  }
  if (fs::is_directory(status)) {
    if (!options.out.empty() || options.jobs > 0) {
      throw UsageError("--out and --jobs go with a config; a folder is only followed");
    }
    step_back();
    // A tuning is listed with its rounds.
    return !page::has_manifest(options.what) &&
                   (page::is_result(options.what) || page::has_results_within(options.what))
               ? list(options.what, options.serve, games)
               : follow(options.what, options.serve, games);
  }
  const fs::path config(options.what);
  const fs::path folder =
      options.out.empty() ? store::usual_folder(config.stem()) : fs::path(options.out);
  config::Overrides overrides;
  overrides.games = &games;
  if (options.trust) overrides.isolation = config::Isolation::off;
  const bool is_new = !fs::exists(folder / "manifest.json");
  const store::Beginning beginning(folder);
  const config::Manifest manifest = read_tournament(config, folder, overrides);
  if (is_new) tell_seed(manifest, options.quiet);
  try {
    auto store = store::create_own(folder, manifest, store::ChangedPrograms::refuse, games);
    if (config::is_ladder(manifest)) {
      store = store::plan_more(store, manifest, store::usual_ladder_games);
    }
    return play(store, options, call.make_host);
  } catch (const store::FolderInUse& error) {
    text::tell("{}", error.what());
  }
  step_back();
  return follow(folder, options.serve, games);
}

}  // namespace

void add_view(CommandLine& program) {
  const Verb verb =
      program.add("view", "Show a tournament in a browser or terminal, or save its page");
  auto options = std::make_shared<ViewOptions>();
  verb.option("what", &options->what,
              "The folder of a tournament, a folder of such folders, or a config file; default: "
              "the tournament that changed last, here or in results/");
  verb.flag("--terminal", options->terminal, "Follow the run in the terminal");
  verb.flag("--show", options->show,
            "Open the page as a show for a large screen: one game, names and points that many can "
            "read; key v on any page");
  add_save_option(verb, &options->save).may_lack_value();
  add_game_option(verb, options->game);
  add_out_option(verb, options->out);
  add_jobs_option(verb, options->jobs);
  options->serve.add_to(verb);
  add_trust_option(verb, options->trust);
  add_quiet_option(verb, options->quiet);
  verb.footer(
      "Examples:\n"
      "  referee view                      the tournament that changed last\n"
      "  referee view results/demo         played by any process, in any terminal\n"
      "  referee view results              lists all that is in this folder\n"
      "  referee view configs/demo.json    plays it, and shows it\n"
      "  referee view results/demo --terminal | grep fault\n"
      "  referee view results/demo --save demo.html\n"
      "  referee view results/demo --save demo.svg             a picture to send round\n"
      "  referee show results/demo 17 --html match-17.html     one match\n\n"
      "The address is printed on standard output; on a desktop xdg-open opens it.\n"
      "Only someone with this address, which has a token, can see the page, and only on\n"
      "this machine. From elsewhere: ssh -L PORT:127.0.0.1:PORT, with --port PORT here.\n"
      "Watching costs those who play nearly nothing.\n\n"
      "--terminal shows progress, running games, standings and faults; elsewhere than\n"
      "on a terminal a line for each match that begins or ends, and for faults. It ends\n"
      "when the run does, with the standings.\n\n"
      "--save writes standings, all matches and each game move by move. Above 40,000\n"
      "moves the lines that bots read are left out. Of a comparison and of checks see\n"
      "also compare --html and regress --html. --save FILE.svg writes a picture of the\n"
      "result: who won, how sure that is, and the decisive game.\n\n"
      "Exit code 0; 130 after Ctrl-C with --terminal. With --save: 1 if a sealed\n"
      "tournament has been changed. Of a config that of referee tournament: 1 if a bot\n"
      "failed, 130 if matches were left out.");
  verb.runs([options](Call& call) { return view(*options, call); });
}

}  // namespace referee::cli
