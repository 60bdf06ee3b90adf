#include "referee/tournament/runner.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "referee/match/match.hpp"
#include "referee/match/record_json.hpp"
#include "referee/tournament/figures.hpp"
#include "referee/tournament/processors.hpp"
#include "referee/tournament/schedule.hpp"

namespace referee::tournament {
namespace {

using namespace std::chrono_literals;

// What the workers and the thread that waits for them share.
class Run {
 public:
  Run(const Store& store, const bot::Protections& protections, const RunOptions& options,
      const StopRequest& stop)
      : store_(store),
        protections_(protections),
        options_(options),
        stop_(stop),
        schedule_(store.manifest()),
        done_(schedule_.size(), false),
        writer_(store) {
    settings_.clock = store.manifest().clock;
    settings_.isolated = store.manifest().isolation != Isolation::off;
    settings_.host_facts = options.host_facts;
    for (const Event& event : store.manifest().events) {
      contestants_.push_back(contestants(store.manifest(), event));
    }
    const auto report = store.read([this](const MatchSummary& match, std::string_view) {
      adopt(match.match, figures_of(match));
    });
    early_ = report.early;
  }

  RunEnd play(RunObserver& observer) {
    observer.begun(done_count_, schedule_.size());
    if (done_count_ == schedule_.size()) return RunEnd::complete;
    start_workers();
    watch(observer);
    for (std::thread& worker : workers_) worker.join();
    if (failure_) std::rethrow_exception(failure_);
    writer_.sync();
    return done_count_ == schedule_.size() ? RunEnd::complete : RunEnd::interrupted;
  }

 private:
  void start_workers() {
    const std::vector<int> processors = usable_processors();
    const std::size_t jobs =
        options_.jobs > 0 ? options_.jobs : std::max<std::size_t>(1, processors.size());
    const std::size_t left = schedule_.size() - done_count_;
    working_ = std::min(jobs, left);
    for (std::size_t i = 0; i < working_; ++i) {
      std::optional<int> processor;
      if (options_.pin && !processors.empty()) processor = processors[i % processors.size()];
      workers_.emplace_back([this, processor] { work(processor); });
    }
  }

  // The thread of run(): hands out what happened until the last worker is done.
  void watch(RunObserver& observer) {
    std::unique_lock lock(mutex_);
    int told = 0;
    auto last_sync = std::chrono::steady_clock::now();
    while (working_ > 0 || !finished_.empty()) {
      changed_.wait_for(lock, 100ms, [this] { return working_ == 0 || !finished_.empty(); });
      std::deque<match::MatchRecord> finished = std::exchange(finished_, {});
      const int level = stop_.level();
      if (level > 1) interrupt_all();
      if (const auto now = std::chrono::steady_clock::now(); now - last_sync > 5s && !failure_) {
        sync();
        last_sync = now;
      }
      const std::size_t running = running_;
      lock.unlock();
      for (const match::MatchRecord& record : finished) observer.finished(record);
      if (level > told) observer.stopping(running);
      told = level;
      observer.tick();
      lock.lock();
    }
  }

  void work(std::optional<int> processor) {
    if (processor) pin_this_thread(*processor);
    try {
      bot::Host host(protections_);
      enter(host);
      try {
        while (const auto task = take()) play_one(host, *task);
      } catch (const bot::Interrupted&) {
        // Its match will be played again.
      } catch (...) {
        fail(std::current_exception());
      }
      leave(host);
    } catch (...) {
      fail(std::current_exception());
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  void enter(bot::Host& host) {
    const std::lock_guard lock(mutex_);
    hosts_.push_back(&host);
  }
  void leave(bot::Host& host) {
    const std::lock_guard lock(mutex_);
    std::erase(hosts_, &host);
  }

  struct Task {
    std::uint64_t number = 0;
    Pairing pairing;
  };

  // The next match that nobody has played or is playing. Waits while who plays in it
  // depends on matches that are being played.
  std::optional<Task> take() {
    std::unique_lock lock(mutex_);
    while (stop_.level() == 0 && !failure_) {
      while (next_ < schedule_.size() && done_[next_]) ++next_;
      if (next_ == schedule_.size()) return std::nullopt;
      if (const auto pairing = schedule_.find(next_)) {
        ++running_;
        return Task{next_++, *pairing};
      }
      if (running_ == 0) throw std::logic_error("nothing leads to the next round");
      // Not for ever: a request to stop wakes nobody.
      changed_.wait_for(lock, 100ms);
    }
    return std::nullopt;
  }

  // A result that is in the store.
  void adopt(std::uint64_t number, const GameFigures& game) {
    done_[number] = true;
    ++done_count_;
    if (schedule_.note(number, game)) adopt_early();
  }

  // The store may have matches of a round before all of the rounds before it. They
  // count once these are there, if they turn out to be between the right bots.
  void adopt_early() {
    std::vector<MatchSummary> early = std::exchange(early_, {});
    for (MatchSummary& match : early) {
      if (done_[match.match]) continue;
      const auto pairing = schedule_.find(match.match);
      if (!pairing) {
        early_.push_back(std::move(match));
      } else if (is_between(match, store_.manifest(), *pairing)) {
        adopt(match.match, figures_of(match));
      }
    }
  }

  void play_one(bot::Host& host, const Task& task) {
    const auto& [number, pairing] = task;
    const Event& event = store_.manifest().events[pairing.event];
    const auto& bots = contestants_[pairing.event];
    match::MatchRecord record =
        match::run(host, match::MatchPlan::from_seed(*event.game, pairing.seed), settings_,
                   bots[pairing.bots[0]], bots[pairing.bots[1]]);
    record.tournament = store_.id();
    record.match = number;
    record.round = pairing.round;
    const std::string line = match::to_line(record);
    const std::lock_guard lock(mutex_);
    writer_.append(line);
    adopt(number, figures_of(record));
    --running_;
    finished_.push_back(std::move(record));
    changed_.notify_all();
  }

  // The first failure ends the run; the others only follow from it.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    interrupt_all();
    changed_.notify_all();
  }

  void interrupt_all() {
    for (bot::Host* host : hosts_) host->interrupt();
  }

  void sync() {
    try {
      writer_.sync();
    } catch (...) {
      failure_ = std::current_exception();
      interrupt_all();
    }
  }

  const Store& store_;
  const bot::Protections& protections_;
  const RunOptions& options_;
  const StopRequest& stop_;
  Schedule schedule_;
  match::MatchSettings settings_;
  std::vector<std::vector<match::Contestant>> contestants_;  // by event

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> done_;
  std::uint64_t done_count_ = 0;
  std::uint64_t next_ = 0;
  std::vector<MatchSummary> early_;  // of the store, of rounds that are not known yet
  std::size_t running_ = 0;
  std::size_t working_ = 0;
  StoreWriter writer_;
  std::deque<match::MatchRecord> finished_;
  std::vector<bot::Host*> hosts_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace

RunEnd run(const Store& store, const bot::Protections& protections, const RunOptions& options,
           const StopRequest& stop, RunObserver& observer) {
  return Run(store, protections, options, stop).play(observer);
}

}  // namespace referee::tournament
