// The kernel scheduler's view of processes: which run, rest, or wait for a processor. All of it is
// read from files of /proc that need no lock of the process.
#pragma once

#include <sys/types.h>

#include <span>

#include "referee/kernel/activity.hpp"
#include "referee/kernel/limits.hpp"
#include "referee/text/descriptor.hpp"

namespace referee::kernel {

// What these processes do, each thread at the moment in which it is looked at: where threads wait
// for each other and run in turn, all may be found asleep.
Activity activity_of(std::span<const pid_t> processes);

// Is a thread of these processes computing, or ready to, at this moment?
bool ready_to_run(std::span<const pid_t> processes);

struct ThreadState {
  bool runs;      // or is ready to, or waits in the kernel without being woken by signals
  Duration used;  // CPU time since its start; 0 where the kernel keeps no such account
};
// Of one thread, by its number; at rest if it has ended.
ThreadState thread_state(pid_t thread);

// Does a thread of these processes wait in read() for data in this pipe? `pipe`: its inode number.
// False where the kernel does not say, or does not let us ask.
bool waits_to_read(std::span<const pid_t> processes, ino_t pipe);

// Which threads of these processes can execute their program.
enum class Rest : std::uint8_t {
  none,     // one is computing, ready to, or can be woken
  waiting,  // none, but one waits in the kernel where no signal wakes it. Such a wait ends in the
            // stop, once all threads have been sent SIGSTOP; but it may be for a lock that another
            // thread holds, which has been running since it was looked at
  stopped,  // none: each one is stopped or has ended
};
Rest rest_of(std::span<const pid_t> processes);

// Sends SIGSTOP to every thread by itself. Sent to a process, it is for the first thread to take;
// one that waits for a child of vfork() never does, and the others run on.
void stop_each_thread(std::span<const pid_t> processes) noexcept;

// How long the thread of these processes that has waited longest was ready to run without getting a
// processor, since its start. The kernel adds a wait when it is over. 0 where it keeps no such
// account.
Duration longest_wait(std::span<const pid_t> processes);

// How long the thread that made it has been ready to run without getting a processor, since
// its start; 0 where the kernel keeps no such account.
class OwnWaitClock {
 public:
  OwnWaitClock();
  [[nodiscard]] Duration read() const noexcept;

 private:
  text::Descriptor file_;
};

}  // namespace referee::kernel
