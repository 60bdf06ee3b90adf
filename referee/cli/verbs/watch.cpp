// referee watch: a tournament that another process plays, in the terminal.

#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/standings_view.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/run/store/records.hpp"
#include "referee/show/report/live/fault_notes.hpp"
#include "referee/show/report/live/live_view.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

using namespace std::chrono_literals;
using store::Follower;
using store::MatchSummary;

constexpr auto looks_every = 200ms;
constexpr auto draws_every = 100ms;

// One line for each event.
class PlainDisplay final : public report::Display {
 public:
  explicit PlainDisplay(const std::string& folder) : folder_(folder), notes_(folder) {}

  void begun(std::uint64_t /*done*/, std::uint64_t total) override { total_ = total; }
  void found(const std::vector<MatchSummary>& matches) override {
    say(fmt::format("{}: {} of {} played", text::safe_text(folder_), matches.size(),
                    text::plural(total_, "match", "matches")));
    for (const MatchSummary& match : matches) notes_.count(match);
    finish();
    told_ = notes_.count();
  }
  void started(const tournament::MatchStart& match) override {
    say(fmt::format("match {} begins: {}, round {}: {} - {}", match.number, match.game->title,
                    match.pairing.round, text::safe_text(match.bots[0]),
                    text::safe_text(match.bots[1])));
  }
  void ended(const MatchSummary& match) override {
    notes_.count(match);
    tell(match);
  }
  void finished(const match::MatchRecord& record) override {
    tell(store::summary_of(record));
    for (const std::string& line : notes_.add(record)) say(line);
  }
  void finish() override {
    if (notes_.count() == told_) return;
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
  std::uint64_t total_ = 0;
  std::uint64_t told_ = 0;  // faults that were told at the beginning
};

tournament::MatchStart start_of(const match::MatchRecord& match,
                                const config::Manifest& manifest) {
  tournament::MatchStart start;
  start.number = match.match.value_or(0);
  start.pairing.round = match.round;
  start.pairing.seed = match.seed.value_or(0);
  for (std::size_t i = 0; i < manifest.events.size(); ++i) {
    if (manifest.events[i].game == match.game) start.pairing.event = i;
  }
  start.game = match.game;
  start.bots = {match.bots[0].name, match.bots[1].name};
  return start;
}

// Passes on what is new. Each running match appears once, and each of its faults. The display is
// made when the first look is taken, and whenever the tournament has become another one.
class Watch {
 public:
  using Make = std::function<std::unique_ptr<report::Display>(const store::Store&)>;

  Watch(Follower& follower, Make make) : follower_(follower), make_(std::move(make)) {}

  // Once look() was called.
  [[nodiscard]] report::Display& display() const { return *display_; }

  void look() {
    const Follower::News news = follower_.poll();
    if (display_ == nullptr || news.anew) {
      begin(news);
    } else {
      tell_finished(news);
    }
    if (follower_.total() > total_) display_->planned(total_ = follower_.total());
    if (news.running) tell_running();
  }

 private:
  void begin(const Follower::News& news) {
    told_.clear();
    total_ = follower_.total();
    display_.reset();  // it refers to the store
    store_.emplace(follower_.store());
    display_ = make_(*store_);
    display_->begun(0, total_);
    display_->found(news.finished);
  }
  void tell_finished(const Follower::News& news) {
    std::set<std::uint64_t> with_records;
    for (const std::string& line : news.failed) {
      const match::MatchRecord record = store::record_of({0, line, "a record"});
      if (!record.match) continue;
      with_records.insert(*record.match);
      display_->finished(record);
    }
    for (const MatchSummary& match : news.finished) {
      told_.erase(match.match);
      if (with_records.count(match.match) == 0) display_->ended(match);
    }
  }
  void tell_running() {
    for (const match::MatchRecord& match : follower_.running()) {
      const auto [at, is_new] = told_.try_emplace(match.match.value_or(0), 0);
      if (is_new) display_->started(start_of(match, store_->manifest()));
      for (; at->second < match.faults.size(); ++at->second) {
        const match::MatchFault& fault = match.faults[at->second];
        display_->failed({at->first, match.bots[rules::index(fault.seat)].name, fault});
      }
    }
  }

  Follower& follower_;
  Make make_;
  std::optional<store::Store> store_;
  std::unique_ptr<report::Display> display_;
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
  Watch watch(follower, [&](const store::Store& store) -> std::unique_ptr<report::Display> {
    if (!on_terminal(1)) return std::make_unique<PlainDisplay>(folder);
    return std::make_unique<report::LiveView>(std::cout, store, true, [] {
      return report::LiveView::Size{terminal_width(1), terminal_rows(1)};
    });
  });
  watch.look();
  const bool was_played = follower.is_played() || store::Beginning::is_under_way(folder);
  auto next_look = std::chrono::steady_clock::now() + looks_every;
  while ((follower.is_played() || store::Beginning::is_under_way(folder)) && !asked) {
    std::this_thread::sleep_for(draws_every);
    watch.display().tick();
    if (std::chrono::steady_clock::now() < next_look) continue;
    next_look = std::chrono::steady_clock::now() + looks_every;
    watch.look();
  }
  if (!asked) watch.look();  // what came last
  watch.display().finish();
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
