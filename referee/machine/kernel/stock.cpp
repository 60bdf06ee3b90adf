#include "referee/machine/kernel/stock.hpp"

#include <fmt/core.h>
#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/tree.hpp"

namespace referee::kernel {
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

// The first number in a file; nothing if it begins otherwise ("max").
std::optional<std::uint64_t> number_of(const fs::path& file) {
  std::uint64_t value = 0;
  if (std::ifstream(file) >> value) return value;
  return std::nullopt;
}

// Whether this process has no limit on tasks: that of user 0 of the machine, not of a container.
bool is_exempt_from_tasks() {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t first = 1;
  std::uint64_t outside = 1;
  std::uint64_t users = 0;
  map >> first >> outside >> users;
  constexpr std::uint64_t all = 0xffffffff;
  return ::geteuid() == 0 && (!map || (first == 0 && outside == 0 && users == all));
}

// Threads of all processes of this user: what counts against ulimit -u. The owner of the file may
// be root, whoever runs the process.
std::uint64_t threads_of_this_user() {
  std::uint64_t count = 0;
  for (const pid_t pid : all_processes()) {
    const std::string status = fmt::format("/proc/{}/status", pid);
    if (number_in(status.c_str(), "Uid:") != ::getuid()) continue;
    count += number_in(status.c_str(), "Threads:").value_or(0);
  }
  return count;
}

// The fourth word of /proc/loadavg is "running/all".
std::uint64_t threads_of_all() {
  std::ifstream in("/proc/loadavg");
  std::string word;
  for (int i = 0; i < 4; ++i) in >> word;
  std::uint64_t all = 0;
  std::istringstream(word.substr(word.find('/') + 1)) >> all;
  return all;
}

// The names of a controller's files, by the version of control groups.
struct Controller {
  std::string_view name;
  std::array<const char*, 2> most;
  std::array<const char*, 2> now;
};
constexpr Controller memory_controller{
    "memory", {"memory.limit_in_bytes", "memory.max"}, {"memory.usage_in_bytes", "memory.current"}};
constexpr Controller tasks_controller{
    "pids", {"pids.max", "pids.max"}, {"pids.current", "pids.current"}};

// A control group of this process, or one above it.
struct Group {
  fs::path folder;
  std::size_t version = 0;  // less 1
};

// All of them that have this controller, by either version.
std::vector<Group> groups_with(std::string_view controller) {
  std::array<std::string, 2> own;  // "/some/where"
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto name = line.find(':');
    const auto group = line.find(':', name + 1);
    if (name == std::string::npos || group == std::string::npos) continue;
    if (line.starts_with("0::")) own[1] = line.substr(group + 1);
    const std::string names = ',' + line.substr(name + 1, group - name - 1) + ',';
    if (names.find(fmt::format(",{},", controller)) != std::string::npos)
      own[0] = line.substr(group + 1);
  }
  std::vector<Group> all;
  std::ifstream mounts("/proc/self/mounts");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string device;
    std::string folder;
    std::string type;
    std::string options;
    words >> device >> folder >> type >> options;
    const bool second = type == "cgroup2";
    const bool first =
        type == "cgroup" &&
        (',' + options + ',').find(fmt::format(",{},", controller)) != std::string::npos;
    if (!first && !second) continue;
    // In a container the mounted folder may be the group itself, and its name one from outside.
    for (fs::path group = fs::path(own.at(second ? 1 : 0)).relative_path();;
         group = group.parent_path()) {
      all.push_back({fs::path(folder) / group, second ? 1U : 0U});
      if (group.empty()) break;
    }
  }
  return all;
}

// Bytes left in this process's control groups; the maximum if they have no limit.
std::uint64_t memory_left_in_groups() {
  // Pages of files that are given back when memory is needed.
  constexpr std::array inactive{"total_inactive_file", "inactive_file"};
  std::uint64_t least = no_bound;
  for (const auto& [folder, version] : groups_with(memory_controller.name)) {
    const auto most = number_of(folder / memory_controller.most.at(version));
    auto now = number_of(folder / memory_controller.now.at(version));
    if (!most || !now) continue;
    const std::string facts = folder / "memory.stat";
    *now = left_of(*now, number_in(facts.c_str(), inactive.at(version)).value_or(0));
    least = std::min(least, left_of(*most, *now));
  }
  return least;
}

