// What a program is started with and why it is not started; the life of its process up to its
// burial.
#include "referee/machine/walls/process.hpp"

#include <gtest/gtest.h>
#include <poll.h>
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
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>

#include "referee/machine/walls/launcher.hpp"
#include "tests/folder.hpp"
#include "tests/machine/bot/child.hpp"

namespace referee::walls {
namespace {

class ProcessTest : public folder::InFolder {
 protected:
  Process make(const kernel::Limits& limits) {
    return Process({launcher_, scratch_, groups_, guardian_, waiting_}, limits,
                   {.filtered = true, .reports_threads = true, .freezable = false});
  }
  [[nodiscard]] program::Command shell(const std::string& script) const {
    return program::resolve_command("/bin/sh -c '" + script + "'", folder_);
  }
  static kernel::SteadyTime later() { return kernel::now() + std::chrono::minutes(5); }

  Launcher launcher_{true};
  ScratchFolders scratch_;
  kernel::ControlGroups groups_{{}, false};
  std::optional<Guardian> guardian_;
  kernel::Waiting waiting_;
  Sandbox sandbox_ = Sandbox::limits_only({});
  const kernel::Limits limits_;
};

TEST_F(ProcessTest, TellsHowItEnded) {
  Process process = make(limits_);
  EXPECT_FALSE(process.exists());
  ASSERT_TRUE(std::holds_alternative<Child>(process.start(shell("exit 3"), sandbox_, {})));
  EXPECT_TRUE(process.exists());
  EXPECT_TRUE(process.running());
  EXPECT_EQ(process.offspring(), kernel::Offspring::none);
  EXPECT_EQ(process.members(), std::vector<pid_t>{process.pid()});
  ASSERT_TRUE(process.await_end(later()));
  const Process::End end = process.note_end();
  EXPECT_TRUE(WIFEXITED(end.status));
  EXPECT_EQ(WEXITSTATUS(end.status), 3);
  EXPECT_FALSE(end.out_of_memory);
  EXPECT_FALSE(process.running());
  EXPECT_EQ(process.end(), -1);
  EXPECT_GT(process.clock().read(), kernel::Duration{});
  EXPECT_TRUE(process.bury(later()));
  EXPECT_FALSE(process.exists());
  EXPECT_EQ(process.blind_spot(), "");
}

TEST_F(ProcessTest, IsKilled) {
  Process process = make(limits_);
  auto result = process.start(shell("read line"), sandbox_, {});
  ASSERT_TRUE(std::holds_alternative<Child>(result));
  EXPECT_FALSE(process.await_end(kernel::now())) << "it waits for input";
  EXPECT_TRUE(process.may_be_killed());
  process.kill();
  ASSERT_TRUE(process.await_end(later()));
  EXPECT_EQ(WTERMSIG(process.note_end().status), SIGKILL);
  EXPECT_TRUE(process.bury(later()));
}

TEST_F(ProcessTest, WhatWasNotStartedLeavesNothing) {
  Process process = make(limits_);
  program::Command command = shell("exit");
  command.program = folder_ / "none";
  EXPECT_TRUE(std::holds_alternative<LaunchFailure>(process.start(command, sandbox_, {})));
  EXPECT_FALSE(process.exists());
  EXPECT_TRUE(process.bury(later()));
}

TEST_F(ProcessTest, AFolderOfTheCallersStaysAsItIsLeft) {
  Process process = make(limits_);
  const auto command = shell("echo kept >$TMPDIR/made");
  ASSERT_TRUE(std::holds_alternative<Child>(process.start(command, sandbox_, {}, folder_)));
  ASSERT_TRUE(process.await_end(later()));
  static_cast<void>(process.note_end());
  EXPECT_TRUE(process.bury(later()));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "made"));
}

// As on a machine on which it gets no processor.
TEST(Guardian, LeavesNoZombieHoweverLongItNeedsForItsEnd) {
  kernel::Waiting waiting;
  auto guardian = std::make_unique<Guardian>(testing::TempDir(), waiting);
  pid_t pid = 0;
  std::ifstream children("/proc/thread-self/children");
  while (children >> pid) {  // the last is the newest
  }
  ASSERT_GT(pid, 0);
  ASSERT_EQ(::kill(pid, SIGSTOP), 0);
  siginfo_t stopped{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(pid), &stopped, WSTOPPED), 0);
  std::thread ending([&] { guardian.reset(); });
  // It is this time that it must be waited for.
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_EQ(::kill(pid, SIGCONT), 0);
  ending.join();
  EXPECT_EQ(::waitpid(pid, nullptr, 0), -1);
  EXPECT_EQ(errno, ECHILD);
}

