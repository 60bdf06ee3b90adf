// The implementation of a bot: its process, pipes and account, and the checks beside them. It
// decides when each of these parts is called, and leaves what they decide to them: Account charges
// time, Guard judges memory and disk, Process kills and reaps.
#pragma once

#include <poll.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "referee/machine/bot/account.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/pipes.hpp"
#include "referee/machine/bot/refusals.hpp"
#include "referee/machine/bot/suspension.hpp"
#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/kernel/usage.hpp"
#include "referee/machine/kernel/waiting.hpp"
#include "referee/machine/walls/lacks.hpp"
#include "referee/machine/walls/launcher.hpp"
#include "referee/machine/walls/process.hpp"
#include "referee/machine/walls/sandbox.hpp"
#include "referee/machine/walls/scratch.hpp"
#include "referee/machine/walls/shares.hpp"

namespace referee::bot {

// Checks how much memory and disk bots use, on threads of its own.
//
// To see mapped files the kernel takes a lock of the process that is looked at, and a bot can make
// others wait for that lock. Only these threads wait; the thread that serves the bots orders
// a check, continues, and reads the result when it arrives. Each running check has its own
// thread, so that a waiting check does not delay the others.
class Inspector {
 public:
  // Throws std::system_error if it gets no descriptors.
  Inspector();
  // Does not wait for checks that are stuck; what they use is released after them.
  ~Inspector();
  Inspector(const Inspector&) = delete;
  Inspector& operator=(const Inspector&) = delete;

  struct Order {
    std::vector<pid_t> processes;  // the bot first
    text::Descriptor folder;       // its scratch folder
    kernel::Bounds bounds;
    kernel::Scope scope = kernel::Scope::all;
    bool first = false;  // first check of this bot: also offer it to the OOM killer
  };
  // Begins a check of the bot whose first process is the order's first. Throws std::system_error if
  // it needs another thread and gets none.
  void begin(Order order);

  struct Finding {
    pid_t bot = -1;
    kernel::Scope scope = kernel::Scope::all;
    kernel::Resources use;
    kernel::Duration cost{};     // CPU time of the check
    std::exception_ptr failure;  // of the machine: no memory, no descriptors
  };
  // The result of the check that finished first; nothing if all have been taken.
  std::optional<Finding> take();
  // Readable when there is something to take.
  [[nodiscard]] int ready() const noexcept;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the threads, which may outlive this
  std::vector<std::thread> threads_;
  std::size_t busy_ = 0;  // checks whose findings have not been taken; never more than threads
};

// All that the walls of a bot are made from on one host: bots with equal plans have the same walls,
// and no others have.
struct WallsPlan {
  WallsPlan(const BotSpec& spec, const kernel::Limits& limits_here);

  bool isolated;
  bool is_workshop;  // see BotSpec::workshop
  kernel::Limits limits;
  program::Command places;  // only what it names and may read, not its words
  std::vector<std::filesystem::path> hidden;
  // Device and number of each file and folder in `places`: one that was replaced is another one.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;

  friend bool operator==(const WallsPlan&, const WallsPlan&) = default;
};

// The inside of a host, shared by the files that implement it and its bots.
//
// Everything runs on the host's thread except checks of memory and disk. That
// thread waits in wait() for everything that can happen to any of its bots; see waiting.hpp.
class Host::Impl {
 public:
  Impl(const walls::Protections& found, std::size_t hosts);
  ~Impl();

  // A bot's limits on this machine. Throws text::MachineError if it has not what was asked for.
  [[nodiscard]] kernel::Limits limits_of(const BotSpec& spec) const;
  [[nodiscard]] const walls::Room& room() const noexcept { return room_; }
  // The walls for a start of this bot; valid until the next one is asked for.
  walls::Sandbox& sandbox(const BotSpec& spec);
  walls::Grounds grounds() { return {launcher_, scratch_, groups_, guardian_, waiting_}; }

  // Adds a bot at its start. wait() handles its events until its end has been handled.
  void add(std::shared_ptr<Bot::Impl> bot) { bots_.push_back(std::move(bot)); }

