// Control groups (version 2) for bots that may have children: all of their CPU time
// is counted, and all of them are stopped or killed at once, wherever they hid.
//
// No controller is needed for that. If the memory and pids controllers are delegated to the referee
// as well, their limits are set too.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/waiting.hpp"

namespace referee::kernel {

// The folder in which this process may make groups and move its children into them:
// its own group. Empty without one. Makes and removes a group to find out.
std::filesystem::path usable_cgroup();

class ControlGroup {
 public:
  // An existing group's folder. `kill`: this kernel can kill all members in one call. Throws
  // std::system_error if its files cannot be opened.
  ControlGroup(std::filesystem::path folder, bool kill);

  // A process joins by writing "0" to this descriptor.
  [[nodiscard]] int joining() const noexcept { return members_.get(); }
  // Sets the limits that the group's controllers support; without them nothing.
  void limit(const Limits& limits) const noexcept;
  // The CPU time of everything that ever ran in it, in whole microseconds.
  [[nodiscard]] Duration cpu() const noexcept;
  // The number of times that the kernel killed a member because of the memory limit.
  [[nodiscard]] std::uint64_t memory_kills() const noexcept;
  // All members that are alive.
  [[nodiscard]] std::vector<pid_t> members() const;
  [[nodiscard]] bool empty() const noexcept;
  // The last part of the group's path, as the kernel gives it in /proc/PID/cgroup.
  [[nodiscard]] std::string name() const;
  // Begins to suspend all members; frozen() tells when none moves any more.
  void freeze() const noexcept;
  [[nodiscard]] bool frozen() const noexcept;
  void thaw() const noexcept;
  // Kills all members, children of children included. Waits for no end.
  void kill_all(Waiting& waiting) const noexcept;

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  [[nodiscard]] bool event(const char* line) const noexcept;

  std::filesystem::path folder_;
  text::Descriptor members_;
  text::Descriptor cpu_;
  text::Descriptor events_;
  text::Descriptor freeze_;
  text::Descriptor kill_;  // since Linux 5.14; else empty
};

// The groups of one host, used again from bot to bot.
class ControlGroups {
 public:
  // `parent`: usable_cgroup(); empty: no groups. `kill`: as for ControlGroup.
  ControlGroups(std::filesystem::path parent, bool kill)
      : parent_(std::move(parent)), kill_(kill) {}
  ~ControlGroups();
  ControlGroups(const ControlGroups&) = delete;
  ControlGroups& operator=(const ControlGroups&) = delete;

  // An empty group, or nothing on a machine without them.
  std::optional<ControlGroup> take();
  // A group that still has processes is not used again.
  void give_back(ControlGroup group);

 private:
  bool make_root();

  std::filesystem::path parent_;
  bool kill_;
  std::filesystem::path root_;  // one group that holds all of ours
  text::Descriptor lock_;       // tells later referees that it is in use
  std::vector<ControlGroup> free_;
  int made_ = 0;
};

}  // namespace referee::kernel
