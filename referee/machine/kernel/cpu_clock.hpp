// The CPU time of a bot and of all that it has started.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/limits.hpp"

namespace referee::kernel {

inline Duration duration_of(const timespec& time) noexcept {
  return std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec);
}

// The CPU time of the calling thread, since its start.
inline Duration thread_cpu_time() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return duration_of(now);
}

// The number of a process's CPU clock, as clock_getcpuclockid(3) makes it; that asks the kernel
// whether there is such a process, which reading the clock does anyway.
constexpr std::uint32_t cpu_clock_of(std::uint32_t pid) noexcept { return (~pid << 3) | 2; }

// The CPU time of a process and all its threads, children excluded. The kernel's clock of a process
// needs no permission, costs half a microsecond to read, and is exact while the process is at rest;
// while it runs on another core the clock moves in timer ticks of 4 ms or so.
class ProcessClock {
 public:
  ProcessClock() = default;
  explicit ProcessClock(pid_t pid) noexcept
      : id_(static_cast<clockid_t>(cpu_clock_of(static_cast<std::uint32_t>(pid)))),
        valid_(pid > 0) {}

  // Nothing if there is no such process, or once it has been reaped.
  [[nodiscard]] std::optional<Duration> read() const noexcept {
    timespec now{};
    if (!valid_ || ::clock_gettime(id_, &now) != 0) return std::nullopt;
    return duration_of(now);
  }

 private:
  clockid_t id_{};
  bool valid_ = false;
};

// Interval between readings of children's clocks where nothing adds them up for us.
inline constexpr Duration sampling_period = std::chrono::milliseconds(2);

// CPU time of a bot's children without a control group: sampled. Waited-for children are counted to
// 10 ms and running ones exactly; for children that end unreaped, use after the last sample is
// lost.
class ChildClocks {
 public:
  // `processes`: the bot first, then its descendants. `unseen`: assumed CPU time, after the last
  // sample, of each child that has ended since. Returns the descendants' time since the start;
  // never less than before.
  Duration sample(std::span<const pid_t> processes, Duration unseen);
  // The same of given figures: the clocks of the descendants that live, and the time of the
  // children that were waited for. A clock that goes back is that of another process, which has got
  // the number of one that is gone.
  Duration add(std::unordered_map<pid_t, Duration> living, Duration waited, Duration unseen);
  // The same as of the last sample.
  [[nodiscard]] Duration total() const noexcept { return total_; }
  // Whether there were any, ever.
  [[nodiscard]] bool any() const noexcept { return total_ > Duration{} || !last_.empty(); }

 private:
  std::unordered_map<pid_t, Duration> last_;
  Duration gone_{};
  Duration total_{};
};

// The processes that a bot may have started, and whose clocks are therefore read.
enum class Offspring : std::uint8_t {
  none,      // the walls keep it from having children
  in_group,  // it may have some, all of them in its process group
  anywhere,  // no walls: children may have gone anywhere
};

class CpuClock {
 public:
  CpuClock() = default;
  // The clock of process `pid`, whose own clock stood at `begin` when it became the bot's program.
  // `group`: the control group of all its processes, or nullptr; must outlive the clock.
  CpuClock(pid_t pid, Duration begin, Offspring offspring, const ControlGroup* group);

  // CPU time since the beginning; never less than before. Takes half a microsecond for a bot that
  // is alone, 10 us for a control group, more where children have to be sampled; those, and bots
  // without walls, are read at most every 2 ms, and in between as of the last time.
  Duration read();
  // Takes the last reading of the bot's first process, which has ended and is about to be reaped:
  // afterwards its number may belong to another. read() goes on to give what is known, and what
  // the rest of a control group uses.
  void close();

  // Whether children are sampled, so that it has to be read often.
  [[nodiscard]] bool samples() const noexcept { return group_ == nullptr && children_.any(); }
  // From now on children may end without being waited for: where they are sampled, each is assumed
  // to have computed from the last sample to its end, or for two sampling periods.
  void children_may_vanish() noexcept { may_vanish_ = true; }

 private:
  [[nodiscard]] Duration read_own() const;
  Duration read_group();
  Duration read_sampled();

  pid_t pid_ = -1;
  Offspring offspring_ = Offspring::none;
  const ControlGroup* group_ = nullptr;
  ProcessClock own_;
  Duration begin_{};        // of its own clock
  Duration group_begin_{};  // of the group's
  ChildClocks children_;
  Duration children_in_group_{};  // as of the last reading of the group's clock
  bool may_vanish_ = false;
  std::chrono::steady_clock::time_point last_sample_{};
  Duration last_{};
};

}  // namespace referee::kernel
