#include "referee/bot/protections.hpp"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "referee/bot/landlock.hpp"

namespace referee::bot {
namespace {

bool seccomp_action(std::uint32_t action) {
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &action) == 0;
}

int landlock_abi() {
  constexpr unsigned version = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  const long abi = landlock::create_ruleset(nullptr, 0, version);
  return abi < 0 ? 0 : static_cast<int>(abi);
}

}  // namespace

Protections probe_protections() {
  Protections found;
  found.seccomp = seccomp_action(SECCOMP_RET_ERRNO);
  found.seccomp_notify = found.seccomp && seccomp_action(SECCOMP_RET_USER_NOTIF);
  found.landlock_abi = landlock_abi();
  // An empty range far above every descriptor: only tells whether the call exists.
  found.close_range = ::syscall(SYS_close_range, INT_MAX, INT_MAX, 0U) == 0;
  found.root = ::geteuid() == 0;
  return found;
}

}  // namespace referee::bot
