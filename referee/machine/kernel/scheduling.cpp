#include "referee/machine/kernel/scheduling.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "referee/machine/kernel/folder.hpp"

namespace referee::kernel {
namespace {

struct Thread {
  pid_t process;
  pid_t number;
  int threads;  // the folder in which /proc has this thread's, open
};

// Calls `visit` with each thread of these processes as long as that returns true; returns whether
// it always did.
template <typename Visit>
bool for_each_thread(std::span<const pid_t> processes, Visit visit) {
  for (const pid_t process : processes) {
    const OpenFolder folder(::opendir(fmt::format("/proc/{}/task", process).c_str()));
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
      pid_t number = 0;
      const char* const end = entry->d_name + std::strlen(entry->d_name);
      if (std::from_chars(entry->d_name, end, number).ptr != end) continue;
      if (!visit(Thread{process, number, ::dirfd(folder.get())})) return false;
    }
  }
  return true;
}

// The first bytes of a thread's file; empty once the thread is gone.
template <std::size_t size>
std::string_view read_file(std::array<char, size>& text, const Thread& thread, const char* file) {
  const std::string name = fmt::format("{}/{}", thread.number, file);
  const text::Descriptor in(::openat(thread.threads, name.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t got = in ? ::read(in.get(), text.data(), text.size()) : 0;
  return {text.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

// Its letter in the file `stat`, as ps(1) shows it; 'X' for one that is gone.
char state_of(const Thread& thread) {
  std::array<char, 256> text;
  const std::string_view stat = read_file(text, thread, "stat");
  // The state follows the name, which is in parentheses, has at most 64 bytes, and may hold
  // anything.
  const auto name_end = stat.rfind(')');
  return name_end == std::string_view::npos || name_end + 2 >= stat.size() ? 'X'
                                                                           : stat[name_end + 2];
}

// Whether it has ended, is ending, or has been killed; nothing if it cannot be read. In this order:
// it takes the signal, and then begins to end.
std::optional<bool> ends(const Thread& thread) {
  std::array<char, 4096> all;
  const std::string_view status = read_file(all, thread, "status");
  constexpr std::string_view key = "\nSigPnd:\t";
  if (const auto at = status.find(key); at != std::string_view::npos) {
    std::uint64_t pending = 0;
    const char* const digits = status.data() + at + key.size();
    std::from_chars(digits, status.data() + status.size(), pending, 16);
    if ((pending >> (SIGKILL - 1) & 1) != 0) return true;
  }
  std::array<char, 512> text;
  const std::string_view stat = read_file(text, thread, "stat");
  const auto name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  // State, parent, group, session, terminal, its group, flags.
  std::istringstream fields{std::string(stat.substr(name_end + 1))};
  char state = 0;
  std::string skipped;
  unsigned flags = 0;
  fields >> state >> skipped >> skipped >> skipped >> skipped >> skipped >> flags;
  constexpr unsigned exiting = 0x4;  // PF_EXITING of the kernel
  return state == 'Z' || state == 'X' || state == 'x' || (flags & exiting) != 0;
}

// Whether a thread is in a call that changes its process's memory. What such a call waits for,
// mostly, is the lock on that memory. False if the kernel does not say, and in a 32-bit program.
bool changes_memory(const Thread& thread) {
  static constexpr std::array calls{SYS_mmap,    SYS_munmap, SYS_mprotect, SYS_mremap,
                                    SYS_madvise, SYS_brk,    SYS_mlock,    SYS_munlock};
  std::array<char, 256> text;
  const std::string_view call = read_file(text, thread, "syscall");
  int number = -1;
  if (std::from_chars(call.data(), call.data() + call.size(), number).ec != std::errc{})
    return false;
  return std::find(calls.begin(), calls.end(), number) != calls.end();
}

// What the descriptor is that a thread waits for in a system call: its first argument, as the link
// in /proc names it. Empty if the kernel does not say.
std::string file_in_call(const Thread& thread) {
  std::array<char, 256> text;
  // The number of the call in decimal, then its arguments in hexadecimal.
  const std::string_view call = read_file(text, thread, "syscall");
  constexpr std::string_view before = " 0x";
  const auto argument = call.find(before);
  if (argument == std::string_view::npos) return {};
  std::uint64_t descriptor = 0;
  const char* const digits = call.data() + argument + before.size();
  const auto parsed = std::from_chars(digits, call.data() + call.size(), descriptor, 16);
  if (parsed.ec != std::errc{}) return {};
  const std::string name = fmt::format("{}/fd/{}", thread.number, descriptor);
  std::array<char, 64> link;
  const ssize_t size = ::readlinkat(thread.threads, name.c_str(), link.data(), link.size());
  return {link.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

// What a thread's file `schedstat` says; nothing once it is gone, or where the kernel keeps no such
// account.
struct Schedule {
  std::int64_t used = 0;    // nanoseconds on a processor
  std::int64_t waited = 0;  // nanoseconds ready to run without one, but for a wait that goes on
};

std::optional<Schedule> schedule_of(const Thread& thread) {
  std::array<char, 128> text;
  const std::string_view all = read_file(text, thread, "schedstat");
  Schedule schedule;
  const char* at = all.data();
  const char* const end = at + all.size();
  for (std::int64_t* field : {&schedule.used, &schedule.waited}) {
    const auto parsed = std::from_chars(at, end, *field);
    if (parsed.ec != std::errc{}) return std::nullopt;
    at = parsed.ptr == end ? end : parsed.ptr + 1;
  }
  return schedule;
}

Activity activity_in(char state) {
  return state == 'R' ? Activity::computing : state == 'D' ? Activity::blocked : Activity::asleep;
}

}  // namespace

Activity activity_of(std::span<const pid_t> processes) {
  Activity found = Activity::asleep;
  for_each_thread(processes, [&found](const Thread& thread) {
    found = std::max(found, activity_in(state_of(thread)));
    return found != Activity::computing;
  });
  return found;
}

bool is_ending(pid_t process) {
  const std::string path = fmt::format("/proc/{}/task", process);
  const text::Descriptor threads(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!threads || !ends({process, process, threads.get()}).value_or(false)) return false;
  return for_each_thread(std::span(&process, 1),
                         [](const Thread& thread) { return ends(thread).value_or(true); });
}

bool ready_to_run(std::span<const pid_t> processes) {
  return activity_of(processes) == Activity::computing;
}

ThreadState thread_state(pid_t thread) {
  const text::Descriptor all(::open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
  const Thread one{thread, thread, all.get()};
  const auto schedule = schedule_of(one);
  return {activity_in(state_of(one)) != Activity::asleep, Duration(schedule ? schedule->used : 0)};
}

bool waits_to_read(std::span<const pid_t> processes, ino_t pipe) {
  const std::string link = fmt::format("pipe:[{}]", pipe);
  return !for_each_thread(processes, [&link](const Thread& thread) {
    // In this order: since Linux 6.12 a thread that has gone to sleep may stay in the queue of its
    // processor for a while, in which `wchan` tells nothing. Reading `syscall` waits for its end.
    std::array<char, 64> text;
    return file_in_call(thread) != link || !read_file(text, thread, "wchan").ends_with("pipe_read");
  });
}

Rest rest_of(std::span<const pid_t> processes) {
  // Stopped, by a signal or a debugger; ended.
  static constexpr std::string_view resting = "TtZXx";
  constexpr char waits = 'D';
  Rest rest = Rest::stopped;
  for_each_thread(processes, [&rest](const Thread& thread) {
    const char state = state_of(thread);
    if (resting.find(state) == std::string_view::npos) {
      rest = state == waits && !changes_memory(thread) ? Rest::waiting : Rest::none;
    }
    return rest != Rest::none;
  });
  return rest;
}

void stop_each_thread(std::span<const pid_t> processes) noexcept {
  for_each_thread(processes, [](const Thread& thread) {
    ::syscall(SYS_tgkill, thread.process, thread.number, SIGSTOP);
    return true;
  });
}

Duration longest_wait(std::span<const pid_t> processes) {
  Duration longest{};
  for_each_thread(processes, [&longest](const Thread& thread) {
    if (const auto schedule = schedule_of(thread)) {
      longest = std::max(longest, Duration(schedule->waited));
    }
    return true;
  });
  return longest;
}

OwnWaitClock::OwnWaitClock() : file_(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

Duration OwnWaitClock::read() const noexcept {
  std::array<char, 64> text{};
  if (!file_ || ::pread(file_.get(), text.data(), text.size() - 1, 0) <= 0) return {};
  char* second = nullptr;
  std::strtoll(text.data(), &second, 10);
  return Duration(std::strtoll(second, nullptr, 10));
}

}  // namespace referee::kernel
