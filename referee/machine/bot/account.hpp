// What a bot has used: its account of time, and the guard over its memory and disk. Readings go in,
// charges and verdicts come out. Nothing here reads a clock or knows of processes, so every verdict
// can be tested with numbers.
//
// docs/reference/clocks.md says what the clocks count.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/absence.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "referee/machine/kernel/usage.hpp"

namespace referee::bot {

// Charges time, and says when it is used up.
class Account {
 public:
  // `processors`: how many of them the bot may keep busy at a time, at least 1.
  Account(kernel::ClockKind clock, const kernel::Limits& limits, int processors);

  // Begins a turn. `limit`: time limit of this turn; 0 uses the bot's own limits.
  void begin_turn(kernel::Duration limit = {}) noexcept;

  // The turn begins only now, and what has been used up to here is charged to none. `cpu`: as
  // below.
  void begin_from(kernel::Duration cpu) noexcept {
    charge_cpu(cpu);
    cpu_at_begin_ = cpu_charged_;
  }

  // Charges the CPU time used since the last charge, and returns it. `cpu`: what the bot has used
  // since its start; less than before counts as the same.
  kernel::Duration charge_cpu(kernel::Duration cpu) noexcept;
  // Charges a turn's wall time: from the first byte of its lines to its answer, without what the
  // referee spent on others meanwhile. `unsure`: how much longer it may have been, because the
  // referee did not run.
  void charge_wall(kernel::Duration turn, kernel::Duration unsure) noexcept;
  // Wall clock only, after a turn: as far as the referee has seen the bot kept its limits, but it
  // would not have if all unsure time were its own.
  [[nodiscard]] bool undecided() const noexcept;

  // The CPU time charged so far.
  [[nodiscard]] kernel::Duration cpu_charged() const noexcept { return cpu_charged_; }

  // The fault of a bot that has used up its budget or the limit of this turn. `cpu`: CPU time
  // since its start; `turn`: wall time of the turn that is running, or has just ended.
  [[nodiscard]] std::optional<Fault> over_budget(kernel::Duration cpu, kernel::Duration turn) const;
  // CPU clock only: the same, checking only the budget of CPU time, in any bot's turn.
  [[nodiscard]] std::optional<Fault> over_cpu_budget(kernel::Duration cpu) const;

  // CPU clock only: whether this turn has exceeded its wall limit, or all turns theirs. From then
  // on the bot must not sleep.
  [[nodiscard]] bool late(kernel::Duration turn) const noexcept;
  // Interval between checks of a late bot, and the sleep that it may have.
  static constexpr kernel::Duration between_looks = std::chrono::milliseconds(20);
  static constexpr kernel::Duration most_sleep = std::chrono::milliseconds(500);
  // Notes a late bot's activity at a check; returns the fault if it has slept too much. If it is
  // blocked, it waits for others: so little of that counts that it may last kernel::patience.
  std::optional<Fault> seen(kernel::Activity activity, kernel::Duration turn = {});

  // Wall time that may pass before the verdict can change and the clocks must be read again. At
  // least 1 ms on the CPU clock.
  [[nodiscard]] kernel::Duration until_next_reading(kernel::Duration cpu,
                                                    kernel::Duration turn) const noexcept;

 private:
  [[nodiscard]] std::optional<Fault> over_turn(kernel::Duration used) const;
  [[nodiscard]] bool turn_is_late(kernel::Duration turn) const noexcept;

  kernel::ClockKind clock_;
  kernel::Duration budget_;
  kernel::Duration wall_limit_;
  kernel::Duration every_turn_;
  kernel::Duration next_turn_;       // limit of the turn that begins next; 0: none
  kernel::Duration turn_limit_{};    // limit of the turn that is running; 0: none
  kernel::Duration cpu_at_begin_{};  // CPU time charged when it began
  int processors_;
  kernel::Duration cpu_charged_{};
  kernel::Duration wall_charged_{};
  kernel::Duration unsure_{};
  bool unsure_turn_ = false;  // the last turn may have been too long
  kernel::Duration slept_{};  // sleep seen since it was late
};

// Interval between checks of memory and disk: often enough that a bot cannot do harm between two of
// them, seldom enough to cost 0.1 % of a core. Expensive checks are made less often, to use at most
// one tenth of a core.
inline constexpr kernel::Duration resource_period = std::chrono::milliseconds(50);
inline constexpr int resource_share = 10;

// Limits besides time: when to check a bot's memory and disk, and what a check's result means.
//
// Times, readings and findings go in, orders and verdicts come out: it reads no clock and knows no
// process. The inspector makes the checks.
class Guard {
 public:
  // `limits` must outlive this. `alone`: it can have no children; then it cannot have allocated
  // more unless it computed.
  Guard(const kernel::Limits& limits, bool alone) : limits_(limits), alone_(alone) {}

  void started(kernel::SteadyTime time) noexcept { next_ = time + resource_period; }

  // The check that is due, if any; while one waits for a lock of the bot's, one without locks.
  // `cpu`: what the bot has used since its start.
  [[nodiscard]] std::optional<kernel::Scope> due(kernel::SteadyTime time,
                                                 kernel::Duration cpu) const noexcept;
  // Whether it has never been checked.
  [[nodiscard]] bool is_first() const noexcept { return cpu_at_look_ < kernel::Duration{}; }
  // Notes that this check has begun, or has ended after `cost` of CPU time.
  void begun(kernel::Scope scope, kernel::SteadyTime time, kernel::Duration cpu) noexcept;
  void ended(kernel::Scope scope, kernel::SteadyTime time, kernel::Duration cost) noexcept;

  // Whether it delays a check of either scope, so that it must be stopped. It then takes no more
  // meanwhile.
  [[nodiscard]] bool wants_standstill(kernel::Duration cpu) const noexcept;
  // Whether a check of either scope is running. A bot that is held still goes on once none is.
  [[nodiscard]] bool is_looking() const noexcept { return is_looked_at_ || is_glanced_at_; }
  // The fault of a bot that has used that much CPU time since it was stopped for a check.
  [[nodiscard]] static std::optional<Fault> keeps_us_from_looking(kernel::Duration used);
  // Notes the result of a check; returns the fault if it is beyond a limit.
  std::optional<Fault> judge(const kernel::Resources& use);

  // Bytes of file pages that were part of its memory at the last check.
  [[nodiscard]] std::uint64_t file_memory() const noexcept { return file_memory_; }

  // CPU time that it may use while it keeps a check waiting: until it is stopped, and from then on.
  static constexpr kernel::Duration most_in_motion = std::chrono::milliseconds(500);
  static constexpr kernel::Duration most_in_spite = std::chrono::seconds(2);

 private:
  const kernel::Limits& limits_;
  const bool alone_;
  kernel::SteadyTime next_{};
  kernel::Duration cpu_at_look_{-1};  // when the last check began; negative: none yet
  kernel::Duration cpu_at_glance_{};  // when the last check without locks began
  bool is_looked_at_ = false;         // a check is running
  bool is_glanced_at_ = false;        // a check without locks is running; may outlast the other
  std::uint64_t file_memory_ = 0;
};

}  // namespace referee::bot
