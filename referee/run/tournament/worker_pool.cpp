#include "referee/run/tournament/worker_pool.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/play/match/error_logs.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/match_beginning.hpp"
#include "referee/run/tournament/run_programs.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {
namespace {

using namespace std::chrono_literals;
using Bots = rules::BySeat<const match::Contestant*>;

match::MatchSettings settings_of(const config::Manifest& manifest, const RunOptions& options) {
  match::MatchSettings settings;
  settings.clock = manifest.clock;
  settings.speed = manifest.speed;
  settings.isolated = manifest.isolation != config::Isolation::off;
  settings.ponders = manifest.ponders;
  settings.host_facts = options.host_facts;
  return settings;
}

// Shared by the workers and the thread that waits for them.
class Pool {
 public:
  Pool(const PoolSetup& setup, MatchSource& source)
      : setup_(setup),
        source_(source),
        id_(setup.manifest.id()),
        programs_(setup.manifest, setup.programs),
        settings_(settings_of(setup.manifest, setup.context.options)) {}

  void play(RunObserver& observer) {
    try {
      tells_moves_ = observer.wants_moves();
      start_workers();
      watch(observer);
    } catch (...) {
      fail(std::current_exception());
    }
    for (std::thread& worker : workers_) worker.join();
    if (setup_.context.open != nullptr) {
      setup_.context.open->add_untried(untried_, untried_bots_);
    }
    if (failure_) std::rethrow_exception(failure_);
    if (setup_.writer != nullptr) setup_.writer->sync();
    if (cut_logs_ > 0) {
      text::warn("{} in {} would have been longer than {} MiB and {} cut there",
                 text::plural(static_cast<std::uint64_t>(cut_logs_), "file"),
                 setup_.context.options.logs.string(), match::most_log_bytes >> 20,
                 cut_logs_ == 1 ? "was" : "were");
    }
  }

 private:
  // Passes what happens in a match on to the thread of play_matches().
  class Reporter final : public match::MatchListener {
   public:
    Reporter(Pool& pool, const MatchTask& task) : pool_(pool), task_(task) {
      if (pool_.setup_.live != nullptr) shown_.emplace(*pool_.setup_.live, pool_.start_of(task));
    }

    void moved(const match::Ply& ply, int number, match::Duration cpu,
               match::Duration wall) override {
      if (shown_) shown_->moved(ply, cpu, wall);
      if (!pool_.tells_moves_) return;
      pool_.report(MoveMade{task_.number, number, ply, cpu, wall});
    }
    void failed(const match::MatchFault& fault) override {
      if (shown_) shown_->failed(fault);
      pool_.report(
          BotFailed{task_.number, pool_.start_of(task_).bots[rules::index(fault.seat)], fault});
    }

   private:
    Pool& pool_;
    const MatchTask& task_;
    std::optional<LiveGames::Game> shown_;
  };

  // Matches wait while too much is queued for the observer, so that the queue stays short.
  void report(Event event) {
    std::unique_lock lock(mutex_);
    while (happened_.size() >= most_untold && !failure_ && !enough_ &&
           setup_.context.stop.level() < 2) {
      changed_.wait_for(lock, 100ms);
    }
    happened_.push_back(std::move(event));
    if (std::exchange(news_, true)) return;
    changed_.notify_all();
  }

  void start_workers() {
    const std::vector<int> processors = kernel::usable_processors();
    const std::size_t jobs = setup_.context.options.jobs > 0
                                 ? setup_.context.options.jobs
                                 : std::max<std::size_t>(1, processors.size());
    const std::lock_guard lock(mutex_);
    count_ = static_cast<std::size_t>(std::min<std::uint64_t>(jobs, setup_.most));
    // What the machine lacks for a moment may fail all matches that are running.
    in_a_row_ = FailuresInARow(std::max(least_in_a_row, 2 * count_));
    for (std::size_t i = 0; i < count_; ++i) {
      std::optional<int> processor;
      if (setup_.context.options.pin && !processors.empty())
        processor = processors[i % processors.size()];
      workers_.push_back(
          text::thread_for("playing matches", [this, processor] { work(processor); }));
      ++working_;
    }
  }

