// Keeps a bot from computing on its opponent's time.
//
// Suspended means stopped: suspend() returns when no thread of the bot can execute its program any
// more, and until then nobody else's clock runs. All CPU time from the end of its turn on is the
// bot's: what it needs to come to rest, and what it uses if something wakes it.
//
// A control group is frozen where there is one: it holds every process that the bot has started,
// and nothing in it can wake itself. Elsewhere every thread is sent SIGSTOP.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/kernel/waiting.hpp"

namespace referee::bot {

class Suspension {
 public:
  // `members` lists the bot's processes, the bot first. `group`: their control group, or nullptr.
  // `patience`: how long we wait for it while it does not compute, in the whole game. The objects
  // passed by reference must outlive this.
  Suspension(pid_t pid, kernel::CpuClock& clock, const kernel::ControlGroup* group,
             std::function<std::vector<pid_t>()> members,
             kernel::Duration patience = kernel::patience);

  // Suspends the bot and waits until it is at rest, or has ended. Returns the fault if it has not
  // come to rest after `most_cpu` of CPU time used since it was told to stop, or when `patience` is
  // used up: then it must be killed. Time in which one of its threads computes or waits for a
  // processor does not count against `patience`, and CPU time of one that is ending not at all.
  // Gives up early, without a fault, if interrupted. `cpu`: its CPU time as read when its turn
  // ended.
  std::optional<Fault> suspend(kernel::Duration cpu, kernel::Waiting& waiting);
  void resume();
  [[nodiscard]] bool active() const noexcept { return active_; }

  // CPU time since the end of its turn, resting or not; 0 if it is `little`, about the cost of
  // measuring, or if the bot is not suspended.
  kernel::Duration used();
  // A bot at rest uses nothing, unless it has the kernel's timers send it SIGCONT, which no filter
  // sees. Stops it again, or returns the fault if it has used more than 20 ms. What the kernel uses
  // to end a process that somebody has killed is nobody's.
  std::optional<Fault> look();

  static constexpr kernel::Duration little = std::chrono::microseconds(200);
  // Limit of CPU time. Before a thread stops, the kernel may have to finish something long for it,
  // such as freeing a gigabyte of memory.
  static constexpr kernel::Duration most_cpu = std::chrono::milliseconds(500);

 private:
  [[nodiscard]] bool stopped(int tries);
  void stop_each(std::span<const pid_t> members);
  [[nodiscard]] bool rests(std::span<const pid_t> members) const;
  [[nodiscard]] bool only_ends() const;
  bool one_has_ended();

  pid_t pid_;
  kernel::CpuClock& clock_;
  const kernel::ControlGroup* group_;
  std::function<std::vector<pid_t>()> members_;
  kernel::Duration patience_;  // what is left of it
  bool active_ = false;
  bool stopped_each_ = false;   // threads were stopped one by one, too
  bool child_ended_ = false;    // or was about to, at the last look
  std::vector<pid_t> resting_;  // without a group: its processes as it came to rest, until they end
  kernel::Duration cpu_at_end_{};
  kernel::Duration cpu_at_rest_{};
};

}  // namespace referee::bot
