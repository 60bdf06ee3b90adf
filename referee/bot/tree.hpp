// A bot and everything it has started.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace referee::bot {

// Kills process `leader`, its process group, and, unless `alone` says that it can
// have no children, all descendants that can still be found. The leader must not
// have been reaped: its number must still be its own.
void kill_process_tree(pid_t leader, bool alone) noexcept;

// Reaps the members of process group `group` that have become children of ours and
// have ended or are about to. Call after the leader has been reaped.
void reap_group(pid_t group) noexcept;

// Makes orphans of bots children of this process instead of the system's first
// one, so that none escapes. For the whole process; call once at its start.
void adopt_orphans() noexcept;

// The most memory that process `pid` has had resident, in bytes; 0 if not known.
std::size_t peak_memory_of(pid_t pid) noexcept;

// How many processors this thread may run on, at least 1.
int processors_of_this_thread() noexcept;

}  // namespace referee::bot
