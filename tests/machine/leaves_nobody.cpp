// A test of the machine that leaves a process, alive or not waited for, has failed: the next one
// may take it for its own. (Elsewhere judges live on, which their thread keeps for its next game.)
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>

namespace {

bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

class LeavesNobody : public testing::EmptyTestEventListener {
  // Whoever has started the tests may have left them some.
  void OnTestStart(const testing::TestInfo&) override { had_some_ = has_children(); }
  void OnTestEnd(const testing::TestInfo& test) override {
    EXPECT_TRUE(had_some_ || !has_children())
        << test.test_suite_name() << "." << test.name() << " has left a process";
  }

  bool had_some_ = false;
};

[[maybe_unused]] const bool listens = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new LeavesNobody);
  return true;
}();

}  // namespace