  // Waits until something happens to one of its bots, or until `until`. An expected answer comes
  // before everything else; all other events are handled. Throws Interrupted.
  void wait(kernel::SteadyTime until);
  // The same for the first moment of a turn, in which nothing else can have happened: waits until
  // `bot` writes, or asks its walls for something, at most `longest` or 1 ms. Most answers come so;
  // three descriptors take 1 us less than twelve. Handles no event. True if `bot` has written to
  // its output and, before that, nothing to its standard error.
  bool wait_briefly(Bot::Impl& bot, kernel::Duration longest);
  // Checks the limits of all bots if a check is due. wait() does so, too; but it never waits for a
  // bot that always answers at once.
  void look_if_due(kernel::SteadyTime now);
  // Stops all other bots that are not at rest. False if none needs another check in this turn.
  bool keep_others_at_rest(const Bot::Impl& asked);
  // Waits until every bot that was told to leave has ended, or has been killed and does not end for
  // half a minute: then it waits for something that may never come.
  void settle();
  // Time that this thread spent on other bots and its own work while it waited for one: refusals,
  // standard error, checks, ends; and Waiting::away(). It is not on this bot's clock; the time of
  // its own requests is. As of the last reading of Waiting::time().
  [[nodiscard]] kernel::Duration spent_on_others(const Bot::Impl& bot) const noexcept;

  [[nodiscard]] kernel::Waiting& waiting() noexcept { return waiting_; }

  // Whether a system call filter keeps bots from making children, or from losing them.
  [[nodiscard]] bool has_filter() const noexcept { return protections_.seccomp; }
  // Whether new threads of bots within walls are reported before they are made.
  [[nodiscard]] bool hears_of_threads() const noexcept { return protections_.notify_continue; }
  [[nodiscard]] int processors() const noexcept { return processors_; }
  Inspector& inspector();
  // kills_for_memory() before any of its bots was started.
  [[nodiscard]] std::uint64_t kills_at_start() const noexcept { return kills_at_start_; }

 private:
  [[nodiscard]] walls::Sandbox build(const WallsPlan& plan) const;
  void take_findings();
  // Does `work` and notes the time that it takes, all but `excused` of it as the bot's.
  template <typename Work>
  void attend(Bot::Impl& bot, kernel::Duration excused, Work work);

  const walls::Protections protections_;
  const std::shared_ptr<const walls::OpenPaths> system_;
  // Held, so that all hosts share the same.
  const std::shared_ptr<const kernel::Stock> stock_;
  const walls::Room room_;
  const int processors_;  // that this thread, and so its bots, may run on
  kernel::Waiting waiting_;
  walls::Launcher launcher_;
  walls::ScratchFolders scratch_;
  kernel::ControlGroups groups_;
  const std::uint64_t kills_at_start_ = kernel::kills_for_memory();
  std::optional<walls::Guardian> guardian_;
  std::optional<Inspector> inspector_;  // once there is something to check
  kernel::SteadyTime next_look_{};
  // Time that this thread spent on all bots and its own work while it waited for one.
  kernel::Duration spent_{};
  std::vector<pollfd> watched_;                                  // kept for its room
  std::vector<std::pair<WallsPlan, walls::Sandbox>> sandboxes_;  // those made last
  std::vector<std::shared_ptr<Bot::Impl>> bots_;  // each from its start until it is buried
};

class Bot::Impl : public std::enable_shared_from_this<Bot::Impl> {
 public:
  Impl(Host::Impl& host, const BotSpec& spec, kernel::ClockKind clock, ErrorSink errors);

  // Starts the process; a failure becomes the fault of its first turn. Throws EnvironmentError.
  void start();
  Turn take_turn(std::string_view lines, kernel::Duration limit, bool may_end);
  std::optional<Fault> death_in(std::string_view line);
  void leave(std::string_view lines, Farewell farewell);
  // Kills what is left, and waits for its end, but not for long.
  void abandon();
  // Waits until `until` for the end that was asked for or forced, and reaps its processes.
  void end_until(kernel::SteadyTime until);
  [[nodiscard]] const Departure& departure() const noexcept { return departure_; }
  [[nodiscard]] std::size_t unread() const noexcept { return pipes_.unsent_bytes(); }
  [[nodiscard]] kernel::Duration cpu_used() { return process_.clock().read(); }

