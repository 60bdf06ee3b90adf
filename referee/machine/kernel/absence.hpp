// Time in which a runnable thread did not run because it, or the machine, was stopped: by Ctrl-Z,
// by a pause of its container, by a debugger. Readings of clocks go in; nothing here reads one, so
// it can be tested with numbers. docs/reference/clocks.md describes the consequences.
#pragma once

#include <chrono>
#include <utility>

#include "referee/machine/kernel/limits.hpp"

namespace referee::kernel {

using SteadyTime = std::chrono::steady_clock::time_point;

class Absence {
 public:
  // Time between two readings that may go by unexplained: for the kernel's own waits.
  static constexpr Duration ordinary = std::chrono::milliseconds(20);
  // The greatest age of the last reading of the thread's busy time. Work before
  // the time in question makes that time look shorter, but by no more than this.
  static constexpr Duration longest_unread = std::chrono::milliseconds(50);

  // `busy`: the CPU time of the thread, and the time in which it was ready to run but had no
  // processor, both since its start.
  Absence(SteadyTime time, Duration busy) noexcept : last_(time), read_(time), busy_(busy) {}

  // Notes a reading of the clock. `wanted`: how long the thread wanted to wait since the previous
  // one. `read_busy` is called only where it matters, since it takes longer than most turns have.
  template <typename ReadBusy>
  void note(SteadyTime time, Duration wanted, ReadBusy read_busy) {
    const Duration step = time - std::exchange(last_, time);
    const bool long_step = step - wanted > ordinary;
    if (!long_step && time - read_ < longest_unread) return;
    read_ = time;
    const Duration busy = read_busy();
    const Duration away = step - (busy - std::exchange(busy_, busy));
    // The moment in the step at which it was stopped is unknown: the wanted wait is part of it.
    if (long_step && away - wanted > ordinary) total_ += away;
  }

  // The total since it was made.
  [[nodiscard]] Duration total() const noexcept { return total_; }

 private:
  SteadyTime last_;  // reading of the clock
  SteadyTime read_;  // when busy_ was read
  Duration busy_;
  Duration total_{};
};

}  // namespace referee::kernel