  // The thread of play_matches(): passes on what happened until the last worker is done.
  void watch(RunObserver& observer) {
    std::unique_lock lock(mutex_);
    int told = 0;
    auto last_sync = std::chrono::steady_clock::now();
    while (working_ > 0 || !happened_.empty()) {
      changed_.wait_for(lock, 100ms, [this] { return working_ == 0 || news_; });
      news_ = false;
      const auto happened = std::exchange(happened_, {});
      if (happened.size() >= most_untold) changed_.notify_all();  // matches wait for room
      const int level = setup_.context.stop.level();
      if (level > 1) interrupt_all();
      if (const auto now = std::chrono::steady_clock::now(); now - last_sync > 5s) {
        if (setup_.writer != nullptr && !failure_) setup_.writer->sync();
        last_sync = now;
      }
      const std::size_t running = running_;
      lock.unlock();
      const bool enough = !tell(happened, observer);
      if (level > told) observer.happened(RunStopping{running});
      told = level;
      observer.tick();
      if (setup_.live != nullptr) setup_.live->tick();
      lock.lock();
      if (enough) give_up();
    }
  }

  // False if the source needs no more.
  bool tell(const std::deque<Event>& happened, RunObserver& observer) {
    bool more = true;
    for (const Event& one : happened) {
      // A bot that does it once does it in most matches.
      const auto* replaced = std::get_if<AnswerReplaced>(&one);
      if (replaced != nullptr && !surprised_.insert(replaced->bot).second) continue;
      observer.happened(one);
      if (const auto* ended = std::get_if<MatchFinished>(&one)) {
        more = source_.counted(ended->record, ended->line) && more;
      } else if (const auto* open = std::get_if<MatchLeftOpen>(&one)) {
        if (setup_.context.open != nullptr) setup_.context.open->add(*open);
      }
    }
    return more;
  }