// Its number may be that of another process later.
TEST(Guardian, LeavesAloneWhatItWasToForget) {
  kernel::Waiting waiting;
  const children::Child forgotten(children::sleep);
  const children::Child watched(children::sleep);
  auto guardian = std::make_unique<Guardian>(testing::TempDir() + "none", waiting);
  guardian->watch(forgotten.pid());
  guardian->watch(watched.pid());
  guardian->forget(forgotten.pid());
  guardian.reset();
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(watched.pid()), &info, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(info.si_status, SIGKILL);
  EXPECT_EQ(::kill(forgotten.pid(), SIGCONT), 0);
  info = {};
  ::waitid(P_PID, static_cast<id_t>(forgotten.pid()), &info, WEXITED | WNOWAIT | WNOHANG);
  EXPECT_EQ(info.si_pid, 0) << "it was killed";
}

// How often this process has waited for something.
std::uint64_t waits_of(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  std::uint64_t count = 0;
  for (std::string word; status >> word;) {
    if (word == "voluntary_ctxt_switches:" && status >> count) break;
  }
  return count;
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
  const children::Child leader(children::sleep);
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
  pid_t searcher = 0;  // the youngest
  for (std::ifstream all("/proc/thread-self/children"); all >> searcher;) {
  }
  ASSERT_GT(searcher, 0);
  guardian->watch(leader.pid());
  std::thread ending([&] { guardian.reset(); });
  EXPECT_EQ(signal_that_ended(leader), SIGKILL);
  // So that it is looked for before it can be found: the guardian waits a hundred times for the
  // group, which has its dead leader, and then after each look.
  const auto latest = kernel::now() + std::chrono::minutes(1);
  while (waits_of(searcher) < 104 && kernel::now() < latest) std::this_thread::yield();
  EXPECT_GE(waits_of(searcher), 104U);
  EXPECT_EQ(::write(go_on[1], "x", 1), 1);
  EXPECT_EQ(signal_that_ended(stray), SIGKILL);
  ending.join();
  for (const int end : go_on) ::close(end);
}

namespace fs = std::filesystem;

class LauncherTest : public folder::InFolder {
 protected:
  std::variant<Child, LaunchFailure> launch(const program::Command& command) {
    return launcher_.launch(command, {"ONE=1", "TWO=a b"}, sandbox_, -1);
  }
  [[nodiscard]] program::Command shell(const std::string& script) const {
    return program::resolve_command("/bin/sh -c '" + script + "'", folder_);
  }
  // All that comes out of a pipe up to its end.
  static std::string all_of(const text::Descriptor& pipe) {
    std::string text;
    std::array<char, 4096> buffer{};
    while (true) {
      pollfd one{pipe.get(), POLLIN, 0};
      ::poll(&one, 1, -1);
      const ssize_t got = ::read(pipe.get(), buffer.data(), buffer.size());
      if (got <= 0) return text;
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }

  Launcher launcher_{true};
  const Sandbox sandbox_ = Sandbox::limits_only({});
};

TEST_F(LauncherTest, GivesAProgramThreePipesItsFolderAndItsVariables) {
  auto result = launch(shell("read line; echo $line $ONE \"$TWO\" $HOME; pwd; echo bad >&2"));
  ASSERT_TRUE(std::holds_alternative<Child>(result));
  auto& child = std::get<Child>(result);
  EXPECT_FALSE(child.listener);
  EXPECT_GE(child.cpu_at_exec, kernel::Duration{});
  ASSERT_EQ(::write(child.in.get(), "go\n", 3), 3);
  EXPECT_EQ(all_of(child.out), "go 1 a b\n" + folder_.string() + "\n");
  EXPECT_EQ(all_of(child.err), "bad\n");
  pollfd ended{child.pidfd.get(), POLLIN, 0};
  EXPECT_EQ(::poll(&ended, 1, -1), 1);
  EXPECT_EQ(::waitpid(child.pid, nullptr, 0), child.pid);
}

TEST_F(LauncherTest, GivesAProgramASessionOfItsOwn) {
  auto result = launch(shell("read line"));
  ASSERT_TRUE(std::holds_alternative<Child>(result));
  auto& child = std::get<Child>(result);
  EXPECT_EQ(::getsid(child.pid), child.pid);
  EXPECT_EQ(::getpgid(child.pid), child.pid);
  child.in.reset();
  EXPECT_EQ(::waitpid(child.pid, nullptr, 0), child.pid);
}

TEST_F(LauncherTest, AFailureOfTheBotIsNotOneOfTheMachine) {
  program::Command command = shell("exit");
  command.program = folder_ / "none";
  auto result = launch(command);
  ASSERT_TRUE(std::holds_alternative<LaunchFailure>(result));
  EXPECT_FALSE(std::get<LaunchFailure>(result).environment);
  EXPECT_EQ(
      std::get<LaunchFailure>(result).reason,
      "program '" + command.program.string() + "' could not be started: No such file or directory");

  command = shell("exit");
  command.folder = folder_ / "gone";
  result = launch(command);
  ASSERT_TRUE(std::holds_alternative<LaunchFailure>(result));
  EXPECT_FALSE(std::get<LaunchFailure>(result).environment);
  EXPECT_TRUE(std::get<LaunchFailure>(result).reason.starts_with("folder '"));
  EXPECT_LT(::waitpid(-1, nullptr, WNOHANG), 0) << "not even a zombie is left";
}

}  // namespace
}  // namespace referee::walls
