// The kernel scheduler's view of processes: which run, rest, or wait for a processor. All of it is
// read from files of /proc that need no lock of the process.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/limits.hpp"

namespace referee::kernel {

// The activity of a bot at a moment, as the kernel's scheduler sees it: the one furthest down this
// list that one of its threads has.
enum class Activity : std::uint8_t {
  asleep,   // it waits for something, or is stopped, or has ended
  blocked,  // it waits in the kernel where no signal wakes it: for a disk, for a lock that another
            // process may hold, or for a child of vfork()
  computing,  // running, or ready to run
};

// The activity of these processes, each thread at the moment at which it is read: where threads
// wait for each other and run in turn, a snapshot may show all of them asleep.
Activity activity_of(std::span<const pid_t> processes);

// Whether a thread of these processes is computing, or ready to, at this moment.
bool ready_to_run(std::span<const pid_t> processes);

// Whether this process, a child of ours that has not been reaped, executes its program no more:
// each thread has ended, is ending, or has been killed. What it still uses is the kernel's work,
// such as taking its memory down. False where the kernel does not say.
bool is_ending(pid_t process);

struct ThreadState {
  bool runs;      // or is ready to, or waits in the kernel without being woken by signals
  Duration used;  // CPU time since its start; 0 where the kernel keeps no such account
};
// The state of one thread, by its number; at rest if it has ended.
ThreadState thread_state(pid_t thread);

// Whether a thread of these processes waits in read() for data in this pipe. `pipe`: its inode
// number. False where the kernel does not say, or does not allow the question.
bool waits_to_read(std::span<const pid_t> processes, ino_t pipe);

// The rest of these processes: whether a thread of them can execute its program.
enum class Rest : std::uint8_t {
  none,  // one is computing, ready to, can be woken, or changes its memory, for which it may wait
         // until somebody else, such as a ps(1) that gets no processor, has read about it
  waiting,  // none, but one waits in the kernel where no signal wakes it. Such a wait ends in the
            // stop, once all threads have been sent SIGSTOP; but it may be for a lock of another
            // thread, which may have run since its state was read
  stopped,  // none: each one is stopped or has ended
};
Rest rest_of(std::span<const pid_t> processes);

// Sends SIGSTOP to every thread by itself. If it is sent to a process, the first thread takes it;
// one that waits for a child of vfork() never does, and the others run on.
void stop_each_thread(std::span<const pid_t> processes) noexcept;

// The time in which the longest waiting thread of these processes was ready to run without getting
// a processor, since its start. The kernel adds a wait when it is over. 0 where the kernel keeps no
// such account.
Duration longest_wait(std::span<const pid_t> processes);

// The time in which the thread that made it was ready to run without getting a processor, since its
// start; 0 where the kernel keeps no such account.
class OwnWaitClock {
 public:
  OwnWaitClock();
  [[nodiscard]] Duration read() const noexcept;

 private:
  text::Descriptor file_;
};

}  // namespace referee::kernel
