// Control groups as bots get them. Where this user may make none, only what holds without them.
#include "referee/machine/kernel/cgroup.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include "referee/machine/kernel/standstill.hpp"
#include "tests/machine/bot/support.hpp"

namespace {

using namespace referee::kernel;
namespace fs = std::filesystem;

TEST(ControlGroups, WithoutAPlaceForThemThereAreNone) {
  ControlGroups none({}, false);
  EXPECT_FALSE(none.take());
  ControlGroups nowhere("/no/such/folder", true);
  EXPECT_FALSE(nowhere.take());
}

TEST(ControlGroups, AFolderThatIsNotAGroupIsRefused) {
  EXPECT_THROW(ControlGroup("/", false), std::system_error);
}

class Groups : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (parent_.empty()) GTEST_SKIP() << "this user may make no control groups here";
  }
  // A process that joins the group and sleeps, or spins, until it is killed.
  static pid_t member(const ControlGroup& group) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(600);
      if (::write(group.joining(), "0", 1) != 1) ::_exit(1);
      while (true) ::pause();
    }
    while (group.empty()) std::this_thread::yield();
    return child;
  }

  const fs::path parent_ = usable_cgroup();
};

TEST_P(Groups, CountFreezeAndKillTheirMembers) {
  ControlGroups groups(parent_, GetParam());
  auto group = groups.take();
  ASSERT_TRUE(group);
  EXPECT_TRUE(group->empty());
  EXPECT_TRUE(group->members().empty());
  EXPECT_TRUE(group->folder().string().ends_with(group->name()));
  EXPECT_EQ(group->memory_kills(), 0U);
  group->limit(Limits{});

  const pid_t child = member(*group);
  EXPECT_EQ(group->members(), std::vector<pid_t>{child});
  group->freeze();
  while (!group->frozen()) std::this_thread::yield();
  group->thaw();
  while (group->frozen()) std::this_thread::yield();

  Waiting waiting;
  group->kill_all(waiting);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  while (!group->empty()) std::this_thread::yield();
  EXPECT_GE(group->cpu(), Duration{});
}

TEST_P(Groups, AreUsedAgainAndLeaveNothing) {
  fs::path folder;
  {
    ControlGroups groups(parent_, GetParam());
    auto group = groups.take();
    ASSERT_TRUE(group);
    folder = group->folder();
    EXPECT_NE(groups.take()->folder(), folder);
    groups.give_back(std::move(*group));
    EXPECT_EQ(groups.take()->folder(), folder);
  }
  // One that was taken and not given back stays until the next referee; its parent is this host's.
  std::error_code ignored;
  for (const auto& left : fs::directory_iterator(folder.parent_path(), ignored)) {
    if (left.is_directory()) ::rmdir(left.path().c_str());
  }
  ::rmdir(folder.parent_path().c_str());
  EXPECT_FALSE(fs::exists(folder));
}

INSTANTIATE_TEST_SUITE_P(, Groups, testing::Bool());

// How long a bot is held still, and what it uses meanwhile.

using namespace support;
using referee::kernel::Standstill;
using referee::kernel::SteadyTime;

TEST(Standstill, CountsForHowLongItHoldsABotStill) {
  const pid_t child = in_child([] {
    while (true) ::pause();
  });
  ASSERT_EQ(::setpgid(child, child), 0);
  const auto comes_to = [child](int state) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(child), &info, state | WEXITED) == 0 &&
           info.si_code == (state == WSTOPPED ? CLD_STOPPED : CLD_CONTINUED);
  };
  const SteadyTime origin{};
  const auto cpu = [&comes_to] {
    EXPECT_TRUE(comes_to(WSTOPPED)) << "it is read after the order to stop";
    return referee::kernel::Duration(7s);
  };
  Standstill standstill;
  standstill.end(origin + 1s);
  standstill.hand_over(origin + 1s);
  EXPECT_EQ(standstill.total(origin + 1s), 0s);
  EXPECT_FALSE(standstill.active());
  EXPECT_EQ(standstill.used(7s), 0s);

  standstill.begin(child, nullptr, origin + 2s, cpu);
  EXPECT_EQ(standstill.used(9s), 2s);
  EXPECT_TRUE(standstill.active());
  EXPECT_EQ(standstill.total(origin + 3s), 1s);
  standstill.begin(child, nullptr, origin + 4s, cpu);
  EXPECT_EQ(standstill.total(origin + 5s), 3s) << "it goes on as it began";
  standstill.end(origin + 6s);
  EXPECT_TRUE(comes_to(WCONTINUED));
  EXPECT_EQ(standstill.total(origin + 9s), 4s);
  EXPECT_EQ(standstill.used(9s), 0s);

  standstill.begin(child, nullptr, origin + 10s, cpu);
  standstill.hand_over(origin + 11s);
  EXPECT_FALSE(standstill.active());
  EXPECT_EQ(standstill.total(origin + 19s), 5s);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WCONTINUED | WNOHANG);
  EXPECT_EQ(info.si_pid, 0) << "somebody else holds it";

  // It is stopped already, so nothing is told of that again.
  standstill.begin(child, nullptr, origin + 20s, [] { return 7s; });
  EXPECT_EQ(standstill.total(origin + 20s + Standstill::longest), 5s + Standstill::longest);
  EXPECT_EQ(standstill.total(origin + 21s + Standstill::longest), 5s + Standstill::longest);
  standstill.end(origin + 22s + Standstill::longest);
  EXPECT_EQ(standstill.total(origin + 40s), 5s + Standstill::longest);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace
