#include "referee/tournament/compare.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "referee/match/match.hpp"
#include "referee/match/record_json.hpp"
#include "referee/tournament/processors.hpp"
#include "referee/tournament/schedule.hpp"

namespace referee::tournament {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view seed_mark = "{seed}";

bool has_mark(const match::Contestant& contestant) {
  if (!contestant.spec.command) return false;
  const auto& words = contestant.spec.command->words;
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find(seed_mark) != std::string::npos;
  });
}

// The same bot with the number of its pair in its command. The record keeps the mark: its
// own seed tells the number.
match::Contestant with_seed(match::Contestant contestant, std::uint64_t seed) {
  const std::string number = std::to_string(seed & 0x7fffffff);
  for (std::string& word : contestant.spec.command->words) {
    for (auto at = word.find(seed_mark); at != std::string::npos;
         at = word.find(seed_mark, at + number.size())) {
      word.replace(at, seed_mark.size(), number);
    }
  }
  return contestant;
}

BotEntry entry_of(const ComparePlan& plan, Part part, const std::string& command) {
  BotEntry entry;
  entry.name = part_names[index(part)];
  entry.command = command;
  entry.memory = plan.memory;
  entry.processes = plan.processes;
  try {
    entry.hash = bot::content_hash(bot::resolve_command(command, plan.folder));
  } catch (const bot::CommandError& error) {
    throw bot::CommandError("the " + entry.name + " bot: " + error.what());
  }
  return entry;
}

// What the workers and the thread that waits for them share.
class Duel {
 public:
  Duel(const Manifest& manifest, const Store* store, const bot::Protections& protections,
       const RunOptions& options, const StopRequest& stop, Comparison& comparison)
      : id_(manifest.id()),
        event_(manifest.events.at(0)),
        protections_(protections),
        options_(options),
        stop_(stop),
        schedule_(manifest),
        contestants_(contestants(manifest, event_)),
        comparison_(comparison) {
    settings_.clock = manifest.clock;
    settings_.isolated = manifest.isolation != Isolation::off;
    settings_.host_facts = options.host_facts;
    if (store == nullptr) return;
    writer_.emplace(*store);
    store->read([this](const MatchSummary& match, std::string_view line) {
      before_.insert(match.match);
      results_[match.match] = pair_match(line);
    });
  }

  RunEnd play(CompareObserver& observer) {
    observer.begun(before_.size());
    count_pairs(observer);
    if (!open()) return RunEnd::complete;
    next_pair_ = comparison_.count();
    start_workers();
    try {
      watch(observer);
    } catch (...) {
      fail(std::current_exception());
    }
    for (std::thread& worker : workers_) worker.join();
    if (failure_) std::rethrow_exception(failure_);
    if (writer_) writer_->sync();
    return open() ? RunEnd::interrupted : RunEnd::complete;
  }

 private:
  struct Finished {
    match::MatchRecord record;
    PairMatch result;
  };

  [[nodiscard]] bool open() const { return comparison_.state() == Comparison::State::open; }

