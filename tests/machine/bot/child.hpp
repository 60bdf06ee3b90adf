// A process of a test's own, for what is told of processes whether they are bots or not.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace children {

// A process of ours that leads a group and does `work` until it is killed.
class Child {
 public:
  template <typename Work>
  explicit Child(Work work) {
    std::array<int, 2> ready{};
    EXPECT_EQ(::pipe(ready.data()), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::alarm(600);
      ::setpgid(0, 0);
      work(ready[1]);
      ::_exit(0);
    }
    ::close(ready[1]);  // so that one that ends too early keeps nobody waiting
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
  }
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

// That its work has begun; once.
inline void tell(int ready) { EXPECT_EQ(::write(ready, "x", 1), 1); }

// What it may do then: sleep, or compute, for ever.
inline void sleep(int ready) {
  tell(ready);
  ::pause();
}
inline void spin(int ready) {
  tell(ready);
  for (;;) {
  }
}

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

}  // namespace children
