#include "referee/bot/usage.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "referee/bot/process_clock.hpp"

namespace referee::bot {
namespace {

namespace fs = std::filesystem;

std::string proc_file(pid_t pid, const char* name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

// The first bytes of a file of the kernel's.
template <std::size_t size>
std::string_view read_into(std::array<char, size>& text, const std::string& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
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

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

std::uint64_t bytes_of(const struct stat& status) {
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

// Calls `add` with number and size of each file on `device` that the process has deleted but
// holds open, as long as that returns true.
template <typename Add>
bool visit_deleted_open(pid_t pid, dev_t device, Add add) {
  const std::unique_ptr<DIR, CloseFolder> folder(::opendir(proc_file(pid, "fd").c_str()));
  if (!folder) return true;
  while (const dirent* entry = ::readdir(folder.get())) {
    struct stat status {};
    if (::fstatat(::dirfd(folder.get()), entry->d_name, &status, 0) != 0) continue;
    if (!S_ISREG(status.st_mode) || status.st_nlink > 0 || status.st_dev != device) continue;
    if (!add(status.st_ino, bytes_of(status))) return false;
  }
  return true;
}

// The name of a folder that is held open, with a slash; empty if the kernel does not tell.
std::string place_of(int folder) {
  std::error_code unknown;
  const fs::path place = fs::read_symlink("/proc/self/fd/" + std::to_string(folder), unknown);
  return unknown ? "" : place.string() + "/";
}

// The same of files in `folder` that it has deleted but mapped. By name, because the program
// itself may have been replaced on that device. Their size is known to root only; else it is
// taken for what is mapped.
template <typename Add>
bool visit_deleted_mapped(pid_t pid, int folder, Add add) {
  std::ifstream maps(proc_file(pid, "maps"));
  std::string place;
  for (std::string line; std::getline(maps, line);) {
    if (!line.ends_with(" (deleted)")) continue;
    if (place.empty()) place = place_of(folder);
    if (place.empty()) return true;
    const auto path = line.find('/');
    if (path == std::string::npos || line.compare(path, place.size(), place) != 0) continue;
    unsigned long begin = 0;
    unsigned long end = 0;
    unsigned long offset = 0;
    unsigned long number = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %lx %*s %lu", &begin, &end, &offset, &number) != 4) {
      continue;
    }
    std::ostringstream mapping;
    mapping << std::hex << proc_file(pid, "map_files/") << begin << '-' << end;
    struct stat status {};
    const bool known = ::stat(mapping.str().c_str(), &status) == 0;
    if (!add(number, known ? bytes_of(status) : offset + (end - begin))) return false;
  }
  return true;
}

// User and system time of the children that `pid` has waited for.
Duration waited_children(pid_t pid) {
  std::ifstream in(proc_file(pid, "stat"));
  std::string text;
  std::getline(in, text);
  // The name in parentheses may hold anything; what follows it is plain. Fields are
  // counted from 1, the state is field 3, cutime 16 and cstime 17.
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 16; ++field) fields >> skipped;
  long user = 0;
  long system = 0;
  fields >> user >> system;
  return Duration(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK) * (user + system);
}

}  // namespace

MemoryUse memory_of(pid_t pid) {
  std::array<char, 4096> place;
  const std::string_view text = read_into(place, proc_file(pid, "status"));
  return {bytes_after("\nVmHWM:", text), bytes_after("\nRssAnon:", text) +
                                             bytes_after("\nRssShmem:", text) +
                                             bytes_after("\nVmSwap:", text)};
}

MemoryUse memory_of(std::span<const pid_t> processes, std::uint64_t limit) {
  MemoryUse use = memory_of(processes.front());
  for (const pid_t pid : processes.subspan(1)) use.now += memory_of(pid).now;
  if (use.now <= limit || processes.size() == 1) return use;
  // Counted more than once what they share; this is exact and slower.
  use.now = 0;
  for (const pid_t pid : processes) {
    std::array<char, 4096> place;
    const std::string_view text = read_into(place, proc_file(pid, "smaps_rollup"));
    for (const char* key : {"\nPss_Anon:", "\nPss_Shmem:", "\nSwap:"}) {
      use.now += bytes_after(key, text);
    }
  }
  return use;
}

DiskUse disk_in_use(int folder, std::span<const pid_t> processes, std::uint64_t limit) {
  std::unordered_set<ino_t> files;
  DiskUse use = folder_use(folder, limit, files);
  struct stat status {};
  if (use.bytes > limit || !use.obstacle.empty() || ::fstat(folder, &status) != 0) return use;
  const dev_t device = status.st_dev;
  const auto add = [&](ino_t file, std::uint64_t bytes) {
    if (files.insert(file).second) use.bytes += std::max(least_bytes, bytes);
    return use.bytes <= limit;
  };
  for (const pid_t pid : processes) {
    if (!visit_deleted_open(pid, device, add)) return use;
    if (!visit_deleted_mapped(pid, folder, add)) return use;
  }
  return use;
}

bool ready_to_run(std::span<const pid_t> processes) {
  for (const pid_t pid : processes) {
    std::error_code error;
    for (fs::directory_iterator task(proc_file(pid, "task"), error), end; !error && task != end;
         task.increment(error)) {
      std::ifstream in(task->path() / "stat");
      std::string text;
      std::getline(in, text);
      // The state follows the name, which stands in parentheses and may hold anything.
      const auto name_end = text.rfind(')');
      if (name_end != std::string::npos && text.substr(name_end + 1).starts_with(" R")) return true;
    }
  }
  return false;
}

Duration WaitClock::sample(std::span<const pid_t> processes) {
  std::unordered_map<pid_t, Duration> now;
  Duration longest{};
  for (const pid_t pid : processes) {
    std::error_code error;
    for (fs::directory_iterator task(proc_file(pid, "task"), error), end; !error && task != end;
         task.increment(error)) {
      // Nanoseconds on a processor, nanoseconds waiting for one, number of turns.
      std::ifstream in(task->path() / "schedstat");
      std::int64_t ran = 0;
      std::int64_t waited = 0;
      if (!(in >> ran >> waited)) continue;
      const auto thread = static_cast<pid_t>(std::atoi(task->path().filename().c_str()));
      now[thread] = Duration(waited);
      const auto before = last_.find(thread);
      const Duration since = before == last_.end() ? Duration{} : before->second;
      longest = std::max(longest, Duration(waited) - since);
    }
  }
  last_ = std::move(now);
  total_ += longest;
  return total_;
}

OwnWaitClock::OwnWaitClock() : file_(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

Duration OwnWaitClock::read() const noexcept {
  std::array<char, 64> text{};
  if (!file_ || ::pread(file_.get(), text.data(), text.size() - 1, 0) <= 0) return {};
  char* second = nullptr;
  std::strtoll(text.data(), &second, 10);
  return Duration(std::strtoll(second, nullptr, 10));
}

Duration ChildClocks::sample(std::span<const pid_t> processes) {
  std::unordered_map<pid_t, Duration> now;
  Duration living{};
  for (const pid_t pid : processes.subspan(1)) {
    const auto time = ProcessClock(pid).read();
    if (!time) continue;
    now[pid] = *time;
    living += *time;
  }
  for (const auto& [pid, time] : last_) {
    const auto found = now.find(pid);
    // Less than before: another process has its number now.
    if (found == now.end() || found->second < time) gone_ += time;
  }
  last_ = std::move(now);
  Duration waited{};
  for (const pid_t pid : processes) waited += waited_children(pid);
  total_ = std::max(total_, living + std::max(gone_, waited));
  return total_;
}

}  // namespace referee::bot
