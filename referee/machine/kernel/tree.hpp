// A bot and everything it has started.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "referee/machine/kernel/waiting.hpp"

namespace referee::kernel {

// Kills process `leader`, its process group, and, unless `alone` says that it can
// have no children, all descendants that can still be found. The leader must not
// have been reaped: its number must still be its own.
// Returns those descendants.
std::vector<pid_t> kill_process_tree(pid_t leader, bool alone) noexcept;

// Reaps those of `killed` that are, or become until then, children of the referee: descendants of a
// bot that had left its process group. Call after the bot has been reaped. False if some have not
// ended yet.
bool reap_strays(std::span<const pid_t> killed, Waiting& waiting, SteadyTime until) noexcept;

// Reaps children of ours that ended as members of the control group whose path ends with
// `group`: orphans of a bot that had left its process group.
void reap_ended_in(std::string_view group) noexcept;

// Reaps the members of process group `group` that have become children of ours, and end until
// then. Call after the leader has been reaped. False if some have not ended yet.
bool reap_group(pid_t group, Waiting& waiting, SteadyTime until) noexcept;

// Reaps members of process group `group` that have become children of ours and have
// ended, but not its leader. Never waits.
void reap_orphans(pid_t group) noexcept;

// The bot `leader` and its descendants that can be found quickly: the tree below it,
// and orphans of its process group that are children of ours. The leader is first.
std::vector<pid_t> members_of(pid_t leader);

// The number of processes, including zombies, in process group `group`. Reads all of /proc, which
// takes about 1 ms.
std::size_t count_group(pid_t group);

// All processes that can be seen. Reads all of /proc, which takes about 1 ms.
std::vector<pid_t> all_processes();

// The process to which a thread belongs, and its number of threads; zeros if not known.
struct Threads {
  pid_t process = 0;
  std::size_t count = 0;
};
Threads threads_around(pid_t thread);

// Sessions of bots that are alive. No process can join another's session, so processes of another
// session need not be inspected, which would take their lock.
void note_session(pid_t leader);
void forget_session(pid_t leader) noexcept;

// Whether a process is in execve(): for a moment it has neither environment nor arguments, but it
// has a program, unlike threads of the kernel and zombies. Once it has arguments, its environment
// is there, too. Makes system calls only, no allocation. False if reading is not allowed.
bool is_executing(pid_t pid) noexcept;

// Kills, and reaps if they are children of the referee, all processes that were started with
// exactly `variable` ("NAME=value") in their environment, except `leader`, whose accounts are still
// to be read. Inspects no process in the referee's session or another bot's, and, after
// adopt_orphans(), only those below this one: the cost does not depend on the number of processes.
void kill_marked(std::string_view variable, pid_t leader, Waiting& waiting) noexcept;

// Makes orphans of bots children of this process instead of the system's first
// one, so that none escapes. For the whole process; call once at its start.
void adopt_orphans() noexcept;

}  // namespace referee::kernel
