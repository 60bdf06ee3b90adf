#include "referee/bot/usage.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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

// The sum of the lines of `file` that begin with one of `keys`, given in kB.
std::uint64_t sum_of(const std::string& file, std::initializer_list<std::string_view> keys) {
  std::ifstream in(file);
  std::uint64_t kibibytes = 0;
  for (std::string line; std::getline(in, line);) {
    for (const std::string_view key : keys) {
      if (!line.starts_with(key)) continue;
      kibibytes += std::strtoull(line.c_str() + key.size(), nullptr, 10);
    }
  }
  return kibibytes * 1024;
}

std::uint64_t bytes_of(const struct stat& status) {
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

// Calls `add` with number and size of each file on `device` that the process has deleted but
// holds open, as long as that returns true.
template <typename Add>
bool visit_deleted_open(pid_t pid, dev_t device, Add add) {
  std::error_code error;
  for (fs::directory_iterator entry(proc_file(pid, "fd"), error), end; !error && entry != end;
       entry.increment(error)) {
    struct stat status {};
    if (::stat(entry->path().c_str(), &status) != 0) continue;
    if (!S_ISREG(status.st_mode) || status.st_nlink > 0 || status.st_dev != device) continue;
    if (!add(status.st_ino, bytes_of(status))) return false;
  }
  return true;
}

// The same of files below `place` that it has deleted but mapped. By name, because the program
// itself may have been replaced on that device. Their size is known to root only; else it is
// taken for what is mapped.
template <typename Add>
bool visit_deleted_mapped(pid_t pid, const std::string& place, Add add) {
  std::ifstream maps(proc_file(pid, "maps"));
  for (std::string line; std::getline(maps, line);) {
    if (!line.ends_with(" (deleted)")) continue;
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

std::uint64_t memory_in_use(std::span<const pid_t> processes, std::uint64_t limit) {
  std::uint64_t resident = 0;
  for (const pid_t pid : processes) {
    resident += sum_of(proc_file(pid, "status"), {"RssAnon:", "RssShmem:", "VmSwap:"});
  }
  if (resident <= limit || processes.size() == 1) return resident;
  // Counted more than once what they share; this is exact and slower.
  std::uint64_t proportional = 0;
  for (const pid_t pid : processes) {
    proportional += sum_of(proc_file(pid, "smaps_rollup"), {"Pss_Anon:", "Pss_Shmem:", "Swap:"});
  }
  return proportional;
}

DiskUse disk_in_use(int folder, std::span<const pid_t> processes, std::uint64_t limit) {
  std::unordered_set<ino_t> files;
  DiskUse use = folder_use(folder, limit, files);
  struct stat status {};
  if (use.bytes > limit || !use.obstacle.empty() || ::fstat(folder, &status) != 0) return use;
  const dev_t device = status.st_dev;
  std::error_code unknown;
  const fs::path place = fs::read_symlink("/proc/self/fd/" + std::to_string(folder), unknown);
  const auto add = [&](ino_t file, std::uint64_t bytes) {
    if (files.insert(file).second) use.bytes += std::max(least_bytes, bytes);
    return use.bytes <= limit;
  };
  for (const pid_t pid : processes) {
    if (!visit_deleted_open(pid, device, add)) return use;
    if (!unknown && !visit_deleted_mapped(pid, place.string() + "/", add)) return use;
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