  void start_workers() {
    const std::vector<int> processors = usable_processors();
    const std::size_t jobs =
        options_.jobs > 0 ? options_.jobs : std::max<std::size_t>(1, processors.size());
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < jobs; ++i) {
      std::optional<int> processor;
      if (options_.pin && !processors.empty()) processor = processors[i % processors.size()];
      workers_.emplace_back([this, processor] { work(processor); });
      ++working_;
    }
  }

  // The thread of play(): counts pairs and hands out what happened until the last worker is
  // done. Nobody else touches the comparison and the results.
  void watch(CompareObserver& observer) {
    std::unique_lock lock(mutex_);
    int told = 0;
    auto last_sync = std::chrono::steady_clock::now();
    while (working_ > 0 || !finished_.empty()) {
      changed_.wait_for(lock, 100ms, [this] { return working_ == 0 || !finished_.empty(); });
      const std::vector<Finished> finished = std::exchange(finished_, {});
      const int level = stop_.level();
      if (level > 1) interrupt_all();
      if (const auto now = std::chrono::steady_clock::now(); now - last_sync > 5s && !failure_) {
        sync();
        last_sync = now;
      }
      const std::size_t running = running_;
      lock.unlock();
      for (const Finished& one : finished) {
        observer.finished(one.record);
        results_[one.result.summary.match] = one.result;
      }
      count_pairs(observer);
      if (level > told) observer.stopping(running);
      told = level;
      observer.tick();
      lock.lock();
      // Whatever still runs would not be counted.
      if (!open() && !enough_) {
        enough_ = true;
        interrupt_all();
      }
    }
  }

  // Counts all pairs that are complete, in their order.
  void count_pairs(CompareObserver& observer) {
    while (open()) {
      std::vector<PairMatch> matches;
      for (const std::uint64_t number : matches_of_pair(*event_.game, comparison_.count())) {
        const auto found = results_.find(number);
        if (found == results_.end()) return;
        matches.push_back(found->second);
      }
      for (const PairMatch& match : matches) results_.erase(match.summary.match);
      comparison_.add(pair_result(matches, event_.game->cooperative));
      observer.pair_counted(comparison_);
    }
  }

  void work(std::optional<int> processor) {
    if (processor) pin_this_thread(*processor);
    try {
      bot::Host host(protections_);
      const Entered entered(*this, host);
      while (const auto number = take()) play_one(host, *number);
    } catch (const bot::Interrupted&) {
      // Its match will be played again if it is ever needed.
    } catch (...) {
      fail(std::current_exception());
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  // A host among those that an interruption reaches, as long as this lives.
  class Entered {
   public:
    Entered(Duel& duel, bot::Host& host) : duel_(duel), host_(host) {
      const std::lock_guard lock(duel_.mutex_);
      duel_.hosts_.push_back(&host_);
      if (duel_.enough_ || duel_.failure_ || duel_.stop_.level() > 1) host_.interrupt();
    }
    ~Entered() {
      const std::lock_guard lock(duel_.mutex_);
      std::erase(duel_.hosts_, &host_);
    }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

   private:
    Duel& duel_;
    bot::Host& host_;
  };

  // The next match that nobody has played or is playing.
  std::optional<std::uint64_t> take() {
    const std::lock_guard lock(mutex_);
    if (enough_ || failure_ || stop_.level() > 0) return std::nullopt;
    const std::uint64_t end = std::min(comparison_.rules().most_pairs, most_compared_pairs);
    while (queue_.empty() && next_pair_ < end) {
      for (const std::uint64_t number : matches_of_pair(*event_.game, next_pair_++)) {
        if (!before_.contains(number)) queue_.push_back(number);
      }
    }
    if (queue_.empty()) return std::nullopt;
    ++running_;
    const std::uint64_t number = queue_.front();
    queue_.pop_front();
    return number;
  }

  void play_one(bot::Host& host, std::uint64_t number) {
    const Pairing pairing = schedule_.at(number);
    const match::Contestant& first = contestants_[pairing.bots[0]];
    const match::Contestant& second = contestants_[pairing.bots[1]];
    const auto plan = match::MatchPlan::from_seed(*event_.game, pairing.seed);
    match::MatchRecord record;
    if (has_mark(first) || has_mark(second)) {
      // Bots that are only of this match, and must outlive the host that starts them.
      const match::Contestant one = with_seed(first, pairing.seed);
      const match::Contestant two = with_seed(second, pairing.seed);
      bot::Host own(protections_);
      const Entered entered(*this, own);
      record = match::run(own, plan, settings_, one, two);
    } else {
      record = match::run(host, plan, settings_, first, second);
    }
    record.tournament = id_;
    record.match = number;
    record.round = pairing.round;
    const std::string line = match::to_line(record);
    PairMatch result = pair_match(line);
    const std::lock_guard lock(mutex_);
    if (writer_) writer_->append(line);
    --running_;
    finished_.push_back({std::move(record), std::move(result)});
    changed_.notify_all();
  }

  // The first failure ends the run; the others only follow from it.
  void fail(const std::exception_ptr& failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
    interrupt_all();
    changed_.notify_all();
  }

  void interrupt_all() {
    for (bot::Host* host : hosts_) host->interrupt();
  }

  void sync() {
    try {
      if (writer_) writer_->sync();
    } catch (...) {
      failure_ = std::current_exception();
      interrupt_all();
    }
  }

  const std::string id_;
  const Event& event_;
  const bot::Protections& protections_;
  const RunOptions& options_;
  const StopRequest& stop_;
  const Schedule schedule_;
  const std::vector<match::Contestant> contestants_;
  match::MatchSettings settings_;
  std::unordered_set<std::uint64_t> before_;  // matches that the store had at the beginning

  // Of the thread of play().
  Comparison& comparison_;
  std::unordered_map<std::uint64_t, PairMatch> results_;  // of pairs not counted yet

  std::mutex mutex_;  // for all that follows
  std::condition_variable changed_;
  std::uint64_t next_pair_ = 0;
  std::deque<std::uint64_t> queue_;  // matches of pairs before next_pair_
  std::size_t running_ = 0;
  std::size_t working_ = 0;
  bool enough_ = false;  // the comparison knows
  std::optional<StoreWriter> writer_;
  std::vector<Finished> finished_;
  std::vector<bot::Host*> hosts_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace

Manifest compare_manifest(const ComparePlan& plan) {
  Manifest manifest;
  manifest.seed = plan.seed;
  manifest.clock = plan.clock;
  manifest.isolation = plan.isolated ? Isolation::on : Isolation::off;
  manifest.folder = std::filesystem::absolute(plan.folder).lexically_normal();
  Event event;
  event.game = plan.game;
  event.rounds = static_cast<int>(most_compared_pairs);
  event.budget = plan.budget;
  event.bots.push_back(entry_of(plan, Part::new_bot, plan.new_command));
  event.bots.push_back(entry_of(plan, Part::base_bot, plan.base_command));
  if (plan.game->cooperative) {
    const bool own = !plan.partner_command.empty();
    event.bots.push_back(
        entry_of(plan, Part::partner, own ? plan.partner_command : plan.base_command));
  }
  manifest.events.push_back(std::move(event));
  return manifest;
}

std::vector<std::uint64_t> matches_of_pair(const rules::GameInfo& game, std::uint64_t pair) {
  if (!game.cooperative) return {2 * pair, 2 * pair + 1};
  // A round of three bots has six matches, of which the first two are new against base.
  const std::uint64_t begin = 6 * pair;
  return {begin + 2, begin + 3, begin + 4, begin + 5};
}

RunEnd compare(const Manifest& manifest, const Store* store, const bot::Protections& protections,
               const RunOptions& options, const StopRequest& stop, Comparison& comparison,
               CompareObserver& observer) {
  return Duel(manifest, store, protections, options, stop, comparison).play(observer);
}

}  // namespace referee::tournament