std::uint64_t memory_left() {
  const auto free = number_in("/proc/meminfo", "MemAvailable:");
  return std::min(free ? *free * kibibyte : no_bound, memory_left_in_groups());
}

// Of the whole system, which the kernel keeps even for root's bots.
std::uint64_t open_files_left() {
  std::ifstream in("/proc/sys/fs/file-nr");
  std::uint64_t used = 0;
  std::uint64_t unused = 0;
  std::uint64_t most = 0;
  return in >> used >> unused >> most ? left_of(most, used) : no_bound;
}

Stock measure() {
  Stock stock;
  stock.memory = for_bots(memory_left());
  stock.open_files = for_bots(open_files_left());
  stock.tasks = available_tasks();
  stock.tasks.left = for_bots(stock.tasks.left);
  struct statfs facts {};
  if (::statfs(text::temporary_folder().c_str(), &facts) != 0) return stock;
  stock.disk = for_bots(static_cast<std::uint64_t>(facts.f_bavail) *
                        static_cast<std::uint64_t>(facts.f_bsize));
  if (facts.f_files > 0) stock.files = for_bots(facts.f_ffree);
  // What bots write there is memory of the same machine, and of the same container.
  const auto kind = static_cast<unsigned long>(facts.f_type);
  if (kind == TMPFS_MAGIC || kind == RAMFS_MAGIC) {
    constexpr std::uint64_t part = 4;
    stock.disk = std::min(stock.disk, stock.memory / part);
    stock.memory -= stock.disk;
  }
  return stock;
}

}  // namespace

rlim_t limit_of(__rlimit_resource resource, bool hard) noexcept {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return RLIM_INFINITY;
  return hard ? limit.rlim_max : limit.rlim_cur;
}

std::optional<Duration> limit_of_cpu_time() noexcept {
  const rlim_t seconds = limit_of(RLIMIT_CPU, true);
  // More seconds than a duration has are no limit.
  constexpr auto most = std::chrono::duration_cast<std::chrono::seconds>(Duration::max());
  if (seconds >= static_cast<rlim_t>(most.count())) return std::nullopt;
  return std::chrono::seconds(seconds);
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
      {memory_left(), limit_of(RLIMIT_AS, false), limit_of(RLIMIT_DATA, true)});
}

Tasks available_tasks() {
  Tasks tasks;
  const auto bound = [&tasks](std::uint64_t left, std::string by) {
    if (left < tasks.left) tasks = {left, std::move(by)};
  };
  for (const auto& [folder, version] : groups_with(tasks_controller.name)) {
    const fs::path file = folder / tasks_controller.most.at(version);
    const auto most = number_of(file);
    const auto now = number_of(folder / tasks_controller.now.at(version));
    if (most && now) bound(left_of(*most, *now), file.string());
  }
  const std::uint64_t all = threads_of_all();
  for (const char* name : {"pid_max", "threads-max"}) {
    if (const auto most = number_of(fs::path("/proc/sys/kernel") / name))
      bound(left_of(*most, all), std::string("kernel.") + name);
  }
  const rlim_t most = limit_of(RLIMIT_NPROC, false);
  if (most == RLIM_INFINITY || is_exempt_from_tasks()) return tasks;
  // Counting those of this user takes a look at each process.
  constexpr std::uint64_t plenty = 20'000;
  const std::uint64_t used = left_of(most, all) > plenty ? all : threads_of_this_user();
  bound(left_of(most, used), fmt::format("ulimit -u ({})", most));
  return tasks;
}

std::shared_ptr<const Stock> stock_of_machine() {
  static std::mutex mutex;
  static std::weak_ptr<const Stock> measured;
  const std::lock_guard lock(mutex);
  auto stock = measured.lock();
  if (!stock) {
    stock = std::make_shared<const Stock>(measure());
    measured = stock;
  }
  return stock;
}

}  // namespace referee::kernel
