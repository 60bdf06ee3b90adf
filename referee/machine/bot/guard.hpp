// Limits besides time: when to check a bot's memory and disk, and what a check's result means.
//
// Times, readings and findings go in, orders and verdicts come out: it reads no clock and knows no
// process. The inspector makes the checks.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/usage.hpp"
#include "referee/machine/kernel/waiting.hpp"

namespace referee::bot {

// Interval between checks of memory and disk: often enough that a bot cannot do harm between two of
// them, seldom enough to cost 0.1 % of a core. Expensive checks are made less often, to use at most
// one tenth of a core.
inline constexpr kernel::Duration resource_period = std::chrono::milliseconds(50);
inline constexpr int resource_share = 10;

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
