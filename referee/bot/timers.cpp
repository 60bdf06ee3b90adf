#include "referee/bot/timers.hpp"

#include <dirent.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace referee::bot {
namespace {

namespace fs = std::filesystem;

struct CloseDescriptors {
  void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

struct Descriptors {
  std::size_t all = 0;
  std::size_t timers = 0;
};

// Nothing if they may not be looked at; none of a thread that has ended.
std::optional<Descriptors> descriptors_of(const std::string& thread) {
  Descriptors found;
  const std::unique_ptr<DIR, CloseDescriptors> folder(::opendir((thread + "/fd").c_str()));
  if (!folder) return errno == ENOENT ? std::optional(found) : std::nullopt;
  while (const dirent* entry = ::readdir(folder.get())) {
    if (entry->d_name[0] == '.') continue;
    ++found.all;
    std::array<char, 64> target;
    const ssize_t size =
        ::readlinkat(::dirfd(folder.get()), entry->d_name, target.data(), target.size());
    if (size < 0 && errno != ENOENT) return std::nullopt;
    const std::string_view name(target.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    if (name == "anon_inode:[timerfd]") ++found.timers;
  }
  return found;
}

// All threads of a process have the same; its first one, whose files in /proc are the process's,
// may have ended before the others.
std::optional<std::size_t> timer_descriptors(pid_t process) {
  std::error_code gone;
  for (fs::directory_iterator task(fmt::format("/proc/{}/task", process), gone), end;
       !gone && task != end; task.increment(gone)) {
    const auto found = descriptors_of(task->path().string());
    if (!found) return std::nullopt;
    if (found->all > 0) return found->timers;
  }
  return 0;
}

std::optional<std::size_t> posix_timers(pid_t process) {
  std::ifstream list(fmt::format("/proc/{}/timers", process));
  if (!list) {
    std::error_code gone;
    return fs::exists(fmt::format("/proc/{}", process), gone) ? std::nullopt : std::optional(0UL);
  }
  std::size_t count = 0;
  for (std::string line; std::getline(list, line);) {
    if (line.starts_with("ID:")) ++count;
  }
  return count;
}

}  // namespace

std::optional<Timers> count_timers(std::span<const pid_t> processes) {
  Timers count;
  for (const pid_t process : processes) {
    const auto descriptors = timer_descriptors(process);
    const auto posix = posix_timers(process);
    if (!descriptors || !posix) return std::nullopt;
    count.posix += *posix;
    count.descriptors += *descriptors;
  }
  return count;
}

}  // namespace referee::bot
