#include "referee/machine/walls/lacks.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <limits>

#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "referee/machine/program/last_words.hpp"

namespace referee::walls {
namespace {

constexpr std::size_t kibibyte = 1024;

// The number behind `key` in a file of lines "key number"; nothing if it is not there.
std::optional<std::uint64_t> number_in(const char* file, std::string_view key) {
  std::ifstream in(file);
  std::string word;
  for (std::uint64_t value = 0; in >> word;) {
    if (word == key && in >> value) return value;
  }
  return std::nullopt;
}

rlim_t limit_of(__rlimit_resource resource, bool hard) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return RLIM_INFINITY;
  return hard ? limit.rlim_max : limit.rlim_cur;
}

// One of them: a limit that a bot has, and its words and option.
struct Need {
  __rlimit_resource resource;
  bool hard;         // a bot's own soft limit is set, up to this
  rlim_t least;      // 0: whatever there is
  rlim_t unit;       // of ulimit
  char letter;       // of ulimit
  const char* what;  // "a file of "
  const char* less;  // the option that asks for less, if there is one
};

// Does it say, as common runtimes do, that no further thread or process could be made?
bool tells_of_threads(std::string_view words) {
  return program::contains_any(
      words, {"Resource temporarily unavailable", "unable to create native thread",
              "can't start new thread", "pthread_create failed"});
}

// Threads of all processes of this user: what counts against ulimit -u.
std::uint64_t threads_of_this_user() {
  std::uint64_t count = 0;
  for (const pid_t pid : kernel::all_processes()) {
    const std::string status = fmt::format("/proc/{}/status", pid);
    struct stat facts {};
    if (::stat(status.c_str(), &facts) != 0 || facts.st_uid != ::geteuid()) continue;
    count += number_in(status.c_str(), "Threads:").value_or(0);
  }
  return count;
}

bool lacks_threads(const kernel::Limits& limits) {
  const rlim_t most = limit_of(RLIMIT_NPROC, false);
  return ::geteuid() != 0 && most != RLIM_INFINITY &&
         threads_of_this_user() + limits.threads + limits.processes > most;
}

bool is_full(int folder) {
  struct statvfs facts {};
  constexpr std::uint64_t little = 64 * kibibyte;
  return folder >= 0 && ::fstatvfs(folder, &facts) == 0 &&
         (facts.f_bavail * facts.f_frsize < little || (facts.f_files > 0 && facts.f_favail == 0));
}

}  // namespace

void require_limits(const kernel::Limits& limits) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(limits.budget + limits.grace);
  const std::array<Need, 6> needs{{
      {RLIMIT_FSIZE, true, limits.file_size, kibibyte, 'f', "write a file of", "--file-size"},
      {RLIMIT_NOFILE, true, limits.open_files, 1, 'n',
       "have that many files open:", "--open-files"},
      {RLIMIT_DATA, true, limits.memory, kibibyte, 'd', "use memory of", "--memory"},
      {RLIMIT_AS, false, limits.memory, kibibyte, 'v', "use memory of", "--memory"},
      {RLIMIT_STACK, true, std::min(usual_stack, limits.memory), kibibyte, 's', "have a stack of",
       nullptr},
      {RLIMIT_CPU, true, static_cast<rlim_t>(seconds.count()), 1, 't',
       "use that many seconds of CPU time:", "--budget"},
  }};
  for (const Need& need : needs) {
    const rlim_t has = limit_of(need.resource, need.hard);
    if (has == RLIM_INFINITY || has >= need.least) continue;
    const auto amount = [&need](rlim_t value) {
      return need.unit == 1 ? std::to_string(value) : text::bytes_text(value);
    };
    throw text::MachineError(fmt::format(
        "bots may {} {}, and this process was started with a limit of {}; raise it first, ulimit "
        "-{} {}{}",
        need.what, amount(need.least), amount(has), need.letter,
        (need.least + need.unit - 1) / need.unit,
        need.less == nullptr ? "" : fmt::format(", or allow bots less with {}", need.less)));
  }
}

std::uint64_t kills_for_memory() noexcept {
  try {
    return number_in("/proc/vmstat", "oom_kill").value_or(0);
  } catch (const std::exception&) {
    return 0;
  }
}

std::uint64_t available_memory() {
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  if (const auto free = number_in("/proc/meminfo", "MemAvailable:")) bytes = *free * kibibyte;
  std::ifstream container("/sys/fs/cgroup/memory.max");
  if (std::uint64_t most = 0; container >> most) bytes = std::min(bytes, most);
  return bytes;
}

std::optional<std::string> lack_of_machine(const Ending& ending, const kernel::Limits& limits) {
  if (ending.signal == SIGKILL && kills_for_memory() > ending.kills_before) {
    return "the kernel killed it, as this machine had no memory left; " + text::cure_of(ENOMEM);
  }
  const std::string_view words = ending.last_words;
  const auto lack = text::lack_told_in(words);
  if ((lack == ENOSPC || lack == EDQUOT) && is_full(ending.scratch)) {
    return "its scratch folder is on a disk that is full; " +
           text::cure_of(*lack, text::temporary_folder() / "referee-bots");
  }
  if (tells_of_threads(words) && !ending.was_refused && lacks_threads(limits)) {
    return "it got no further thread or process; " + text::cure_of(EAGAIN);
  }
  // What its own limit would have given it is more.
  const rlim_t space = limit_of(RLIMIT_AS, false);
  if (program::tells_of_memory(words) && space != RLIM_INFINITY &&
      ending.peak_memory < limits.memory / 2) {
    return "it got no memory beyond the limit of this process; " + text::cure_of(ENOMEM);
  }
  return std::nullopt;
}

}  // namespace referee::walls
