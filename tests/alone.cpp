// In each test program: its tests run in one process in any order. What a test has set of
// variables, folder, umask and adoption of orphans is gone after it; one that leaves a blocked
// signal has failed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

namespace {

using Variables = std::map<std::string, std::string>;

Variables variables() {
  Variables result;
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) {
    const std::string text = *one;
    const auto end = text.find('=');
    if (end != std::string::npos) result.emplace(text.substr(0, end), text.substr(end + 1));
  }
  return result;
}

void restore(const Variables& before) {
  for (const auto& [name, value] : variables()) {
    if (!before.contains(name)) ::unsetenv(name.c_str());
  }
  for (const auto& [name, value] : before) ::setenv(name.c_str(), value.c_str(), 1);
}

bool is_blocked(int signal) {
  sigset_t blocked;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return ::sigismember(&blocked, signal) == 1;
}

class Alone : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override {
    variables_ = variables();
    std::error_code gone;
    folder_ = std::filesystem::current_path(gone);
    umask_ = ::umask(0);
    ::umask(umask_);
    ::prctl(PR_GET_CHILD_SUBREAPER, &adopts_, 0, 0, 0);
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    const std::string name = std::string(test.test_suite_name()) + "." + test.name();
    restore(variables_);
    std::error_code gone;
    std::filesystem::current_path(folder_, gone);
    ::umask(umask_);
    ::prctl(PR_SET_CHILD_SUBREAPER, adopts_, 0, 0, 0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGALRM, SIGUSR1, SIGPIPE}) {
      EXPECT_FALSE(is_blocked(signal)) << name << " has left signal " << signal << " blocked";
    }
  }

  Variables variables_;
  std::filesystem::path folder_;
  mode_t umask_ = 0;
  int adopts_ = 0;
};

[[maybe_unused]] const bool listens = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new Alone);
  return true;
}();

}  // namespace
