#include "referee/machine/walls/lacks.hpp"

#include <fmt/core.h>
#include <pwd.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/walls/sandbox.hpp"
#include "referee/machine/walls/scratch.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;

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

// What one hierarchy of control groups calls its files, and where this process is in it.
struct Hierarchy {
  fs::path mount;
  std::string group;  // "/some/where"
  const char* most;
  const char* now;
  const char* files;  // in memory.stat: pages of files that are given back when memory is needed
};

std::vector<Hierarchy> hierarchies_of_memory() {
  std::string first;   // group by version 1
  std::string second;  // by version 2
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto name = line.find(':');
    const auto group = line.find(':', name + 1);
    if (name == std::string::npos || group == std::string::npos) continue;
    if (line.starts_with("0::")) second = line.substr(group + 1);
    if (line.find("memory", name) < group) first = line.substr(group + 1);
  }
  std::vector<Hierarchy> all;
  std::ifstream mounts("/proc/self/mounts");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string device;
    std::string folder;
    std::string type;
    std::string options;
    words >> device >> folder >> type >> options;
    if (type == "cgroup2") {
      all.push_back({folder, second, "memory.max", "memory.current", "inactive_file"});
    } else if (type == "cgroup" && (',' + options + ',').find(",memory,") != std::string::npos) {
      all.push_back(
          {folder, first, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"});
    }
  }
  return all;
}

// Bytes left in this process's control groups; the maximum if they have no limit.
std::uint64_t left_in_groups() {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const Hierarchy& one : hierarchies_of_memory()) {
    // In a container the mounted folder may be the group itself, and its name one from outside.
    for (fs::path group = fs::path(one.group).relative_path();; group = group.parent_path()) {
      const fs::path folder = one.mount / group;
      std::uint64_t most = 0;
      std::uint64_t now = 0;
      if (std::ifstream(folder / one.most) >> most && std::ifstream(folder / one.now) >> now) {
        now -= std::min(now, number_in((folder / "memory.stat").c_str(), one.files).value_or(0));
        least = std::min(least, most - std::min(most, now));
      }
      if (group.empty()) break;
    }
  }
  return least;
}

std::uint64_t left_in_machine() {
  const auto free = number_in("/proc/meminfo", "MemAvailable:");
  return free ? std::min(*free * kibibyte, left_in_groups()) : left_in_groups();
}

void note_once(const std::string& words) {
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::lock_guard lock(mutex);
  if (told.insert(words).second) text::note("{}", words);
}

// One of its limits. `option`: "memory"; `what`: "memory", "room in /tmp".
void fit_one(std::size_t& limit, kernel::Origin origin, std::uint64_t share, std::uint64_t free,
             std::string_view option, const std::string& what) {
  using kernel::mebibyte;
  const std::string there =
      fmt::format("this machine has {} MiB of {} left", free / mebibyte, what);
  if (origin == kernel::Origin::fixed || limit <= share) return;
  if (share < mebibyte) {
    throw text::MachineError(there + ", too little for bots to play; make room");
  }
  if (origin == kernel::Origin::asked) {
    if (limit <= free) return;
    throw text::MachineError(
        fmt::format("a bot may use {}, and {}; make room, or allow bots less with --limit {}={}",
                    text::bytes_text(limit), there, option, share / mebibyte));
  }
  note_once(fmt::format("{}: a bot may use {} MiB instead of {}", there, share / mebibyte,
                        text::bytes_text(limit)));
  limit = share / mebibyte * mebibyte;
}

}  // namespace

void require_limits(const kernel::Limits& limits) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(limits.budget + limits.grace);
  const std::array<Need, 6> needs{{
      {RLIMIT_FSIZE, true, limits.file_size, kibibyte, 'f', "write a file of", "file_size"},
      {RLIMIT_NOFILE, true, limits.open_files, 1, 'n', "have that many files open:", "open_files"},
      {RLIMIT_DATA, true, limits.memory, kibibyte, 'd', "use memory of", "memory"},
      {RLIMIT_AS, false, limits.memory, kibibyte, 'v', "use memory of", "memory"},
      {RLIMIT_STACK, true, std::min(usual_stack, limits.memory), kibibyte, 's', "have a stack of",
       nullptr},
      {RLIMIT_CPU, true, static_cast<rlim_t>(seconds.count()), 1, 't',
       "use that many seconds of CPU time:", "budget"},
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
        need.less == nullptr ? ""
                             : fmt::format(", or allow bots less with --limit {}=...", need.less)));
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
  // Programs that are started inherit these limits.
  return std::min<std::uint64_t>(
      {left_in_machine(), limit_of(RLIMIT_AS, false), limit_of(RLIMIT_DATA, true)});
}

Room room_of_machine(std::size_t bots) {
  struct statvfs facts {};
  const bool known = ::statvfs(text::temporary_folder().c_str(), &facts) == 0;
  const std::uint64_t disk = known ? std::uint64_t{facts.f_bavail} * facts.f_frsize
                                   : std::numeric_limits<std::uint64_t>::max();
  return {left_in_machine() / 10 * 9, disk / 10 * 9, bots};
}

void fit(kernel::Limits& limits, const Room& room) {
  // In a tournament of many matches at a time few bots are large.
  constexpr std::uint64_t bots_of_a_match = 2;
  fit_one(limits.memory, limits.memory_origin, room.memory / bots_of_a_match, room.memory, "memory",
          "memory");
  fit_one(limits.disk, limits.disk_origin, room.share_of_disk(), room.disk, "disk",
          "room in " + text::temporary_folder().string());
  if (limits.disk_origin == kernel::Origin::unasked)
    limits.file_size = std::min(limits.file_size, limits.disk);
}

