#include "referee/bot/guardian.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <memory>
#include <thread>

namespace referee::bot {
namespace {

// As on a machine on which it gets no processor.
TEST(Guardian, LeavesNoZombieHoweverLongItNeedsForItsEnd) {
  Waiting waiting;
  auto guardian = std::make_unique<Guardian>(testing::TempDir(), waiting);
  pid_t pid = 0;
  std::ifstream("/proc/thread-self/children") >> pid;
  ASSERT_GT(pid, 0);
  ASSERT_EQ(::kill(pid, SIGSTOP), 0);
  siginfo_t stopped{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(pid), &stopped, WSTOPPED), 0);
  std::thread ending([&] { guardian.reset(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_EQ(::kill(pid, SIGCONT), 0);
  ending.join();
  EXPECT_EQ(::waitpid(pid, nullptr, 0), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace referee::bot
