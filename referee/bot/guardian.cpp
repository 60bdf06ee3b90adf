#include "referee/bot/guardian.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace referee::bot {
namespace {

// Runs in a copy of a process that may have other threads: system calls only.
[[noreturn]] void guard(int pipe) noexcept {
  ::setsid();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::dup2(pipe, 0);
  ::syscall(SYS_close_range, 1U, ~0U, 0U);
  constexpr std::size_t most = 64;  // a host has two bots at a time
  std::array<pid_t, most> groups{};
  pid_t message = 0;
  // Messages are shorter than a pipe's atomic size, so none comes in parts.
  while (::read(0, &message, sizeof message) == static_cast<ssize_t>(sizeof message)) {
    const pid_t from = message > 0 ? 0 : -message;
    const pid_t to = message > 0 ? message : 0;
    for (pid_t& place : groups) {
      if (place != from) continue;
      place = to;
      break;
    }
  }
  // A member may be making another one: again until there is nobody.
  for (const pid_t group : groups) {
    for (int tries = 0; group > 0 && tries < 100 && ::kill(-group, SIGKILL) == 0; ++tries) {
      const timespec pause{0, 200'000};
      ::nanosleep(&pause, nullptr);
    }
  }
  ::_exit(0);
}

}  // namespace

Guardian::Guardian() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  }
  const Descriptor reading(ends[0]);
  pipe_ = Descriptor(ends[1]);
  pid_ = ::fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "cannot fork");
  if (pid_ == 0) guard(reading.get());
}

Guardian::~Guardian() {
  pipe_.reset();
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Guardian::tell(pid_t message) noexcept {
  // Cannot fail but by the guardian's death; then the kernel's signal remains.
  while (::write(pipe_.get(), &message, sizeof message) < 0 && errno == EINTR) {
  }
}

}  // namespace referee::bot
