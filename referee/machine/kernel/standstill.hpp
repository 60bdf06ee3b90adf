// Holds a bot still for as long as a check of its memory needs.
//
// A check needs locks that the bot holds, and a processor. A bot with many busy threads can
// withhold both: the thread that holds the lock waits for a processor itself, behind the others. A
// thread is stopped only where it leaves the kernel, and so holds no lock: once all are stopped,
// the check gets through. The serving thread does not wait for that.
//
// It reads no clock itself. Its times are on a clock that stops while the referee serves
// others.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>

#include "referee/machine/kernel/absence.hpp"
#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/limits.hpp"

namespace referee::kernel {

// Begins to stop the processes of a bot, or lets them go on: all those in `group`, unless that is
// nullptr; else those in the process group of `pid`. Waits for nothing.
void stop_processes(pid_t pid, const ControlGroup* group) noexcept;
void continue_processes(pid_t pid, const ControlGroup* group) noexcept;

class Standstill {
 public:
  // `group`: where it can be frozen, else nullptr. It must outlive this, or at least end().
  // `read_cpu` returns the CPU time that the bot has used. It is called once the bot has been told
  // to stop, since telling it may take long on a busy machine; it is not called if the bot is
  // already held still.
  void begin(pid_t pid, const ControlGroup* group, SteadyTime time,
             const std::function<Duration()>& read_cpu);
  // Lets the bot go on. Does nothing if it is not held still.
  void end(SteadyTime time) noexcept;
  // Ends this without letting the bot go on, which is suspended now; nothing if not held still.
  void hand_over(SteadyTime time) noexcept;
  [[nodiscard]] bool active() const noexcept { return active_; }

  // CPU time that it has used since it was told to stop; 0 if it is not held still.
  [[nodiscard]] Duration used(Duration cpu) const noexcept;
  // The total time for which it has been held still since its start, which is not on its clock.
  // Each time counts no more than `longest`, so that its limits end it at last, whatever happens.
  [[nodiscard]] Duration total(SteadyTime time) const noexcept;

  static constexpr Duration longest = std::chrono::seconds(10);

 private:
  pid_t pid_ = -1;
  const ControlGroup* group_ = nullptr;
  bool active_ = false;
  SteadyTime since_{};
  Duration cpu_before_{};
  Duration before_{};  // total of all earlier times
};

}  // namespace referee::kernel
