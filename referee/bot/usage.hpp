// What a running bot has taken of the machine, as far as the kernel's limits do not
// bound it by themselves.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <unordered_map>

#include "referee/bot/descriptor.hpp"
#include "referee/bot/folder.hpp"
#include "referee/bot/limits.hpp"

namespace referee::bot {

// Bytes of memory, 0 where the kernel does not tell (of a process that has ended, or of another
// user's).
struct MemoryUse {
  std::uint64_t peak = 0;   // the most that was resident, pages of files included
  std::uint64_t files = 0;  // pages of files that are resident now
  // Private and shared memory in use, page tables included, pages of files not. Memory shared
  // between processes counts as long as it is mapped.
  std::uint64_t now = 0;
};
MemoryUse memory_of(pid_t pid);

struct Resources {
  MemoryUse memory;  // `peak` and `files`: of the first process
  DiskUse disk;      // what is in the folder, and what was deleted there but is held open or mapped
};
struct Bounds {
  std::uint64_t memory = 0;  // 0: none
  std::uint64_t disk = 0;
};

// What a bot's `processes`, its own first, have taken: pages of memory that several of them
// share count once if that decides whether they are beyond the bound. `folder`: the descriptor
// of the scratch folder. Stops counting beyond a bound. Throws as folder_use does.
Resources resources_in_use(int folder, std::span<const pid_t> processes, const Bounds& bounds);

// Is a thread of these processes computing, or ready to, at this moment?
bool ready_to_run(std::span<const pid_t> processes);

// Has a process that was sent SIGSTOP not come to it yet, or not with all threads? Not so once
// it is stopped and has been woken again.
bool is_about_to_stop(pid_t pid);

// How long a bot has been ready to run without getting a processor: between two samples
// what the thread has waited that waited longest. The kernel adds a wait when it is over.
// 0 where it keeps no such account.
class WaitClock {
 public:
  // `processes`: those that there are now. Returns the sum since the bot's start.
  Duration sample(std::span<const pid_t> processes);

 private:
  std::unordered_map<pid_t, Duration> last_;  // of each thread
  Duration total_{};
};

// How long the thread that made it has been ready to run without getting a processor, since
// its start; 0 where the kernel keeps no such account.
class OwnWaitClock {
 public:
  OwnWaitClock();
  [[nodiscard]] Duration read() const noexcept;

 private:
  Descriptor file_;
};

// CPU time of a bot's children where there is no control group: sampled. Children
// that are waited for are counted to 10 ms, those that live to the nanosecond; of
// those that come and go unwaited for, what they did after the last sample is lost.
class ChildClocks {
 public:
  // `processes`: the bot first, then its descendants. Returns the descendants' time
  // since the start; never less than before.
  Duration sample(std::span<const pid_t> processes);
  // The same as of the last sample.
  [[nodiscard]] Duration total() const noexcept { return total_; }

  // Were there any, ever?
  [[nodiscard]] bool any() const noexcept { return total_ > Duration{} || !last_.empty(); }

 private:
  std::unordered_map<pid_t, Duration> last_;
  Duration gone_{};
  Duration total_{};
};

}  // namespace referee::bot
