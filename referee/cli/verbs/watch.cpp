// referee watch: a tournament that another process plays, in the terminal.

#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/standings_view.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/report/live/fault_notes.hpp"
#include "referee/report/live/live_view.hpp"
#include "referee/store/claim.hpp"
#include "referee/store/follower.hpp"
#include "referee/store/records.hpp"
#include "referee/text/error.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

using namespace std::chrono_literals;
using store::Follower;
using store::MatchSummary;
using store::RunningMatch;

constexpr auto looks_every = 200ms;
constexpr auto draws_every = 100ms;

// What is shown of a run.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // At first, and whenever the tournament has become another one.
  virtual void begin(const Follower& follower, const std::vector<MatchSummary>& finished) = 0;
  virtual void started(const RunningMatch& match) = 0;
  virtual void failed(const RunningMatch& match, const match::MatchFault& fault) = 0;
  virtual void finished(const MatchSummary& match) = 0;
  // One in which a bot failed and whose record is known; comes instead of the above.
  virtual void finished(const match::MatchRecord& record) = 0;
  virtual void planned(std::uint64_t /*total*/) {}  // more matches than at first
  virtual void tick() {}
  virtual void end() {}
};

// One line for each event.
class PlainWatcher final : public Watcher {
 public:
  explicit PlainWatcher(const std::string& folder) : folder_(folder), notes_(folder) {}

  void begin(const Follower& follower, const std::vector<MatchSummary>& finished) override {
    notes_ = report::FaultNotes(folder_);
    say(fmt::format("{}: {} of {} played", text::safe_text(folder_), follower.done(),
                    text::plural(follower.total(), "match", "matches")));
    for (const MatchSummary& match : finished) notes_.count(match);
    before_ = 0;
    end();
    before_ = notes_.count();
  }
  void started(const RunningMatch& match) override {
    say(fmt::format("match {} begins: {}, round {}: {} - {}", match.number, match.game->title,
                    match.round, text::safe_text(match.bots[0]), text::safe_text(match.bots[1])));
  }
  void failed(const RunningMatch&, const match::MatchFault&) override {}  // its record has more
  void finished(const MatchSummary& match) override {
    notes_.count(match);
    tell(match);
  }
  void finished(const match::MatchRecord& record) override {
    tell(store::summary_of(record));
    for (const std::string& line : notes_.add(record)) say(line);
  }
  void end() override {
    if (notes_.count() == before_) return;  // told already
    for (const std::string& line : notes_.counted()) say(line);
  }

 private:
  void tell(const MatchSummary& match) const {
    const rules::GameInfo* game = rules::find_game(match.game);
    say(fmt::format("match {}: {}, round {}: {} - {}  {} - {}", match.match,
                    game != nullptr ? game->title : match.game, match.round,
                    text::safe_text(match.bots[0]), text::safe_text(match.bots[1]),
                    match.seats[0].score, match.seats[1].score));
  }
  // At once, for the reader of a pipe.
  static void say(const std::string& line) {
    std::cout << line << '\n' << std::flush;
    if (!std::cout) throw text::MachineError(std::string(no_standard_output));
  }

  std::string folder_;
  report::FaultNotes notes_;
  std::uint64_t before_ = 0;  // faults that were told at the beginning
};

// The display that a tournament has itself.
class TerminalWatcher final : public Watcher {
 public:
  void begin(const Follower& follower, const std::vector<MatchSummary>& finished) override {
    view_.reset();  // it refers to the store
    store_.emplace(follower.store());
    view_.emplace(std::cout, *store_, true, [] {
      return report::LiveView::Size{terminal_width(1), terminal_rows(1)};
    });
    view_->begun(0, follower.total());
    for (const MatchSummary& match : finished) view_->found(match);
  }
  void started(const RunningMatch& match) override {
    tournament::MatchStart start;
    start.number = match.number;
    start.pairing.round = match.round;
    start.pairing.seed = match.seed;
    const auto& events = store_->manifest().events;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events[i].game == match.game) start.pairing.event = i;
    }
    start.game = match.game;
    start.bots = match.bots;
    view_->started(start);
  }
  void failed(const RunningMatch& match, const match::MatchFault& fault) override {
    view_->failed({match.number, match.bots[rules::index(fault.seat)], fault});
  }
  void finished(const MatchSummary& match) override { view_->finished(match); }
  void finished(const match::MatchRecord& record) override { view_->finished(record); }
  void planned(std::uint64_t total) override { view_->planned(total); }
  void tick() override { view_->tick(); }
  void end() override { view_->finish(); }

 private:
  std::optional<store::Store> store_;
  std::optional<report::LiveView> view_;
};

