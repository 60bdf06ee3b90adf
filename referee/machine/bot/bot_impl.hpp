// The implementation of a bot: its process, pipes and account, and the checks beside them. It
// decides when each of these parts is called, and leaves what they decide to them: Account charges
// time, Guard judges memory and disk, Process kills and reaps.
#pragma once

#include <poll.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/machine/bot/account.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/inspector.hpp"
#include "referee/machine/bot/pipes.hpp"
#include "referee/machine/bot/refusals.hpp"
#include "referee/machine/bot/suspension.hpp"
#include "referee/machine/kernel/standstill.hpp"
#include "referee/machine/kernel/usage.hpp"
#include "referee/machine/kernel/waiting.hpp"
#include "referee/machine/walls/machine_lack.hpp"
#include "referee/machine/walls/process.hpp"

namespace referee::bot {

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
  [[nodiscard]] bool answered(Events seen) const noexcept {
    return life_ == Life::asked && seen[0].revents != 0;
  }
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
  [[nodiscard]] bool is_leaving() const noexcept { return life_ == Life::leaving; }
  [[nodiscard]] bool buried() const noexcept { return life_ == Life::buried; }

  // Kills it if it is beyond its limits, in every turn; the fault is kept for its next one.
  void look(kernel::SteadyTime time);
  // Stops this bot in another's turn if it is not at rest. False if it need not be checked again in
  // this turn.
  bool keep_at_rest();
  [[nodiscard]] bool is(pid_t pid) const noexcept { return process_.pid() == pid; }
  // Takes the result of a check of its memory and disk. Throws EnvironmentError.
  void take(const Inspector::Finding& finding);

 private:
  // How far it is. From turn to turn it rests and is asked; from then on it only goes on.
  enum class Life : std::uint8_t {
    resting,   // nobody waits for its answer
    asked,     // its turn is running
    leaving,   // it was told to leave, or is to be killed at last; its end is waited for
    given_up,  // its end is waited for no more, but noticed
    buried,    // it is gone with all of its processes, or never was there
  };
  [[nodiscard]] bool out_of_game() const noexcept { return life_ >= Life::leaving; }

  // What is known of how its last answer came.
  enum class Came : std::uint8_t {
    soon,      // within a moment
    silently,  // the same, and it has written no error in that turn
    late,      // after a moment
  };

  // Charges the turn that has ended, and judges it. Returns the CPU time charged in all.
  kernel::Duration charge(Turn& turn, kernel::SteadyTime begin);

  // Waits until there is a line, or for the fault because of which there will be none.
  std::optional<Fault> wait_for_line(kernel::SteadyTime begin);
  // Whether nothing is left to wait for: a line is there, or `fault` says why there will be none.
  // `reads`: what it has written is read first.
  bool is_over(kernel::SteadyTime begin, bool reads, std::optional<Fault>& fault);
  // Its output is at an end. Nothing if that is an answer: a last line without a newline, or its
  // leaving.
  std::optional<Fault> end_of_lines(kernel::SteadyTime begin);
  // The parts of the wait, which say the same. Of one that spares calls: what a single call gets
  // that waits a moment and reads.
  bool is_over_in_one_call(std::optional<Fault>& fault);
  // The first moment, in which only this bot is looked at; and the rest, in which limits are judged
  // and other bots served.
  bool is_over_in_a_moment(std::optional<Fault>& fault);
  std::optional<Fault> wait_longer(kernel::SteadyTime begin);
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
  // What it has used since its last turn if it is suspended, see Suspension::used().
  kernel::Duration used_suspended(kernel::SteadyTime time);
  // Whether it can have used more than `cpu` from its last turn until then: in less time than that,
  // on all processors, it cannot, and its clock, whose reading is a system call, is left alone.
  [[nodiscard]] bool can_have_used(kernel::Duration cpu, kernel::SteadyTime until) const;
  // Lets it run for its turn, which begins at `time`, having noted what it did out of turn.
  void begin_to_run(kernel::SteadyTime time);

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

  Life life_ = Life::resting;
  bool stops_;  // after each answer: on the official clock, or since it ran out of turn
  kernel::Duration out_of_turn_{};    // CPU time, without what an honest bot needs to come to rest
  kernel::SteadyTime cpu_read_at_{};  // before its clock was read at the end of its last turn
  // It is asked so often that each system call counts. An answer within a moment is taken with
  // fewer of them: its CPU time is not read, and so not charged, nor is its standard error.
  const bool spares_calls_;
  Came came_ = Came::soon;
  bool may_end_ = false;             // in this turn leaving is an answer
  bool answered_ = false;            // at least once
  const bool scarce_;                // see walls::Room::is_scarce()
  kernel::Duration cpu_at_check_{};  // when it was last looked at for that
  // While leaving: the next grace check, and the hard end of the grace.
  kernel::SteadyTime grace_end_ = kernel::SteadyTime::max();
  kernel::SteadyTime last_grace_end_ = kernel::SteadyTime::max();
  kernel::Duration cpu_before_leaving_{};
  // The time at which waiting for a bot that has been killed or has ended is given up.
  kernel::SteadyTime give_up_ = kernel::SteadyTime::max();
};

}  // namespace referee::bot
