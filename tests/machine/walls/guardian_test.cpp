#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "referee/machine/walls/process.hpp"
#include "tests/machine/bot/child.hpp"

namespace referee::walls {
namespace {

// As on a machine on which it gets no processor.
TEST(Guardian, LeavesNoZombieHoweverLongItNeedsForItsEnd) {
  kernel::Waiting waiting;
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

// From now on /proc shows these bytes as this process's environment, and no arguments. False where
// the kernel cannot do that.
bool show_environment(std::string_view bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  const auto heap_end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  prctl_mm_map map{};
  map.start_brk = map.brk = heap_end;  // of use to us; the rest is only told to others
  map.start_code = map.start_data = map.end_data = map.start_stack = begin;
  map.end_code = begin + 1;
  map.arg_start = map.arg_end = map.env_start = begin;
  map.env_end = begin + bytes.size();
  map.exe_fd = static_cast<std::uint32_t>(-1);
  return ::prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof map, 0) == 0;
}

// One that has left its group is found by its environment; but while it executes a program, it has
// none.
TEST(Guardian, LooksAgainWhileSomebodyExecutesAProgram) {
  unsigned size = 0;
  if (::prctl(PR_SET_MM, PR_SET_MM_MAP_SIZE, &size, 0, 0) != 0 || size != sizeof(prctl_mm_map)) {
    GTEST_SKIP() << "this kernel cannot hide an environment";
  }
  const std::string scratch = testing::TempDir() + "guardian-" + std::to_string(::getpid());
  const std::string environment = "TMPDIR=" + scratch + "/1";
  std::array<int, 2> go_on{};
  ASSERT_EQ(::pipe(go_on.data()), 0);
  const children::Child leader([](int ready) {
    children::tell(ready);
    ::pause();
  });
  const children::Child stray([&](int ready) {
    if (!show_environment(std::string_view(environment).substr(0, 0))) ::_exit(1);
    children::tell(ready);
    char byte = 0;
    if (::read(go_on[0], &byte, 1) != 1) ::_exit(2);
    if (!show_environment(environment)) ::_exit(3);
    ::pause();
  });
  const auto signal_that_ended = [](const children::Child& child) {
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT);
    return info.si_status;
  };
  kernel::Waiting waiting;
  auto guardian = std::make_unique<Guardian>(scratch, waiting);
  guardian->watch(leader.pid());
  std::thread ending([&] { guardian.reset(); });
  EXPECT_EQ(signal_that_ended(leader), SIGKILL);
  // So that it is looked for before it can be found; on a busy machine only after that.
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_EQ(::write(go_on[1], "x", 1), 1);
  EXPECT_EQ(signal_that_ended(stray), SIGKILL);
  ending.join();
  for (const int end : go_on) ::close(end);
}

}  // namespace
}  // namespace referee::walls