  void work(std::optional<int> processor) {
    try {
      text::Descriptor claim;
      if (processor) claim = kernel::pin_this_thread(*processor);
      const auto host = new_host();
      const Entered entered(*this, *host);
      while (const auto task = take()) play_one(*host, *task);
    } catch (const bot::Interrupted&) {
      // Its match will be played again if it is ever needed.
    } catch (...) {
      fail(std::current_exception());
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  [[nodiscard]] std::unique_ptr<bot::Host> new_host() const {
    return setup_.context.options.make_host(setup_.context.protections, count_);
  }

  // Registers a host for interruptions, as long as this object lives.
  class Entered {
   public:
    Entered(Pool& pool, bot::Host& host) : pool_(pool), host_(host) {
      const std::lock_guard lock(pool_.mutex_);
      pool_.hosts_.push_back(&host_);
      if (pool_.enough_ || pool_.failure_ || pool_.setup_.context.stop.level() > 1)
        host_.interrupt();
    }
    ~Entered() {
      const std::lock_guard lock(pool_.mutex_);
      std::erase(pool_.hosts_, &host_);
    }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

   private:
    Pool& pool_;
    bot::Host& host_;
  };

  // The next match, or nothing at the end. Waits until it is known.
  std::optional<MatchTask> take() {
    std::unique_lock lock(mutex_);
    while (setup_.context.stop.level() == 0 && !failure_ && !enough_) {
      MatchSource::Next next = source_.next();
      if (auto* task = std::get_if<MatchTask>(&next)) {
        MatchStart start = start_of(*task);
        if (in_a_row_.concern(start.bots)) {
          ++untried_;
          untried_bots_ = in_a_row_.suspects();
          source_.left_open(task->number, false);
          continue;
        }
        ++running_;
        happened_.emplace_back(std::move(start));
        return std::move(*task);
      }
      if (std::holds_alternative<MatchSource::None>(next)) return std::nullopt;
      if (running_ == 0) throw std::logic_error("nothing leads to the next round");
      // With a timeout, because a request to stop does not notify.
      changed_.wait_for(lock, 100ms);
    }
    return std::nullopt;
  }

  [[nodiscard]] MatchStart start_of(const MatchTask& task) const {
    const config::Event& event = setup_.manifest.events[task.pairing.event];
    return {task.number, task.pairing, event.game, config::names_of(event, task.pairing)};
  }

  void play_one(bot::Host& host, const MatchTask& task) {
    std::optional<MatchFinished> ended;
    try {
      ended = ended_of(task, run_task(host, task));
    } catch (const std::exception& error) {
      if (!leaves_open(error)) throw;
      leave_open(task, left_open_by(error, start_of(task), setup_.manifest));
      host.settle();
      return;
    }
    keep(std::move(*ended));
  }

  void leave_open(const MatchTask& task, MatchLeftOpen match) {
    const std::lock_guard lock(mutex_);
    source_.left_open(task.number, true);
    --running_;
    in_a_row_.add(match);
    happened_.emplace_back(match);
    news_ = true;
    changed_.notify_all();
    if (!in_a_row_.hopeless()) return;
    const std::string why =
        fmt::format("{} matches in a row had no result, so the run ends here; the last one: {}",
                    in_a_row_.count(), match.why);
    if (match.details.empty()) throw text::MachineError(why);
    throw judge::JudgeError(why, match.details);
  }

  // The record of a match and its line, which can be kept.
  MatchFinished ended_of(const MatchTask& task, match::MatchRecord record) const {
    record.tournament = id_;
    record.match = task.number;
    record.round = task.pairing.round;
    const bool was_told =
        std::any_of(record.bots.begin(), record.bots.end(), [](const match::BotIdentity& bot) {
          return bot.command.find(config::seed_mark) != std::string::npos;
        });
    if (was_told) record.told_seed = task.pairing.told();
    std::string line = match::to_line(record);
    if (setup_.writer != nullptr) store::check_length(line);
    return {std::move(record), std::move(line)};
  }

  void keep(MatchFinished ended) {
    std::unique_lock lock(mutex_);
    if (setup_.writer != nullptr) setup_.writer->append(ended.line);
    std::vector<store::MatchSummary> adopted = source_.ended(ended.record);
    --running_;
    in_a_row_.end();
    happened_.emplace_back(std::move(ended));
    for (store::MatchSummary& match : adopted) {
      happened_.emplace_back(MatchAdopted{std::move(match)});
    }
    news_ = true;
    // The thread that is woken needs the lock.
    lock.unlock();
    changed_.notify_all();
  }

  static Bots all_of(const RunPrograms::Own& bots) {
    return {bots.size(), [&bots](rules::Seat seat) { return &bots[seat]; }};
  }

  // With programs that stay the same from its begin to its end.
  match::MatchRecord run_task(bot::Host& host, const MatchTask& task) {
    for (;;) {
      const Bots bots = task.own ? all_of(*task.own) : task.bots;
      const RunPrograms::Lineup lineup = programs_.lineup(task.pairing, bots);
      for (const ProgramChanged& one : lineup.news) report(one);
      match::MatchRecord record = lineup.instead ? run_own(task, *lineup.instead)
                                  : task.own     ? run_own(task, *task.own)
                                                 : run_on(host, task, bots);
      if (was_ended(record) && is_told_to_stop()) throw bot::Interrupted();
      if (programs_.held(task.pairing, lineup)) {
        programs_.require_launches(task.pairing, bots, record);
        return record;
      }
      report(start_of(task));
    }
  }

  // Whether a bot was ended as schedulers and terminals end all programs of a run.
  static bool was_ended(const match::MatchRecord& record) {
    return std::any_of(record.faults.begin(), record.faults.end(), [](const auto& fault) {
      return std::any_of(fault.fault.facts.begin(), fault.fault.facts.end(), [](const auto& fact) {
        return fact.what == bot::What::signal &&
               (fact.value == SIGTERM || fact.value == SIGHUP || fact.value == SIGINT);
      });
    });
  }
  // They signal one program after the other, so the request may come a moment after a bot's end.
  [[nodiscard]] bool is_told_to_stop() const {
    constexpr auto a_moment = std::chrono::milliseconds(200);
    const auto until = std::chrono::steady_clock::now() + a_moment;
    while (setup_.context.stop.level() == 0 && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return setup_.context.stop.level() > 0;
  }

  // Bots must have ended before their host is destroyed.
  match::MatchRecord run_own(const MatchTask& task, const RunPrograms::Own& bots) {
    const auto host = new_host();
    const Entered entered(*this, *host);
    return run_on(*host, task, all_of(bots));
  }

  match::MatchRecord run_on(bot::Host& host, const MatchTask& task, const Bots& bots) {
    return match::until_judged(
        host, [&] { return run_logged(host, task, bots); },
        [&](const bot::MatchVoid& why) {
          report(MatchVoided{task.number, start_of(task).bots, why.what()});
          report(start_of(task));
        });
  }

  match::MatchRecord run_logged(bot::Host& host, const MatchTask& task, const Bots& bots) {
    if (task.play) return task.play(host, settings_, bots);
    if (setup_.context.options.logs.empty()) return run_with(host, task, bots, settings_);
    match::ErrorLogs logs(setup_.context.options.logs,
                          setup_.manifest.events[task.pairing.event].game->name, task.number,
                          start_of(task).bots);
    match::MatchSettings settings = settings_;
    settings.errors = logs.sinks();
    match::MatchRecord record = run_with(host, task, bots, settings);
    cut_logs_ += logs.finish();
    return record;
  }

  match::MatchRecord run_with(bot::Host& host, const MatchTask& task, const Bots& bots,
                              const match::MatchSettings& settings) {
    Reporter reporter(*this, task);
    const config::MatchBeginning begin =
        config::beginning_of(setup_.manifest.events[task.pairing.event], task.pairing);
    if (begin.moves.empty()) {
      return match::run(host, begin.plan, settings, bots, &reporter);
    }
    if (const std::string why = match::why_unplayable(begin.plan, begin.moves); !why.empty()) {
      throw text::InputError(fmt::format("match {} cannot begin as given: {}", task.number, why));
    }
    std::vector<match::ReplacedAnswer> replaced;
    match::MatchRecord record = match::run_given({host, begin.plan, settings, &reporter}, bots,
                                                 {begin.moves, {}}, replaced);
    for (const match::ReplacedAnswer& one : replaced) {
      report(AnswerReplaced{task.number, bots[rules::index(one.seat)]->identity.name, one.ply,
                            one.answer});
    }
    return record;
  }

  // The first failure ends the run; the others only follow from it.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    interrupt_all();
    changed_.notify_all();
  }

  void give_up() {
    if (std::exchange(enough_, true)) return;
    interrupt_all();
    changed_.notify_all();
  }

  void interrupt_all() {
    for (bot::Host* host : hosts_) host->interrupt();
  }

  static constexpr std::size_t most_untold = 10'000;
  static constexpr std::size_t least_in_a_row = 10;

  const PoolSetup& setup_;
  MatchSource& source_;
  bool tells_moves_ = false;
  std::atomic<int> cut_logs_ = 0;    // files
  std::set<std::string> surprised_;  // bots whose replaced answers were told
  const std::string id_;
  RunPrograms programs_;
  const match::MatchSettings settings_;

  std::mutex mutex_;  // for all that follows, and for the source and the writer
  std::condition_variable changed_;
  std::size_t running_ = 0;  // matches
  std::size_t count_ = 0;    // workers, since their start
  std::size_t working_ = 0;  // those that have not ended
  FailuresInARow in_a_row_{least_in_a_row};
  std::uint64_t untried_ = 0;  // matches that the failures before speak against
  std::set<std::string> untried_bots_;
  bool enough_ = false;
  std::deque<Event> happened_;  // not told yet
  bool news_ = false;           // a match among them has ended
  std::vector<bot::Host*> hosts_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace

std::unique_ptr<bot::Host> process_host(const walls::Protections& protections, std::size_t hosts) {
  return std::make_unique<bot::ProcessHost>(protections, hosts);
}

void play_matches(const PoolSetup& setup, MatchSource& source, RunObserver& observer) {
  Pool(setup, source).play(observer);
}

}  // namespace referee::tournament
