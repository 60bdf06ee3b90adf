// Memory and disk in use by a running bot, as far as the kernel's limits do not bound them by
// themselves.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/folder.hpp"
#include "referee/machine/kernel/limits.hpp"

namespace referee::kernel {

// Bytes of memory, 0 where the kernel does not tell (of a process that has ended, or of another
// user's).
struct MemoryUse {
  std::uint64_t peak = 0;   // the most that was resident, pages of files included
  std::uint64_t files = 0;  // pages of files that are resident now
  // Private and shared memory in use, page tables included, pages of files not. Memory shared
  // between processes counts as long as it is mapped.
  std::uint64_t now = 0;
  // The kernel's own, for data in its sockets and pipes.
  std::uint64_t kernel = 0;
};
// Reads /proc/PID/status only, which needs no lock of the process.
MemoryUse memory_of(pid_t pid);

struct Resources {
  MemoryUse memory;  // `peak` and `files`: of the first process
  DiskUse disk;      // what is in the folder, and what was deleted there but is held open or mapped
};
struct Bounds {
  std::uint64_t memory = 0;  // 0: none
  DiskBounds disk;
};

// The extent of a check.
enum class Scope : std::uint8_t {
  all,            // needs locks of the processes, which they can hold for long: only for a thread
                  // that nobody waits for (bot::Inspector)
  without_locks,  // without deleted files that are mapped, shared memory that is not resident, and
                  // sockets and pipes; of several processes only the memory of the largest one
};

// The resources in use by a bot's `processes`, its own first: pages of memory that several of them
// share count once if that decides whether they are beyond the bound, and sockets and pipes, which
// count as full, are looked into if that does. `folder`: the descriptor of the scratch folder.
// Stops counting beyond a bound. Throws like folder_use().
Resources resources_in_use(int folder, std::span<const pid_t> processes, const Bounds& bounds,
                           Scope scope = Scope::all);

}  // namespace referee::kernel
