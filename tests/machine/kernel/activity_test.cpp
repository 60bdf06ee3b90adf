// Who sleeps, and who only seems to.

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <span>
#include <thread>
#include <vector>

#include "referee/machine/kernel/scheduling.hpp"
#include "tests/machine/bot/child.hpp"
#include "tests/machine/bot/support.hpp"

namespace {

using namespace support;
using children::Child;
using children::tell;
using referee::kernel::Activity;
using referee::kernel::activity_of;

void wait_until_asleep(pid_t process) {
  while (activity_of(std::array{process}) != Activity::asleep) std::this_thread::yield();
}

TEST(Activity, IsThatOfTheBusiestThread) {
  const Child sleeper([](int ready) {
    tell(ready);
    ::pause();
  });
  const Child blocked([](int ready) {
    if (::vfork() == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      tell(ready);
      ::pause();
      ::_exit(0);
    }
  });
  const Child spinner([](int ready) {
    tell(ready);
    for (;;) {
    }
  });
  const std::vector<pid_t> all{sleeper.pid(), blocked.pid(), spinner.pid()};
  const std::span<const pid_t> of(all);
  wait_until_asleep(sleeper.pid());
  while (activity_of(of.subspan(1, 1)) != Activity::blocked) std::this_thread::yield();
  EXPECT_EQ(activity_of(of.first(2)), Activity::blocked);
  EXPECT_EQ(activity_of(of), Activity::computing);
  EXPECT_EQ(activity_of({}), Activity::asleep);
}

// Beyond its wall limit it asks for what is refused, again and again, and sleeps until we answer.
TEST(Activity, OneThatWaitsForOurAnswerIsNotAsleep) {
  Table table(with_budget(scripted("read nap:1600 refuse:1000000000"), 500ms));
  const Turn turn = table.turn();
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->reason, "used more than its budget of 0.5 s of CPU time");
}

TEST(Ending, IsThatOfAllThreads) {
  using referee::kernel::is_ending;
  const Child sleeper([](int ready) {
    tell(ready);
    ::pause();
  });
  EXPECT_FALSE(is_ending(sleeper.pid()));
  ::kill(sleeper.pid(), SIGSTOP);
  EXPECT_FALSE(is_ending(sleeper.pid()));
  ::kill(sleeper.pid(), SIGKILL);
  EXPECT_TRUE(is_ending(sleeper.pid())) << "before it got a processor, or as it is not reaped";
  // Its first thread has left, and another one lives.
  const Child half([](int ready) {
    std::thread([ready] {
      tell(ready);
      ::pause();
    }).detach();
    ::syscall(SYS_exit, 0);  // of this thread alone
  });
  EXPECT_FALSE(is_ending(half.pid()));
  ::kill(half.pid(), SIGKILL);
  EXPECT_TRUE(is_ending(half.pid()));
}

}  // namespace
