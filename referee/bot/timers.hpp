// How many timers processes have: those of POSIX, and those with descriptors.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <span>

namespace referee::bot {

struct Timers {
  std::size_t posix = 0;
  // A descriptor that several processes have counts in each. A timer whose descriptor has been
  // closed lives on as long as a thread is in a call that waits for it; the kernel lists it
  // nowhere.
  std::size_t descriptors = 0;
};

// Nothing if the kernel does not tell: it lists the timers of POSIX with
// CONFIG_CHECKPOINT_RESTORE, and descriptors not of a program that this user may execute but not
// read. Needs no lock of the processes that they could hold.
std::optional<Timers> count_timers(std::span<const pid_t> processes);

}  // namespace referee::bot
