// Limits besides time: when to check a bot's memory and disk, and what a check's result means.
//
// Times, readings and findings go in, orders and verdicts come out: it reads no clock and knows no
// process. The looks themselves are the inspector's.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "referee/bot/fault.hpp"
#include "referee/kernel/limits.hpp"
#include "referee/kernel/usage.hpp"
#include "referee/kernel/waiting.hpp"

namespace referee::bot {

// How often memory and disk are looked at: often enough that a bot cannot do harm
// between two looks, seldom enough to cost 0.1 % of a core. Where a look costs much, less
// often, so that it costs no more than a part of a core.
inline constexpr kernel::Duration resource_period = std::chrono::milliseconds(50);
inline constexpr int resource_share = 10;

class Guard {
 public:
  // `limits` must outlive this. `alone`: it can have no children; then it has taken nothing more as
  // long as it has not computed.
  Guard(const kernel::Limits& limits, bool alone) : limits_(limits), alone_(alone) {}

  void started(kernel::SteadyTime time) noexcept { next_ = time + resource_period; }

  // What to check now, if anything. While a check waits for a lock of the bot's: what can be
  // seen without one. `cpu`: what it has used since its start.
  [[nodiscard]] std::optional<kernel::Scope> due(kernel::SteadyTime time,
                                                 kernel::Duration cpu) const noexcept;
  // Has it never been looked at?
  [[nodiscard]] bool is_first() const noexcept { return cpu_at_look_ < kernel::Duration{}; }
  // That look has begun, or has ended after `cost` of CPU time.
  void begun(kernel::Scope scope, kernel::SteadyTime time, kernel::Duration cpu) noexcept;
  void ended(kernel::Scope scope, kernel::SteadyTime time, kernel::Duration cost) noexcept;

  // Does it delay a check of either scope, so that it must be stopped? It then takes no
  // more meanwhile.
  [[nodiscard]] bool wants_standstill(kernel::Duration cpu) const noexcept;
  // Is a look of either scope under way? A bot that is held still goes on once none is.
  [[nodiscard]] bool is_looking() const noexcept { return is_looked_at_ || is_glanced_at_; }
  // The fault of a bot that has used that much CPU time since it was stopped for a look.
  [[nodiscard]] static std::optional<Fault> keeps_us_from_looking(kernel::Duration used);
  // Notes what a look has found; the fault if that is beyond a limit.
  std::optional<Fault> judge(const kernel::Resources& use);

  // Pages of files that were part of its memory when it was looked at last; bytes.
  [[nodiscard]] std::uint64_t file_memory() const noexcept { return file_memory_; }

  // What it may use while it keeps a look waiting: until it is stopped, and from then on.
  static constexpr kernel::Duration most_in_motion = std::chrono::milliseconds(500);
  static constexpr kernel::Duration most_in_spite = std::chrono::seconds(2);

 private:
  const kernel::Limits& limits_;
  const bool alone_;
  kernel::SteadyTime next_{};
  kernel::Duration cpu_at_look_{-1};  // when the last one began; none yet
  kernel::Duration cpu_at_glance_{};  // when the last one without locks began
  bool is_looked_at_ = false;         // now
  bool is_glanced_at_ = false;        // the same without locks; may outlast the other
  std::uint64_t file_memory_ = 0;
};

}  // namespace referee::bot
