// The support of this kernel and this user for keeping bots apart, determined once.
#pragma once

#include <string>
#include <vector>

namespace referee::walls {

struct Protections {
  bool pidfd = false;            // descriptors of processes; without them no bot is started
  bool seccomp = false;          // system call filters
  bool seccomp_notify = false;   // filters that report what they refused
  bool notify_continue = false;  // and that let it decide: threads and children are counted
  int landlock_abi = 0;          // 0: none; 1: files; 4: TCP too; 6: signals too
  bool close_range = false;      // descriptors closed in one call
  bool root = false;
  std::string cgroup;        // where groups for bots with children go; empty: nowhere
  bool cgroup_kill = false;  // all of a group killed in one call
  std::string kernel;        // "6.1.0-18-amd64"
  int processors = 1;        // number of processors that this process may run on

  friend bool operator==(const Protections&, const Protections&) = default;
};

// Asks the kernel each time it is called; harmless and quick (below 2 ms). Never throws: whatever
// cannot be asked is reported as absent.
Protections probe_protections();

// One protection, as `referee doctor` and the records report it.
struct ProtectionNote {
  std::string name;  // short, the same on every machine: "files", "signals"
  bool available = false;
  bool on = false;     // used for bots that are run now
  std::string means;   // the mechanism: "Landlock ABI 7"
  std::string advice;  // the way to get it; empty if it is on

  friend bool operator==(const ProtectionNote&, const ProtectionNote&) = default;
};

// All protections in a fixed order. `isolated`: as in BotSpec; without it most are
// available but off.
std::vector<ProtectionNote> describe(const Protections& protections, bool isolated = true);

// The names of what `"isolation": "require"` needs and this machine lacks: the walls around files,
// network, child processes, signals and other processes. Empty: all is there.
std::vector<std::string> missing_for_isolation(const Protections& protections);

}  // namespace referee::walls
