#include "referee/machine/kernel/usage.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/kcmp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace referee::kernel {
namespace {

namespace fs = std::filesystem;

std::string proc_file(pid_t pid, const char* name) { return fmt::format("/proc/{}/{}", pid, name); }

// The first bytes of a file of the kernel's.
template <std::size_t size>
std::string_view read_into(std::array<char, size>& text, const std::string& file) {
  const text::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t got = in ? ::read(in.get(), text.data(), text.size()) : 0;
  return {text.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

// Bytes that the line beginning with `key` gives in kB; 0 without one. `key` begins with a
// newline: no name of a process can have one.
std::uint64_t bytes_after(std::string_view key, std::string_view text) noexcept {
  auto at = text.find(key);
  if (at == std::string_view::npos) return 0;
  at = text.find_first_of("0123456789", at + key.size());
  std::uint64_t kibibytes = 0;
  if (at != std::string_view::npos) {
    std::from_chars(text.data() + at, text.data() + text.size(), kibibytes);
  }
  return kibibytes * 1024;
}

std::uint64_t bytes_of(const struct stat& status) {
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

constexpr std::string_view peak_key = "\nVmHWM:";

// What the kernel tells of a process, and where: its first thread may have ended before the
// others, and then another's folder in /proc has what its own lacks.
struct Place {
  std::string folder;  // with a slash at its end
  std::array<char, 4096> text;
  std::string_view status;
};

void look_at(Place& place, std::string folder) {
  place.folder = std::move(folder);
  place.status = read_into(place.text, place.folder + "status");
}

void find(Place& place, pid_t pid) {
  look_at(place, proc_file(pid, ""));
  if (place.status.empty() || place.status.find(peak_key) != std::string_view::npos) return;
  std::error_code error;
  for (fs::directory_iterator task(proc_file(pid, "task"), error), end; !error && task != end;
       task.increment(error)) {
    look_at(place, task->path().string() + "/");
    if (place.status.find(peak_key) != std::string_view::npos) return;
  }
}

MemoryUse memory_in(std::string_view status) {
  MemoryUse use;
  use.peak = bytes_after(peak_key, status);
  use.files = bytes_after("\nRssFile:", status);
  for (const char* key :
       {"\nRssAnon:", "\nRssShmem:", "\nVmSwap:", "\nVmPTE:", "\nHugetlbPages:"}) {
    use.now += bytes_after(key, status);
  }
  return use;
}

// Calls `see` with the number and the attributes of each file that the process holds open, as long
// as that returns true.
template <typename See>
void visit_open(const Place& place, See see) {
  const OpenFolder folder(::opendir((place.folder + "fd").c_str()));
  if (!folder) return;
  while (const dirent* entry = ::readdir(folder.get())) {
    struct stat status {};
    if (::fstatat(::dirfd(folder.get()), entry->d_name, &status, 0) != 0) continue;
    int number = -1;
    std::from_chars(entry->d_name, entry->d_name + std::strlen(entry->d_name), number);
    if (!see(number, status)) return;
  }
}

// The sockets and pipes that a bot's processes hold open, each once, and the kernel's memory for
// the data in them.
class Channels {
 public:
  void add(pid_t pid, int number, const struct stat& status) {
    if (S_ISFIFO(status.st_mode)) pipes_.insert(status.st_ino);
    if (S_ISSOCK(status.st_mode)) sockets_.try_emplace(status.st_ino, pid, number);
  }

  // As if all were full.
  [[nodiscard]] std::uint64_t most() const {
    // Those through which the referee speaks with it.
    constexpr std::size_t own_sockets = 1;
    constexpr std::size_t own_pipes = 2;
    return (sockets_.size() - std::min(sockets_.size(), own_sockets)) * most_of_socket() +
           (pipes_.size() - std::min(pipes_.size(), own_pipes)) * most_of_pipe;
  }

  // What it is now, as far as the kernel tells: of sockets exactly.
  [[nodiscard]] std::uint64_t now() const {
    std::uint64_t bytes = pipes_.size() * most_of_pipe;
    for (const auto& [socket, place] : sockets_) bytes += in_socket(place.first, place.second);
    return bytes;
  }

 private:
  // The memory of what it has sent and the other end has not read; and what lies unread in it since
  // the other end was closed, of which only the bytes are known.
  static std::uint64_t in_socket(pid_t pid, int number) {
    const text::Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    const text::Descriptor copy(
        process ? static_cast<int>(::syscall(pidfd_getfd, process.get(), number, 0)) : -1);
    int sent = 0;
    int unread = 0;
    if (!copy || ::ioctl(copy.get(), TIOCOUTQ, &sent) != 0) return most_of_socket();
    pollfd end{copy.get(), 0, 0};
    const bool alone = ::poll(&end, 1, 0) == 1 && (end.revents & POLLHUP) != 0;
    if (alone && ::ioctl(copy.get(), FIONREAD, &unread) != 0) return most_of_socket();
    constexpr std::uint64_t most_of_a_byte = 768;  // sent by itself
    return static_cast<std::uint64_t>(sent) +
           std::min(static_cast<std::uint64_t>(unread) * most_of_a_byte, most_of_socket());
  }

  static constexpr std::uint64_t most_of_pipe = std::uint64_t{64} << 10;
  static constexpr long pidfd_getfd = 438;

  // A bot cannot change it.
  static std::uint64_t most_of_socket() {
    static const std::uint64_t bytes = [] {
      std::uint64_t value = 0;
      return std::ifstream("/proc/sys/net/core/wmem_default") >> value ? value
                                                                       : std::uint64_t{212'992};
    }();
    return bytes;
  }

  std::unordered_set<ino_t> pipes_;
  std::unordered_map<ino_t, std::pair<pid_t, int>> sockets_;  // a process that has it, and where
};

// The name of a folder that is held open, with a slash; empty if the kernel does not tell.
std::string name_of(int folder) {
  std::error_code unknown;
  const fs::path name = fs::read_symlink(fmt::format("/proc/self/fd/{}", folder), unknown);
  return unknown ? "" : name.string() + "/";
}

// What is mapped though it has no name any more: bytes of files that were deleted below a
// folder, and of memory that processes share, by inode. In blocks if we are root; else up to the
// last byte that is mapped.
struct Mapped {
  std::unordered_map<ino_t, std::uint64_t> files;
  std::unordered_map<ino_t, std::uint64_t> shared;
};

void add_deleted_mapped(Mapped& mapped, const Place& place, int folder) {
  constexpr std::string_view mark = " (deleted)";
  std::string below;
  std::ifstream maps(place.folder + "maps");
  for (std::string line; std::getline(maps, line);) {
    const auto path = line.find('/');
    if (path == std::string::npos || !line.ends_with(mark)) continue;
    const auto name = std::string_view(line).substr(path, line.size() - path - mark.size());
    // Pages of shared memory stay when nobody has them in a page table. Files go by name, because
    // the program itself may have been replaced on their device.
    const bool is_memory = name == "/dev/zero";
    if (!is_memory && below.empty()) below = name_of(folder);
    if (!is_memory && (below.empty() || !name.starts_with(below))) continue;
    unsigned long begin = 0;
    unsigned long end = 0;
    unsigned long offset = 0;
    unsigned long number = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %lx %*s %lu", &begin, &end, &offset, &number) != 4) {
      continue;
    }
    std::ostringstream file;
    file << std::hex << place.folder << "map_files/" << begin << '-' << end;
    struct stat status {};
    const bool known = ::stat(file.str().c_str(), &status) == 0;
    std::uint64_t& bytes = (is_memory ? mapped.shared : mapped.files)[number];
    bytes = std::max<std::uint64_t>(bytes, known ? bytes_of(status) : offset + (end - begin));
  }
}

// Until it executes a program, a child of vfork() has the memory of its parent, and no other. Where
// the kernel does not tell, both count. It compares what the first threads have, and of two that
// have ended that is the same: nothing. A child of vfork() has its first thread.
bool has_memory_of_parent(pid_t pid) {
  Place first_thread;
  const auto has_memory = [&] {
    look_at(first_thread, proc_file(pid, ""));
    return first_thread.status.find(peak_key) != std::string_view::npos;
  };
  if (!has_memory()) return false;
  constexpr std::string_view key = "\nPPid:\t";
  const std::string_view status = first_thread.status;
  const auto at = status.find(key);
  if (at == std::string_view::npos) return false;
  pid_t parent = 0;
  std::from_chars(status.data() + at + key.size(), status.data() + status.size(), parent);
  return ::syscall(SYS_kcmp, pid, parent, KCMP_VM, 0, 0) == 0 && has_memory();
}

// With pages that several processes share counted once; exact, but slow. Of a process that may not
// be looked into (this user may execute its program, but not read it) all of its pages count.
struct Proportional {
  std::uint64_t all = 0;     // page tables included
  std::uint64_t shared = 0;  // a part of it
};
Proportional proportional_memory(std::span<const pid_t> processes) {
  Proportional use;
  for (const pid_t pid : processes) {
    Place place;
    find(place, pid);
    if (pid != processes.front() && has_memory_of_parent(pid)) continue;
    std::array<char, 4096> text;
    const std::string_view sums = read_into(text, place.folder + "smaps_rollup");
    if (sums.empty()) {
      use.shared += bytes_after("\nRssShmem:", place.status);
      use.all += memory_in(place.status).now;
      continue;
    }
    const std::uint64_t shared = bytes_after("\nPss_Shmem:", sums);
    use.shared += shared;
    use.all += shared + bytes_after("\nPss_Anon:", sums) + bytes_after("\nSwap:", sums);
    use.all += bytes_after("\nVmPTE:", place.status) + bytes_after("\nHugetlbPages:", place.status);
  }
  return use;
}

}  // namespace

MemoryUse memory_of(pid_t pid) {
  Place place;
  find(place, pid);
  return memory_in(place.status);
}

Resources resources_in_use(int folder, std::span<const pid_t> processes, const Bounds& bounds,
                           Scope scope) {
  Resources use;
  std::unordered_set<ino_t> files;
  use.disk = folder_use(folder, bounds.disk, files);
  struct stat place_of_files {};
  const bool counted = !use.disk.obstacle.empty() || ::fstat(folder, &place_of_files) != 0;
  const auto add_file = [&](ino_t file, std::uint64_t bytes) {
    if (files.insert(file).second) use.disk.bytes += std::max(least_bytes, bytes);
    return use.disk.bytes <= bounds.disk.bytes;
  };
  Mapped mapped;
  Channels channels;
  std::uint64_t resident_shared = 0;
  for (const pid_t pid : processes) {
    Place place;
    find(place, pid);
    visit_open(place, [&](int number, const struct stat& status) {
      channels.add(pid, number, status);
      const bool deleted =
          S_ISREG(status.st_mode) && status.st_nlink == 0 && status.st_dev == place_of_files.st_dev;
      return counted || !deleted || add_file(status.st_ino, bytes_of(status));
    });
    const bool is_child = pid != processes.front();
    if (scope == Scope::all && is_child && has_memory_of_parent(pid)) continue;
    const MemoryUse memory = memory_in(place.status);
    if (!is_child) use.memory = {memory.peak, memory.files, 0, 0};
    // What two share would count twice.
    use.memory.now =
        scope == Scope::all ? use.memory.now + memory.now : std::max(use.memory.now, memory.now);
    resident_shared += bytes_after("\nRssShmem:", place.status);
    if (scope == Scope::all) add_deleted_mapped(mapped, place, folder);
  }
  if (scope == Scope::without_locks) return use;
  for (const auto& [file, bytes] : mapped.files) add_file(file, bytes);
  if (bounds.memory > 0 && use.memory.now > bounds.memory && processes.size() > 1) {
    const Proportional exact = proportional_memory(processes);
    use.memory.now = exact.all;
    resident_shared = exact.shared;
  }
  std::uint64_t shared = 0;
  for (const auto& [segment, bytes] : mapped.shared) shared += bytes;
  // What is resident has been counted already.
  use.memory.now += shared - std::min(shared, resident_shared);
  use.memory.kernel = channels.most();
  if (bounds.memory > 0 && use.memory.now <= bounds.memory &&
      use.memory.now + use.memory.kernel > bounds.memory) {
    use.memory.kernel = channels.now();
  }
  return use;
}

}  // namespace referee::kernel
