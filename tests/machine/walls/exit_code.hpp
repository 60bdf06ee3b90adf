// Work that a test does in a process of its own.
#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace referee::walls {

// The exit code of a process that does `work`, which returns it; negative if a signal ended it.
template <typename Work>
int exit_code_of(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    [&work]() noexcept { ::_exit(work()); }();
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace referee::walls
