// Holds a bot still for as long as a look at its memory needs.
//
// A look needs locks that the bot holds, and a processor. A bot with many busy threads can keep
// both from it: the thread that holds the lock waits for a processor itself, behind the others.
// A thread is stopped only where it leaves the kernel, and so holds no lock: once all are stopped,
// the look gets through. The serving thread does not wait for that.
//
// It reads no clock itself. Its times are on a clock that stops while the referee serves
// others.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>

#include "referee/kernel/cgroup.hpp"
#include "referee/kernel/limits.hpp"
#include "referee/kernel/waiting.hpp"

namespace referee::kernel {

// Begins to stop the processes of a bot, and lets them go on: all those in `group`, unless that is
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
  // Lets the bot go on. Nothing if it is not held still.
  void end(SteadyTime time) noexcept;
  // Ends this without letting it go on: it is suspended now. Nothing if it is not held still.
  void hand_over(SteadyTime time) noexcept;
  [[nodiscard]] bool active() const noexcept { return active_; }

  // What it has used since it was told to stop; 0 if it is not held still.
  [[nodiscard]] Duration used(Duration cpu) const noexcept;
  // For how long it has been held still since its start, in all: that is not on its clock. Of each
  // time no more than `longest` counts, so that its limits end it at last, whatever happens.
  [[nodiscard]] Duration total(SteadyTime time) const noexcept;

  static constexpr Duration longest = std::chrono::seconds(10);

 private:
  pid_t pid_ = -1;
  const ControlGroup* group_ = nullptr;
  bool active_ = false;
  SteadyTime since_{};
  Duration cpu_before_{};
  Duration before_{};  // all earlier times
};

}  // namespace referee::kernel
