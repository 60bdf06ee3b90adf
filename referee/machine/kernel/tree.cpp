#include "referee/machine/kernel/tree.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <system_error>
#include <unordered_set>

#include "referee/base/text/descriptor.hpp"

namespace referee::kernel {
namespace {

namespace fs = std::filesystem;

// The children of all threads of `pid`, as the kernel lists them.
std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code error;
  const fs::path tasks = fmt::format("/proc/{}/task", pid);
  for (fs::directory_iterator task(tasks, error), end; !error && task != end;
       task.increment(error)) {
    std::ifstream list(task->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

// Appends the descendants of those in `found`, calling `meet` with each process before its children
// are listed. Bounded, because a bot may make them faster than they are counted.
template <typename Meet>
void add_descendants(std::vector<pid_t>& found, Meet meet) {
  constexpr std::size_t most = 10'000;
  for (std::size_t i = 0; i < found.size() && found.size() < most; ++i) {
    meet(found[i]);
    for (const pid_t child : children_of(found[i])) found.push_back(child);
  }
}

// Of all bots of this process.
std::mutex sessions_mutex;
std::unordered_set<pid_t> sessions;

// Sessions in which there is nothing of the bot that `leader` leads.
std::unordered_set<pid_t> sessions_of_others(pid_t leader) {
  const std::lock_guard lock(sessions_mutex);
  std::unordered_set<pid_t> others = sessions;
  others.erase(leader);
  others.insert(::getsid(0));
  return others;
}

// The variables that a process was started with.
std::vector<std::string> environment_of(pid_t pid) {
  std::vector<std::string> variables;
  std::ifstream environment(fmt::format("/proc/{}/environ", pid), std::ios::binary);
  for (std::string one; std::getline(environment, one, '\0');) variables.push_back(one);
  return variables;
}

// Processes that may be strays of a bot: those below this process, once the kernel makes orphans
// its children (adopt_orphans()) and lists them; else all. What is below other bots is left out.
std::vector<pid_t> possible_strays(const std::unordered_set<pid_t>& others) {
  int adopts = 0;
  const bool come_here = ::prctl(PR_GET_CHILD_SUBREAPER, &adopts, 0, 0, 0) == 0 && adopts == 1 &&
                         ::access("/proc/thread-self/children", R_OK) == 0;
  if (!come_here) return all_processes();
  std::vector<pid_t> found = children_of(::getpid());
  std::erase_if(found, [&others](pid_t pid) { return others.contains(::getsid(pid)); });
  add_descendants(found, [](pid_t) {});
  return found;
}

struct Marked {
  std::vector<pid_t> processes;
  bool is_complete = true;  // no process was just executing a program
};

// Processes, other than zombies, that were started with this variable, without the leader.
Marked marked(const std::string& variable, pid_t leader) {
  Marked found;
  const std::unordered_set<pid_t> others = sessions_of_others(leader);
  for (const pid_t pid : possible_strays(others)) {
    if (pid == leader || others.contains(::getsid(pid))) continue;
    std::vector<std::string> environment = environment_of(pid);
    if (environment.empty() && is_executing(pid)) {
      found.is_complete = false;
      continue;
    }
    if (environment.empty()) environment = environment_of(pid);
    if (std::find(environment.begin(), environment.end(), variable) != environment.end()) {
      found.processes.push_back(pid);
    }
  }
  return found;
}

// Stops each process before its children are listed, so that none is made meanwhile.
std::vector<pid_t> kill_descendants(pid_t leader) {
  std::vector<pid_t> found{leader};
  add_descendants(found, [](pid_t pid) { ::kill(pid, SIGSTOP); });
  for (std::size_t i = found.size(); i-- > 1;) ::kill(found[i], SIGKILL);
  found.erase(found.begin());
  return found;
}

// After SIGKILL a process ends within microseconds, unless the kernel is busy with it, or it gets
// no processor for that: under a quota not for a good part of a second. False if it is too late to
// wait any longer.
bool pause_until(Waiting& waiting, SteadyTime until, int tries) noexcept {
  constexpr int quick_tries = 1000;
  constexpr Duration short_pause = std::chrono::microseconds(100);
  constexpr Duration long_pause = std::chrono::milliseconds(10);
  return waiting.pause(tries < quick_tries ? short_pause : long_pause, until);
}

// Waits for the end of a process that has been killed, and reaps it as soon as it is ours. Its
// parent may be dying too: then it is not a child of ours yet.
bool reap_stray(pid_t pid, Waiting& waiting, SteadyTime until) noexcept {
  for (int tries = 0;; ++tries) {
    const pid_t reaped = ::waitpid(pid, nullptr, WNOHANG);
    if (reaped == pid || (reaped < 0 && ::kill(pid, 0) != 0)) return true;
    if (!pause_until(waiting, until, tries)) return false;
  }
}

// Reaps a child that has been killed; does nothing if it is not our child.
void reap_if_ours(pid_t pid, Waiting& waiting) noexcept {
  const SteadyTime until = now() + std::chrono::seconds(1);
  for (int tries = 0; ::waitpid(pid, nullptr, WNOHANG) == 0; ++tries) {
    if (!pause_until(waiting, until, tries)) return;
  }
}

// Did process `pid` belong to the control group whose path ends so? Also known of zombies.
bool in_group(pid_t pid, std::string_view group) {
  std::ifstream in(fmt::format("/proc/{}/cgroup", pid));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("0::")) return line.ends_with(group);
  }
  return false;
}

}  // namespace

std::vector<pid_t> all_processes() {
  std::vector<pid_t> all;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    pid_t pid = 0;
    const auto [stop, failed] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (failed == std::errc() && stop == name.data() + name.size()) all.push_back(pid);
  }
  return all;
}

