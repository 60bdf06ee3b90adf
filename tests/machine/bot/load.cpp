#include "load.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace load {
namespace {

[[noreturn]] void compute(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);  // it was gone before the signal was asked for
  ::setsid();
  // Bounded whatever happens: an hour of computing.
  const rlimit most{3600, 3600};
  ::setrlimit(RLIMIT_CPU, &most);
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int i = 0; i < CPU_SETSIZE; ++i) CPU_SET(static_cast<std::size_t>(i), &all);
  ::sched_setaffinity(0, sizeof all, &all);
  volatile bool go_on = true;
  while (go_on) {
  }
  ::_exit(0);
}

}  // namespace

BusyLoops::BusyLoops(int count) {
  const pid_t parent = ::getpid();
  for (int i = 0; i < count; ++i) {
    const pid_t loop = ::fork();
    if (loop < 0) throw std::system_error(errno, std::generic_category(), "cannot fork");
    if (loop == 0) compute(parent);
    loops_.push_back(loop);
  }
}

BusyLoops::~BusyLoops() {
  for (const pid_t loop : loops_) ::kill(loop, SIGKILL);
  for (const pid_t loop : loops_) {
    while (::waitpid(loop, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace load