bool killed_for_memory(const Ending& ending) noexcept {
  return ending.signal == SIGKILL && kills_for_memory() > ending.kills_before;
}

bool is_full(int folder) noexcept {
  struct statvfs facts {};
  constexpr std::uint64_t little = 64 * kibibyte;
  return folder >= 0 && ::fstatvfs(folder, &facts) == 0 &&
         (facts.f_bavail * facts.f_frsize < little || (facts.f_files > 0 && facts.f_favail == 0));
}

std::optional<std::string> lack_of_machine(const Ending& ending, const kernel::Limits& limits) {
  if (killed_for_memory(ending)) {
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

namespace {

using program::What;

bool may_read(const fs::path& path, const std::vector<PathRule>& rules) {
  return std::any_of(rules.begin(), rules.end(), [&path](const PathRule& rule) {
    std::error_code missing;
    const fs::path open = fs::canonical(rule.path, missing);
    return !missing && rule.access != PathRule::Access::list && program::is_within(path, open);
  });
}

// What it may read, and what is hidden from it, which no option opens.
std::vector<PathRule> all_rules(const program::Command& command) {
  std::vector<PathRule> rules = system_paths();
  const std::vector<PathRule> own = own_paths(command, {});
  rules.insert(rules.end(), own.begin(), own.end());
  return rules;
}

// A program without the right to be one.
bool lacks_right_to_run(const fs::path& path) {
  std::error_code missing;
  return fs::is_regular_file(path, missing) && ::access(path.c_str(), X_OK) != 0 &&
         program::is_script_or_program(path);
}

// The last word that names something that is there and may not be read, or not be executed: a path,
// or a module of Python, Node or Java, which take what they may not read for missing.
std::optional<RefusedFile> refused_in(const Failure& failure, const fs::path& folder,
                                      const std::vector<PathRule>& rules) {
  const std::string_view words = failure.last_words;
  const bool tells = program::tells_of_permission(words);
  constexpr std::string_view between = " \t\n\r'\"`()[]{},;<>=";
  std::size_t end = words.size();
  while (end > 0) {
    const auto begin = words.find_last_of(between, end - 1) + 1;  // 0 if not found
    std::string_view word = words.substr(begin, end - begin);
    end = begin == 0 ? 0 : begin - 1;
    while (word.ends_with(':') || word.ends_with('.')) word.remove_suffix(1);
    // A longer one is not a path.
    if (word.empty() || word.size() > 1000) continue;
    for (const std::string_view ending : {"", ".py", ".js", ".class"}) {
      std::error_code missing;
      fs::path path = fs::canonical(folder / fmt::format("{}{}", word, ending), missing);
      if (missing || path == "/") continue;
      if (!may_read(path, rules)) return RefusedFile{What::file, std::move(path)};
      if (tells && lacks_right_to_run(path)) {
        return RefusedFile{What::not_executable, std::move(path)};
      }
    }
  }
  return std::nullopt;
}

// From the file alone: asking the name service loads its libraries, which a program without
// shared libraries must not.
std::string owner_of(uid_t user) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen("/etc/passwd", "re"), &std::fclose);
  while (const passwd* entry = file ? ::fgetpwent(file.get()) : nullptr) {
    if (entry->pw_uid == user) return entry->pw_name;
  }
  return fmt::format("#{}", user);
}

}  // namespace

std::string RefusedFile::text() const {
  switch (what) {
    case What::file:
      return "it may not read " + path.string();
    case What::not_executable:
      return fmt::format("{} may not be executed", path.string());
    case What::folder:
      return "it may not read the folder in which it runs";
    case What::closed_folder:
      return fmt::format(
          "{} belongs to {} and is closed to others, and root's bots have none of root's rights",
          path.string(), owner);
    default:
      return "it may have been refused a file";
  }
}

std::optional<RefusedFile> refused_file(const program::Command& command, const Failure& failure) {
  const bool tells = program::tells_of_permission(failure.last_words);
  const bool at_start = !failure.answered && failure.by_exit_code;
  if (!tells && !at_start) return std::nullopt;
  if (tells) {
    if (auto closed = closed_folder(command)) return closed;
  }
  const std::vector<PathRule> rules = all_rules(command);
  const fs::path& folder = command.folder;
  if (auto file = refused_in(failure, folder, rules)) return file;
  const bool silent = failure.last_words.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (!tells && !silent) return std::nullopt;
  std::error_code missing;
  fs::path real = fs::canonical(folder, missing);
  if (!missing && !program::is_shared_folder(real) && !may_read(real, rules)) {
    return RefusedFile{What::folder, std::move(real)};
  }
  return tells ? std::optional(RefusedFile{What::unknown_file}) : std::nullopt;
}

std::optional<RefusedFile> closed_folder(const program::Command& command) {
  if (::geteuid() != 0) return std::nullopt;
  std::vector<fs::path> places{command.program, command.folder / "."};
  places.insert(places.end(), command.files.begin(), command.files.end());
  for (const fs::path& place : places) {
    for (fs::path folder = place.parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
      struct stat status {};
      if (::stat(folder.c_str(), &status) != 0 || status.st_uid == 0) continue;
      if ((status.st_mode & S_IXOTH) != 0) continue;
      return RefusedFile{What::closed_folder, folder, owner_of(status.st_uid)};
    }
  }
  return std::nullopt;
}

}  // namespace referee::walls