std::vector<pid_t> kill_process_tree(pid_t leader, bool alone) noexcept {
  std::vector<pid_t> descendants;
  if (!alone) {
    try {
      descendants = kill_descendants(leader);
    } catch (const std::exception&) {
      // No memory for the list: the group is still killed below.
      ::kill(-leader, SIGKILL);
    }
  }
  ::kill(-leader, SIGKILL);
  ::kill(leader, SIGKILL);
  return descendants;
}

bool reap_strays(std::span<const pid_t> killed, Waiting& waiting, SteadyTime until) noexcept {
  bool all = true;
  for (const pid_t pid : killed) all = reap_stray(pid, waiting, until) && all;
  return all;
}

void reap_ended_in(std::string_view group) noexcept {
  siginfo_t info{};
  // Usually there is none to look for.
  if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
  try {
    for (const pid_t child : children_of(::getpid())) {
      if (in_group(child, group)) ::waitpid(child, nullptr, WNOHANG);
    }
  } catch (const std::exception&) {
    // No memory for the list: zombies stay until we end.
  }
}

bool reap_group(pid_t group, Waiting& waiting, SteadyTime until) noexcept {
  for (int tries = 0;; ++tries) {
    siginfo_t info{};
    if (::waitid(P_PGID, static_cast<id_t>(group), &info, WEXITED | WNOHANG) != 0) {
      if (errno == EINTR) continue;
      return true;  // ECHILD: none left
    }
    if (info.si_pid == 0 && !pause_until(waiting, until, tries)) return false;
  }
}

void reap_orphans(pid_t group) noexcept {
  for (int most = 0; most < 1000; ++most) {
    siginfo_t info{};
    constexpr int events = WEXITED | WNOHANG | WNOWAIT;
    if (::waitid(P_PGID, static_cast<id_t>(group), &info, events) != 0) return;
    if (info.si_pid == 0 || info.si_pid == group) return;
    ::waitid(P_PID, static_cast<id_t>(info.si_pid), &info, WEXITED | WNOHANG);
  }
}

std::vector<pid_t> members_of(pid_t leader) {
  std::vector<pid_t> found{leader};
  for (const pid_t child : children_of(::getpid())) {
    if (child != leader && ::getpgid(child) == leader) found.push_back(child);
  }
  add_descendants(found, [](pid_t) {});
  return found;
}

std::size_t count_group(pid_t group) {
  const std::vector<pid_t> all = all_processes();
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [group](pid_t pid) { return ::getpgid(pid) == group; }));
}

Threads threads_around(pid_t thread) {
  Threads found;
  std::ifstream status(fmt::format("/proc/{}/status", thread));
  constexpr std::string_view process = "Tgid:";
  constexpr std::string_view count = "Threads:";
  for (std::string line; found.count == 0 && std::getline(status, line);) {
    if (line.starts_with(process)) found.process = std::atoi(line.c_str() + process.size());
    if (line.starts_with(count))
      found.count = std::strtoul(line.c_str() + count.size(), nullptr, 10);
  }
  return found;
}

void note_session(pid_t leader) {
  const std::lock_guard lock(sessions_mutex);
  sessions.insert(leader);
}

void forget_session(pid_t leader) noexcept {
  const std::lock_guard lock(sessions_mutex);
  sessions.erase(leader);
}

bool is_executing(pid_t pid) noexcept {
  constexpr std::size_t longest = 32;
  std::array<char, longest + 1> name{};
  const auto file = [&name, pid](std::string_view which) {
    *fmt::format_to_n(name.data(), longest, "/proc/{}/{}", pid, which).out = '\0';
    return name.data();
  };
  char byte = 0;
  const text::Descriptor arguments(::open(file("cmdline"), O_RDONLY | O_CLOEXEC));
  return arguments && ::read(arguments.get(), &byte, 1) == 0 &&
         ::readlink(file("exe"), &byte, 1) > 0;
}

void kill_marked(std::string_view variable, pid_t leader, Waiting& waiting) noexcept {
  try {
    // A few rounds, for children made meanwhile, and some time for those that execute a program.
    const SteadyTime until = now() + std::chrono::seconds(1);
    for (int round = 0; round < 10;) {
      const Marked found = marked(std::string(variable), leader);
      for (const pid_t pid : found.processes) ::kill(pid, SIGKILL);
      for (const pid_t pid : found.processes) reap_if_ours(pid, waiting);
      if (!found.processes.empty()) {
        ++round;
      } else if (found.is_complete || !waiting.pause(std::chrono::milliseconds(5), until)) {
        return;
      }
    }
  } catch (const std::exception&) {
    // No memory for the list; the process group has been killed all the same.
  }
}

void adopt_orphans() noexcept { ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

}  // namespace referee::kernel
