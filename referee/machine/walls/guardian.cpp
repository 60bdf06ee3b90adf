#include "referee/machine/walls/guardian.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/tree.hpp"

namespace referee::walls {
namespace {

// Everything up to guard() runs in a copy of a process that may have other threads: only
// system calls, no allocation.

void pause_for(long microseconds) noexcept {
  const timespec pause{0, microseconds * 1000};
  ::nanosleep(&pause, nullptr);
}

// The beginning of the environment that process `name` of the folder /proc was started with; empty
// if it cannot be read.
std::string_view read_environment(int proc, const char* name, std::span<char> text) noexcept {
  std::array<char, 64> file{};
  constexpr std::string_view suffix = "/environ";
  const std::size_t length = std::strlen(name);
  if (length + suffix.size() >= file.size()) return {};
  std::copy_n(name, length, file.begin());
  std::copy(suffix.begin(), suffix.end(), file.begin() + static_cast<std::ptrdiff_t>(length));
  const int in = ::openat(proc, file.data(), O_RDONLY | O_CLOEXEC);
  if (in < 0) return {};
  std::size_t size = 0;
  for (ssize_t more = 1; more > 0 && size < text.size(); size += static_cast<std::size_t>(more)) {
    more = std::max<ssize_t>(0, ::read(in, text.data() + size, text.size() - size));
  }
  ::close(in);
  return {text.data(), size};
}

struct Search {
  int killed = 0;
  bool is_complete = true;  // no process was just executing a program
};

// Kills every process in whose environment, as it was when its program was started, there are these
// bytes. Environments of bots are short; what is beyond 64 KiB is not looked at.
Search kill_mentioning(std::string_view bytes) noexcept {
  struct Entry {  // struct linux_dirent64
    std::uint64_t number;
    std::int64_t offset;
    std::uint16_t size;
    unsigned char type;
    char name[1];
  };
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  Search search;
  if (proc < 0) return search;
  alignas(Entry) std::array<char, 4096> entries;
  for (long size = 0;
       (size = ::syscall(SYS_getdents64, proc, entries.data(), entries.size())) > 0;) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const Entry*>(entries.data() + at);
      at += entry->size;
      pid_t pid = 0;
      const char* const end = entry->name + std::strlen(entry->name);
      const auto number = std::from_chars(entry->name, end, pid);
      if (number.ec != std::errc() || number.ptr != end) continue;
      std::array<char, 65536> text;
      std::string_view environment = read_environment(proc, entry->name, text);
      if (environment.empty() && kernel::is_executing(pid)) {
        search.is_complete = false;
        continue;
      }
      if (environment.empty()) environment = read_environment(proc, entry->name, text);
      if (environment.find(bytes) != std::string_view::npos && ::kill(pid, SIGKILL) == 0) {
        ++search.killed;
      }
    }
  }
  ::close(proc);
  return search;
}

// Also its own end of the pipe: while that is open the pipe has no end.
void close_from(int first) noexcept {
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
  // Before Linux 5.9, or where a container forbids it.
  rlimit limit{};
  constexpr rlim_t most = rlim_t{1} << 20;
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const auto end = static_cast<int>(std::min(limit.rlim_cur, most));
  for (int descriptor = first; descriptor < end; ++descriptor) ::close(descriptor);
}

[[noreturn]] void guard(int pipe, std::string_view scratch) noexcept {
  ::setsid();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::dup2(pipe, 0);
  close_from(1);
  constexpr std::size_t most = 64;  // a host has two bots at a time
  std::array<pid_t, most> groups{};
  pid_t message = 0;
  // Messages are shorter than a pipe's atomic size, so none comes in parts.
  while (::read(0, &message, sizeof message) == static_cast<ssize_t>(sizeof message)) {
    const pid_t from = message > 0 ? 0 : -message;
    const pid_t to = message > 0 ? message : 0;
    for (pid_t& place : groups) {
      if (place != from) continue;
      place = to;
      break;
    }
  }
  // A member may be making another one: again until the group is empty.
  for (const pid_t group : groups) {
    for (int tries = 0; group > 0 && tries < 100 && ::kill(-group, SIGKILL) == 0; ++tries) {
      pause_for(200);
    }
  }
  const bool left = std::any_of(groups.begin(), groups.end(), [](pid_t one) { return one > 0; });
  for (int tries = 0; left && tries < 100; ++tries) {
    const Search search = kill_mentioning(scratch);
    if (search.killed == 0 && search.is_complete) break;
    // A process that is executing a program may wait for a processor, or for the disk.
    pause_for(search.killed > 0 ? 200 : 100'000);
  }
  ::_exit(0);
}

}  // namespace

Guardian::Guardian(const std::filesystem::path& scratch, kernel::Waiting& waiting)
    : waiting_(waiting) {
  // With its slash, so that no other folder's name begins with it.
  const std::string folder = scratch.string() + "/";
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw text::SystemError("make a pipe");
  }
  const text::Descriptor reading(ends[0]);
  pipe_ = text::Descriptor(ends[1]);
  pid_ = ::fork();
  if (pid_ < 0) throw text::SystemError("make a process that guards bots");
  if (pid_ == 0) guard(reading.get(), folder);
}

Guardian::~Guardian() {
  pipe_.reset();
  // If nobody waits that long, it stays a zombie.
  const kernel::SteadyTime until = kernel::now() + kernel::patience;
  while (::waitpid(pid_, nullptr, WNOHANG) == 0) {
    if (!waiting_.pause(std::chrono::microseconds(50), until)) return;
  }
}

void Guardian::tell(pid_t message) noexcept {
  // Cannot fail but by the guardian's death; then the kernel's signal remains.
  while (::write(pipe_.get(), &message, sizeof message) < 0 && errno == EINTR) {
  }
}

}  // namespace referee::walls
