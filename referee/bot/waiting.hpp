// Where the thread of a host waits.
//
// All of its waits are one of two: for something that a descriptor tells, or for a moment, where
// the kernel tells of nothing and it has to look again. interrupt() ends each at once; after it,
// whatever is still to end gets 50 ms in all, so that Ctrl-C is obeyed whatever a bot does.
#pragma once

#include <poll.h>

#include <atomic>
#include <chrono>
#include <span>

#include "referee/bot/descriptor.hpp"
#include "referee/bot/limits.hpp"

namespace referee::bot {

using SteadyTime = std::chrono::steady_clock::time_point;
inline SteadyTime now() noexcept { return std::chrono::steady_clock::now(); }

class Waiting {
 public:
  // How much longer it waits after interrupt(), in all.
  static constexpr Duration after_interrupt = std::chrono::milliseconds(50);

  // Throws std::system_error.
  Waiting();

  // Until one of `events` is ready, `until` has come, or interrupt() is called. The first of
  // `events` is for interrupt() itself. False, with errno, if the system cannot wait; a signal is
  // no failure.
  [[nodiscard]] bool wait_for(std::span<pollfd> events, SteadyTime until) noexcept;
  // Is there time left until `until`, or for what follows interrupt()?
  [[nodiscard]] bool has_time(SteadyTime until) noexcept { return now() < bounded(until); }
  // Lets `pause` pass, at most until `until`. False if that has come, or nobody waits any more.
  bool pause(Duration pause, SteadyTime until) noexcept;

  // May be called from any thread and from a signal handler. Every later wait is short, too.
  void interrupt() noexcept;
  [[nodiscard]] bool interrupted() const noexcept { return interrupted_; }

 private:
  SteadyTime bounded(SteadyTime until) noexcept;

  Descriptor wake_;  // readable after interrupt()
  std::atomic<bool> interrupted_ = false;
  SteadyTime end_ = SteadyTime::max();  // once that has been noticed
};

}  // namespace referee::bot
