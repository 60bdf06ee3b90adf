#include "referee/machine/walls/protections.hpp"

#include <fmt/core.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <exception>

#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/machine/walls/landlock.hpp"

namespace referee::walls {
namespace {

bool seccomp_action(std::uint32_t action) {
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &action) == 0;
}

int landlock_abi() {
  constexpr unsigned version = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  const long abi = landlock::create_ruleset(nullptr, 0, version);
  return abi < 0 ? 0 : static_cast<int>(abi);
}

bool kernel_is_at_least(const std::string& release, int major, int minor) {
  std::array<int, 2> found{};
  if (std::sscanf(release.c_str(), "%d.%d", &found[0], &found[1]) != 2) return false;
  return found >= std::array{major, minor};
}

ProtectionNote note(std::string name, bool available, bool on, std::string means,
                    std::string advice) {
  return {std::move(name), available, available && on, std::move(means),
          available && on ? ""
          : available     ? "run without --trust"
                          : std::move(advice)};
}

}  // namespace

Protections probe_protections() {
  Protections found;
  utsname name{};
  if (::uname(&name) == 0) found.kernel = name.release;
  // Bots get theirs from clone(); under Valgrind that works, and pidfd_open() does not.
  found.pidfd = kernel_is_at_least(found.kernel, 5, 3);
  found.seccomp = seccomp_action(SECCOMP_RET_ERRNO);
  found.seccomp_notify = found.seccomp && seccomp_action(SECCOMP_RET_USER_NOTIF);
  found.notify_continue = found.seccomp_notify && kernel_is_at_least(found.kernel, 5, 5);
  found.landlock_abi = landlock_abi();
  // An empty range far above every descriptor: only tells whether the call exists.
  found.close_range = ::syscall(SYS_close_range, INT_MAX, INT_MAX, 0U) == 0;
  found.root = ::geteuid() == 0;
  found.processors = kernel::processors_of_this_thread();
  try {
    found.cgroup = kernel::usable_cgroup().string();
    found.cgroup_kill = !found.cgroup.empty() && kernel_is_at_least(found.kernel, 5, 14);
  } catch (const std::exception&) {
    // No memory for a path: no groups either.
  }
  return found;
}

std::vector<ProtectionNote> describe(const Protections& found, bool isolated) {
  const std::string landlock = fmt::format("Landlock ABI {}", found.landlock_abi);
  const std::string newer_landlock =
      "needs Landlock: Linux 5.13 with CONFIG_SECURITY_LANDLOCK, and landlock in the list "
      "/sys/kernel/security/lsm";
  const std::string filter = "seccomp filter";
  const std::string need_filter = "needs a kernel with CONFIG_SECCOMP_FILTER";
  const bool signals = found.seccomp || found.landlock_abi >= 6;
  return {
      note("end of processes", found.pidfd, true, found.pidfd ? "process descriptors" : "",
           "needs Linux 5.3; without it no bot can be started"),
      note("resource limits", true, true, "setrlimit", ""),
      note("own session, descriptors and signals", true, true,
           found.close_range ? "close_range" : "close-on-exec", ""),
      note("death with the referee", true, true,
           "parent-death signal; for threads and children a guardian", ""),
      note("files", found.landlock_abi >= 1, isolated, landlock, newer_landlock),
      note("system calls", found.seccomp, isolated, filter + ", only those that bots need",
           need_filter),
      note("network", found.seccomp, isolated, filter, need_filter),
      note("child processes", found.seccomp, isolated, filter, need_filter),
      note("signals", signals, isolated, found.landlock_abi >= 6 ? landlock : filter, need_filter),
      note("memory and descriptors of others", found.seccomp && found.landlock_abi >= 1, isolated,
           filter + " and " + landlock, need_filter),
      note("refusals named in faults", found.seccomp_notify, isolated, "seccomp notification",
           "needs Linux 5.0"),
      note("number of threads, children and timers", found.notify_continue, isolated,
           "seccomp notification", "needs Linux 5.5"),
      note("suspension on the official clock", true, true,
           std::string(found.cgroup.empty() ? "SIGSTOP to every thread" : "frozen control group") +
               ", until seen at rest",
           ""),
      note("exact accounts of children", !found.cgroup.empty(), true,
           found.cgroup.empty() ? "sampling" : "control group " + found.cgroup,
           "control groups count the time of children exactly, and freeze bots on the official "
           "clock: run as root, or as a user inside systemd-run --user --scope -p Delegate=yes"),
      note("no capabilities", true, isolated, found.root ? "dropped" : "an ordinary user has none",
           ""),
  };
}

std::vector<std::string> missing_for_isolation(const Protections& found) {
  std::vector<std::string> missing;
  for (const ProtectionNote& one : describe(found)) {
    constexpr std::array needed{"files", "network", "child processes", "signals",
                                "memory and descriptors of others"};
    const bool is_needed = std::find(needed.begin(), needed.end(), one.name) != needed.end();
    if (is_needed && !one.available) missing.push_back(one.name);
  }
  return missing;
}

}  // namespace referee::walls
