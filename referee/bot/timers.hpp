// How many timers processes have: those of POSIX, and those with descriptors.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <span>

namespace referee::bot {

// A descriptor that several of them have counts in each. Nothing if the kernel does not tell: it
// lists the timers of POSIX with CONFIG_CHECKPOINT_RESTORE, and descriptors not of a program that
// this user may execute but not read. Needs no lock of the processes that they could hold.
std::optional<std::size_t> count_timers(std::span<const pid_t> processes);

}  // namespace referee::bot