  // ---- for the host, which waits ----

  // The events of a bot: output, standard error, a report of its walls, its end, room for input.
  static constexpr std::size_t events = 5;
  using Events = std::span<pollfd, events>;
  void watch(Events into) const;
  // Whether it is its turn, and it has written something or closed its output.
  [[nodiscard]] bool answered(Events seen) const noexcept { return asked_ && seen[0].revents != 0; }
  // Whether anything has happened to it.
  [[nodiscard]] static bool any(Events seen) noexcept;
  // Handles everything except an answer.
  void see_to(Events seen);
  // Adds time that the thread spent on this bot and that is charged to it.
  void note_attention(kernel::Duration spent) noexcept { attention_ += spent; }
  [[nodiscard]] kernel::Duration attention() const noexcept { return attention_; }

  // The time by which meet_deadline() must be called.
  [[nodiscard]] kernel::SteadyTime deadline() const noexcept;
  // Kills it at the end of its grace, in which waits for a processor do not count; gives it up if
  // it does not end then.
  void meet_deadline(kernel::SteadyTime time);
  // Whether it was told to leave and is neither buried nor given up.
  [[nodiscard]] bool is_leaving() const noexcept { return leaving_ && !buried_ && !given_up_; }
  [[nodiscard]] bool buried() const noexcept { return buried_; }

  // Kills it if it is beyond its limits, in every turn; the fault is kept for its next one.
  void look(kernel::SteadyTime time);
  // Stops this bot in another's turn if it is not at rest. False if it need not be checked again in
  // this turn.
  bool keep_at_rest();
  [[nodiscard]] bool is(pid_t pid) const noexcept { return process_.pid() == pid; }
  // Takes the result of a check of its memory and disk. Throws EnvironmentError.
  void take(const Inspector::Finding& finding);

 private:
  std::optional<Fault> wait_for_line(kernel::SteadyTime begin);
  std::optional<Fault> over_limits(kernel::SteadyTime begin);
  std::optional<Fault> slept_too_long(kernel::Duration turn);
  // Its current activity; nothing if an event is pending: it may have answered or ended, or waits
  // for the referee, for example to be allowed a child.
  [[nodiscard]] std::optional<kernel::Activity> activity() const;
  // Names the two usual mistakes of a bot that waits for input while the referee waits for it.
  [[nodiscard]] Fault with_cause(Fault fault);
  [[nodiscard]] kernel::SteadyTime next_check(kernel::SteadyTime begin);
  // Wall time of the turn so far, without the time in which the referee served others, held the bot
  // still, or did not run.
  [[nodiscard]] kernel::Duration turn_so_far(kernel::SteadyTime begin) const;
  // Wall time since its start that is not charged to it, as of the last reading; and a clock that
  // stops in that time except in standstills.
  [[nodiscard]] kernel::Duration excused(kernel::SteadyTime time) const;
  [[nodiscard]] kernel::SteadyTime own_time() const;
  // Notes how long a bot that ran out of wall time had no processor.
  void note_wait();
  void suspend(kernel::Duration cpu);  // see Suspension
  // Lets it run for its turn, having noted what it did out of turn.
  void begin_to_run();

  // Nothing if the end is an answer, see Turn::ended.
  std::optional<Fault> end_of_output(kernel::SteadyTime begin);
  // Waits until it has ended by itself, but not longer than its grace; returns the fault if it
  // meets a limit meanwhile. What it writes to its standard output is added to `last_output`, if
  // that is given, up to some 64 KiB.
  std::optional<Fault> await_own_end(kernel::SteadyTime begin, std::string* last_output = nullptr);
  void keep_output(std::string& kept);
  // Whether it may still end by itself, having used `cpu_before` when its grace began. False if it
  // has used its grace in CPU time, or waits for anything but a processor or the kernel.
  [[nodiscard]] bool is_on_its_way(kernel::Duration cpu_before);
  // Whether its first process has ended or is ending: no verdict on time is just then, as it may
  // have been killed, and what the kernel uses to take it down is nobody's. False again if it has
  // not ended within kernel::patience.
  [[nodiscard]] bool is_ending();
  Fault fault_of_exit();
  // If it ended because the machine lacks something: its fault, if it has taken more of that than
  // its share. Throws EnvironmentError if it has not.
  [[nodiscard]] std::optional<Fault> lack() const;
  [[nodiscard]] std::optional<Fault> share_taken(const walls::Ending& ending) const;
  [[nodiscard]] bool has_passed(const walls::Ending& ending) const;
  [[nodiscard]] Fault memory_fault(std::string_view last_words) const;
  [[nodiscard]] Fault with_hints(Fault fault) const;
  [[nodiscard]] bool ran_out_of_memory() const;

