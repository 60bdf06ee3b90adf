// All waits of a host's thread.
//
// It waits for a descriptor, or for a moment where the kernel reports nothing and it has to check
// again. interrupt() ends each wait at once; after it, whatever is still to end gets 50 ms in all,
// so that Ctrl-C is obeyed whatever a bot does.
//
// So it also measures how long the thread was kept from running, and tells the time with it.
#pragma once

#include <poll.h>

#include <atomic>
#include <chrono>
#include <span>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/absence.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/scheduling.hpp"

namespace referee::kernel {

inline SteadyTime now() noexcept { return std::chrono::steady_clock::now(); }

class Waiting {
 public:
  // The total time for which it waits after interrupt().
  static constexpr Duration after_interrupt = std::chrono::milliseconds(50);

  // To be made on the thread that waits. Throws std::system_error.
  Waiting();

  // Waits until one of `events` is ready, `until` has come, or interrupt() is called. The first of
  // `events` is for interrupt() itself. False, with errno, if the system cannot wait; a signal is
  // no failure.
  [[nodiscard]] bool wait_for(std::span<pollfd> events, SteadyTime until) noexcept;
  // Whether there is time left until `until`, or for what follows interrupt().
  [[nodiscard]] bool has_time(SteadyTime until) noexcept { return now() < bounded(until); }
  // Waits for `pause`, at most until `until`. False at `until`, or after interrupt().
  bool pause(Duration pause, SteadyTime until) noexcept;

  // Reads the clock. To be used where a bot's time is measured: away() is then as of that moment.
  SteadyTime time() noexcept { return note({}); }
  // The total time for which the thread did not run though it was runnable (see Absence). Time in
  // which it was ready to run, and got no processor, is not part of it.
  [[nodiscard]] Duration away() const noexcept { return absence_.total(); }

  // Makes every later wait short, too. May be called from any thread and from a signal handler.
  void interrupt() noexcept;
  [[nodiscard]] bool interrupted() const noexcept { return interrupted_; }

 private:
  SteadyTime bounded(SteadyTime until) noexcept;
  SteadyTime note(Duration wanted) noexcept;
  [[nodiscard]] Duration busy() const noexcept;

  text::Descriptor wake_;  // readable after interrupt()
  std::atomic<bool> interrupted_ = false;
  SteadyTime end_ = SteadyTime::max();  // set once that has been noticed
  const OwnWaitClock own_waits_;
  Absence absence_;
};

}  // namespace referee::kernel