// Passes on what is new. Each running match appears once, and each of its faults.
class Watch {
 public:
  Watch(Follower& follower, Watcher& watcher) : follower_(follower), watcher_(watcher) {}

  void look() {
    const Follower::News news = follower_.poll();
    if (!begun_ || news.anew) {
      begun_ = true;
      told_.clear();
      total_ = follower_.total();
      watcher_.begin(follower_, news.finished);
    } else {
      tell_finished(news);
    }
    if (follower_.total() > total_) watcher_.planned(total_ = follower_.total());
    if (news.running) tell_running();
  }

 private:
  void tell_finished(const Follower::News& news) {
    std::set<std::uint64_t> with_records;
    for (const std::string& line : news.failed) {
      const match::MatchRecord record = store::record_of({0, line, "a record"});
      if (!record.match) continue;
      with_records.insert(*record.match);
      watcher_.finished(record);
    }
    for (const MatchSummary& match : news.finished) {
      told_.erase(match.match);
      if (with_records.count(match.match) == 0) watcher_.finished(match);
    }
  }
  void tell_running() {
    for (const RunningMatch& match : follower_.running()) {
      const auto [at, is_new] = told_.try_emplace(match.number, 0);
      if (is_new) watcher_.started(match);
      for (; at->second < match.faults.size(); ++at->second) {
        watcher_.failed(match, match.faults[at->second]);
      }
    }
  }

  Follower& follower_;
  Watcher& watcher_;
  bool begun_ = false;
  std::uint64_t total_ = 0;                    // matches that are needed, as far as told
  std::map<std::uint64_t, std::size_t> told_;  // running matches, and how many of their faults
};

int watch(const std::string& folder) {
  step_back();
  std::atomic<bool> asked = false;
  const InterruptWatch interrupts([&] { asked = true; });
  await_tournament(folder, asked);
  if (asked) return interrupted;
  Follower follower(folder);
  std::unique_ptr<Watcher> watcher;
  if (on_terminal(1)) {
    watcher = std::make_unique<TerminalWatcher>();
  } else {
    watcher = std::make_unique<PlainWatcher>(folder);
  }
  Watch watch(follower, *watcher);
  watch.look();
  const bool was_played = follower.is_played() || store::Beginning::is_under_way(folder);
  auto next_look = std::chrono::steady_clock::now() + looks_every;
  while ((follower.is_played() || store::Beginning::is_under_way(folder)) && !asked) {
    std::this_thread::sleep_for(draws_every);
    watcher->tick();
    if (std::chrono::steady_clock::now() < next_look) continue;
    next_look = std::chrono::steady_clock::now() + looks_every;
    watch.look();
  }
  if (!asked) watch.look();  // what came last
  watcher->end();
  if (asked) return interrupted;
  if (!was_played) std::cerr << "nobody plays in " << folder << " now\n";
  print_standings(follower.store(), {});
  return done;
}

}  // namespace

void add_watch(CommandLine& program) {
  const Verb verb = program.add("watch", "Follow a tournament that another process plays");
  auto folder = std::make_shared<std::string>();
  verb.option("folder", folder.get(), "The folder of the tournament").required();
  verb.footer(
      "Examples:\n"
      "  referee watch results/demo\n"
      "  referee watch results/demo | grep fault\n\n"
      "On a terminal the display of referee tournament: progress, running games,\n"
      "standings, faults. Elsewhere a line for each match that begins or ends, and for\n"
      "faults. It ends when the run does, with the standings. The run is not disturbed.\n\n"
      "Exit code 0; 130 after Ctrl-C.");
  verb.runs([folder] { return watch(*folder); });
}

}  // namespace referee::cli