  // At the end of its turn, where a bot could otherwise take another one's share until the next
  // look: the fault if it is beyond its limits. Needs none of its locks.
  std::optional<Fault> look_where_scarce();
  [[nodiscard]] kernel::Bounds bounds() const noexcept;
  void begin_look(kernel::SteadyTime time, kernel::Duration cpu);
  void hold_still();
  // Reads what is on its standard error by now. Waits for the thread that reads it, at most a
  // moment and `patience`, from which it takes what is longer than a moment.
  void read_all_errors(kernel::Duration& patience);
  void read_last_errors();
  [[noreturn]] void cannot_be_looked_at(std::string_view why) const;

  void note_memory(std::size_t peak) noexcept {
    departure_.peak_memory = std::max(departure_.peak_memory, peak);
  }
  void end_grace(kernel::SteadyTime time);
  void kill(std::string_view why);  // for the log
  // The time until which to wait for the end of a bot that is killed now.
  [[nodiscard]] kernel::SteadyTime last_moment() const noexcept;
  void note_end();
  void bury(kernel::SteadyTime until);
  void close_account();
  void note_departure();

  Host::Impl& host_;
  const BotSpec spec_;           // the caller's may be gone before the bot is
  const kernel::Limits limits_;  // on this machine
  const kernel::ClockKind clock_kind_;
  walls::Process process_;
  Pipes pipes_;
  Refusals refusals_;
  Account account_;
  Guard guard_;
  std::optional<Suspension> suspension_;  // once it has been started
  kernel::Standstill standstill_;         // for checks
  Departure departure_;

  std::optional<Fault> fault_;                    // at its start, or found outside of its turn
  walls::Process::End end_;                       // valid once it has stopped running
  std::optional<kernel::SteadyTime> ends_since_;  // see is_ending()
  kernel::SteadyTime next_look_for_sleep_{};
  kernel::Duration attention_{};       // of this thread, since its start
  kernel::Duration excused_before_{};  // excused() when its turn began
  kernel::Duration away_before_{};     // Waiting::away() when its turn began
  std::uint64_t errors_before_ = 0;    // bytes on its standard error, when its last turn ended
  kernel::Duration patience_ = std::chrono::milliseconds(500);  // read_all_errors(), in a game

  bool stops_;  // after each answer: on the official clock, or since it ran out of turn
  kernel::Duration out_of_turn_{};  // CPU time, without what an honest bot needs to come to rest
  bool asked_ = false;              // its turn is running
  bool may_end_ = false;            // in this turn leaving is an answer
  bool waited_ = false;             // longer than a moment for the answer in this turn
  bool silent_ = false;    // it answered, and is known to have written no error in that turn
  bool answered_ = false;  // at least once
  // Whether, when that was tried last, it had answered before the call that asked it returned. It
  // depends on scheduling; usually it has not, and the read is wasted.
  bool answers_at_once_ = true;
  unsigned turns_ = 0;
  const bool scarce_;                // see walls::Room::is_scarce()
  kernel::Duration cpu_at_check_{};  // when it was last looked at for that
  bool leaving_ = false;
  bool buried_ = false;
  bool given_up_ = false;
  // While leaving: the next grace check, and the hard end of the grace.
  kernel::SteadyTime grace_end_ = kernel::SteadyTime::max();
  kernel::SteadyTime last_grace_end_ = kernel::SteadyTime::max();
  kernel::Duration cpu_before_leaving_{};
  // The time at which waiting for a bot that has been killed or has ended is given up.
  kernel::SteadyTime give_up_ = kernel::SteadyTime::max();
};

}  // namespace referee::bot
