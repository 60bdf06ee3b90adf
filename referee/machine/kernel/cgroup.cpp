#include "referee/machine/kernel/cgroup.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"

namespace referee::kernel {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "referee-";

text::Descriptor open_file(const fs::path& file, int flags) {
  return text::Descriptor(::open(file.c_str(), flags | O_CLOEXEC));
}

bool put(const text::Descriptor& file, std::string_view text) noexcept {
  return file &&
         ::pwrite(file.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

void put(const fs::path& file, const std::string& text) noexcept {
  put(open_file(file, O_WRONLY), text);
}

// The number behind `key` in a file of the form "key number"; 0 if it is not there.
std::uint64_t number_after(const text::Descriptor& file, std::string_view key) noexcept {
  std::array<char, 2048> text{};
  const ssize_t size = file ? ::pread(file.get(), text.data(), text.size(), 0) : 0;
  if (size <= 0) return 0;
  const std::string_view all(text.data(), static_cast<std::size_t>(size));
  const auto at = all.find(key);
  std::uint64_t value = 0;
  if (at != std::string_view::npos) {
    std::from_chars(all.data() + at + key.size(), all.data() + all.size(), value);
  }
  return value;
}

// Where the version 2 hierarchy is mounted: alone, or beside version 1.
fs::path mount_point() {
  for (const char* folder : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
    std::error_code ignored;
    if (fs::exists(fs::path(folder) / "cgroup.procs", ignored)) return folder;
  }
  return {};
}

// Our own group's name in that hierarchy: the line "0::/some/where".
std::string own_group() {
  std::ifstream list("/proc/self/cgroup");
  for (std::string line; std::getline(list, line);) {
    if (line.starts_with("0::")) return line.substr(3);
  }
  return {};
}

// Can a process be moved between groups below `parent`? Writing needs rights on the
// common ancestor's list of members, which is `parent`'s own.
bool may_move_processes(const fs::path& parent) {
  return ::access((parent / "cgroup.procs").c_str(), W_OK) == 0;
}

// Removes what referees left that were killed: groups whose lock nobody holds.
void remove_stale(const fs::path& parent) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(prefix)) continue;
    const text::Descriptor folder = open_file(entry->path(), O_RDONLY | O_DIRECTORY);
    if (!folder || ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    put(entry->path() / "cgroup.kill", "1");
    std::error_code inner;
    for (fs::directory_iterator group(entry->path(), inner); !inner && group != end;
         group.increment(inner)) {
      if (group->is_directory()) ::rmdir(group->path().c_str());
    }
    ::rmdir(entry->path().c_str());
  }
}

}  // namespace

fs::path usable_cgroup() {
  const fs::path mount = mount_point();
  const std::string own = own_group();
  if (mount.empty() || own.empty()) return {};
  fs::path parent = (mount / own.substr(1)).lexically_normal();
  if (!may_move_processes(parent)) return {};
  // Not by our number: another referee's may be the same in another namespace.
  const fs::path trial = text::new_folder_if_possible(parent, std::string(prefix) + "probe-");
  if (trial.empty()) return {};
  ::rmdir(trial.c_str());
  return parent;
}

ControlGroup::ControlGroup(fs::path folder, bool kill) : folder_(std::move(folder)) {
  members_ = open_file(folder_ / "cgroup.procs", O_WRONLY);
  cpu_ = open_file(folder_ / "cpu.stat", O_RDONLY);
  events_ = open_file(folder_ / "cgroup.events", O_RDONLY);
  freeze_ = open_file(folder_ / "cgroup.freeze", O_WRONLY);
  if (!members_ || !cpu_ || !events_ || !freeze_) {
    throw text::SystemError("use the control group", folder_);
  }
  if (kill) kill_ = open_file(folder_ / "cgroup.kill", O_WRONLY);
}

void ControlGroup::limit(const Limits& limits) const noexcept {
  const auto number = [](std::size_t value) {
    return value == 0 ? std::string("max") : std::to_string(value);
  };
  put(folder_ / "memory.max", number(limits.memory));
  put(folder_ / "memory.swap.max", limits.memory == 0 ? "max" : "0");
  put(folder_ / "pids.max", std::to_string(limits.tasks()));
}

Duration ControlGroup::cpu() const noexcept {
  return std::chrono::microseconds(number_after(cpu_, "usage_usec "));
}

std::uint64_t ControlGroup::memory_kills() const noexcept {
  return number_after(open_file(folder_ / "memory.events", O_RDONLY), "oom_kill ");
}

bool ControlGroup::event(const char* line) const noexcept {
  std::array<char, 256> text{};
  const ssize_t size = ::pread(events_.get(), text.data(), text.size() - 1, 0);
  return size > 0 && std::string_view(text.data()).find(line) != std::string_view::npos;
}

bool ControlGroup::empty() const noexcept { return event("populated 0"); }

std::vector<pid_t> ControlGroup::members() const {
  std::vector<pid_t> found;
  std::ifstream list(folder_ / "cgroup.procs");
  for (pid_t pid = 0; list >> pid;) found.push_back(pid);
  return found;
}

std::string ControlGroup::name() const {
  return "/" + folder_.parent_path().filename().string() + "/" + folder_.filename().string();
}

void ControlGroup::freeze() const noexcept { put(freeze_, "1"); }

bool ControlGroup::frozen() const noexcept { return event("frozen 1"); }

void ControlGroup::thaw() const noexcept { put(freeze_, "0"); }

void ControlGroup::kill_all(Waiting& waiting) const noexcept {
  if (!put(kill_, "1")) {
    // Before Linux 5.14: frozen, so that few are made meanwhile; SIGKILL gets through.
    freeze();
    constexpr Duration step = std::chrono::microseconds(50);
    const SteadyTime until = now() + 10 * step;
    do {
      for (const pid_t pid : members()) ::kill(pid, SIGKILL);
    } while (waiting.pause(step, until) && !frozen() && !empty());
    for (const pid_t pid : members()) ::kill(pid, SIGKILL);
  }
  thaw();
}

ControlGroups::~ControlGroups() {
  if (root_.empty()) return;
  for (const ControlGroup& group : free_) ::rmdir(group.folder().c_str());
  free_.clear();
  ::rmdir(root_.c_str());
}

// Tries again if another referee removes the new group before it is locked.
bool ControlGroups::make_root() {
  remove_stale(parent_);
  for (int tries = 0; tries < 10; ++tries) {
    const fs::path name = text::new_folder_if_possible(parent_, prefix);
    if (name.empty()) return false;
    lock_ = open_file(name, O_RDONLY | O_DIRECTORY);
    const bool locked = lock_ && ::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0;
    if (!locked || !fs::exists(name)) continue;
    root_ = name;
    return true;
  }
  return false;
}

std::optional<ControlGroup> ControlGroups::take() {
  if (parent_.empty()) return std::nullopt;
  if (!free_.empty()) {
    ControlGroup group = std::move(free_.back());
    free_.pop_back();
    return group;
  }
  if (root_.empty() && !make_root()) return std::nullopt;
  const fs::path folder = root_ / std::to_string(++made_);
  if (::mkdir(folder.c_str(), 0700) != 0) return std::nullopt;
  try {
    return ControlGroup(folder, kill_);
  } catch (const std::system_error&) {
    ::rmdir(folder.c_str());
    return std::nullopt;
  }
}

void ControlGroups::give_back(ControlGroup group) {
  // Members that the kernel cannot end now: the next referee removes it.
  if (group.empty()) free_.push_back(std::move(group));
}

}  // namespace referee::kernel
