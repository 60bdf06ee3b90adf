// Who sleeps, and who only seems to.
#include "referee/machine/kernel/scheduling.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include "referee/machine/kernel/processors.hpp"
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
  const Child sleeper(children::sleep);
  const Child blocked([](int ready) {
    if (::vfork() == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      children::sleep(ready);
      ::_exit(0);
    }
  });
  const Child spinner(children::spin);
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
  const Child sleeper(children::sleep);
  EXPECT_FALSE(is_ending(sleeper.pid()));
  ::kill(sleeper.pid(), SIGSTOP);
  EXPECT_FALSE(is_ending(sleeper.pid()));
  ::kill(sleeper.pid(), SIGKILL);
  EXPECT_TRUE(is_ending(sleeper.pid())) << "before it got a processor, or as it is not reaped";
  // Its first thread has left, and another one lives.
  const Child half([](int ready) {
    std::thread([ready] { children::sleep(ready); }).detach();
    ::syscall(SYS_exit, 0);  // of this thread alone
  });
  EXPECT_FALSE(is_ending(half.pid()));
  ::kill(half.pid(), SIGKILL);
  EXPECT_TRUE(is_ending(half.pid()));
}

using namespace referee::kernel;

TEST(Processors, AreThoseOfTheCallingThread) {
  const std::vector<int> usable = usable_processors();
  ASSERT_FALSE(usable.empty());
  EXPECT_TRUE(std::is_sorted(usable.begin(), usable.end()));
  EXPECT_EQ(processors_of_this_thread(), static_cast<int>(usable.size()));
  EXPECT_NE(std::find(usable.begin(), usable.end(), ::sched_getcpu()), usable.end());
}

// Referees of other tests have processors, too: which one a thread gets is not known.
TEST(Processors, APinnedThreadKeepsToOne) {
  const std::vector<int> before = usable_processors();
  std::thread([&before] {
    const auto claim = pin_this_thread(before.back());
    const std::vector<int> now = usable_processors();
    ASSERT_EQ(now.size(), 1U);
    EXPECT_NE(std::find(before.begin(), before.end(), now[0]), before.end());
    EXPECT_EQ(processors_of_this_thread(), 1);
    EXPECT_EQ(::sched_getcpu(), now[0]);
    std::thread([&now] { EXPECT_EQ(usable_processors(), now); }).join();
    const auto other = pin_this_thread(now[0]);
    EXPECT_EQ(usable_processors(), now) << "the caller's choice of one processor stands";
  }).join();
  EXPECT_EQ(usable_processors(), before) << "other threads stay free";
}

// In a network of its own, where no other referee has a processor.
TEST(Processors, ThoseThatOthersKeepToAreLeftToThem) {
  std::thread([usable = usable_processors()] {
    if (::unshare(CLONE_NEWNET) != 0) GTEST_SKIP() << "needs root";
    std::vector<referee::text::Descriptor> claims;
    std::vector<int> got;
    const auto pin = [&] {
      std::thread([&] {
        claims.push_back(pin_this_thread(usable.back()));
        got.push_back(usable_processors().at(0));
      }).join();
    };
    for (std::size_t i = 0; i < usable.size(); ++i) pin();
    EXPECT_EQ(got[0], usable.back());
    EXPECT_EQ(std::set<int>(got.begin(), got.end()), std::set<int>(usable.begin(), usable.end()));
    pin();
    EXPECT_EQ(got.back(), usable.back()) << "there is none that nobody has";
    EXPECT_FALSE(claims.back());
    const std::size_t free = usable.size() - 1;
    claims[free].reset();
    pin();
    EXPECT_EQ(got.back(), got[free]);
    EXPECT_TRUE(claims.back());
  }).join();
}

TEST(Processors, DemandIsAShareOfTheTime) {
  const ProcessorDemand demand;
  for (int i = 0; i < 100; ++i) {
    const double waited = demand.waited();
    EXPECT_GE(waited, 0.0);
    EXPECT_LE(waited, 1.0);
  }
}

}  // namespace
