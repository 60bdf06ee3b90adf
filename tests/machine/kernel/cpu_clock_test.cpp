// CPU time of a bot and its children, with a control group and without.
#include "referee/machine/kernel/cpu_clock.hpp"

#include <gtest/gtest.h>
#include <linux/sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "referee/machine/kernel/scheduling.hpp"
#include "tests/folder.hpp"
#include "tests/machine/bot/child.hpp"

namespace {

using namespace std::chrono_literals;
using children::Child;
using namespace referee::kernel;

// Children that were waited for are counted to 10 ms, all of one bot's together.
constexpr Duration blur = 10ms;

// Uses so much CPU time, however busy the machine is.
void compute(Duration time) {
  const ProcessClock own(::getpid());
  while (own.read().value() < time) {
  }
}

void run_child(Duration time) {
  const pid_t child = ::fork();
  if (child == 0) {
    compute(time);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

// They have come and gone between two samples: no look at the processes ever sees them.
TEST(ChildClocks, CountThoseThatNoSampleSaw) {
  const Child bot([](int ready) {
    for (int i = 0; i < 3; ++i) run_child(40ms);
    children::sleep(ready);
  });
  ChildClocks clocks;
  const std::vector<pid_t> alone{bot.pid()};
  const Duration used = clocks.sample(alone, {});
  EXPECT_GE(used, 3 * 40ms - blur);
  EXPECT_TRUE(clocks.any());
  EXPECT_EQ(clocks.total(), used);
  EXPECT_EQ(clocks.sample(alone, {}), used) << "each counts once";
}

TEST(ChildClocks, CountThoseThatLive) {
  const Child bot(children::sleep);
  const Child child([](int ready) {
    compute(30ms);
    children::sleep(ready);
  });
  ChildClocks clocks;
  const std::vector<pid_t> both{bot.pid(), child.pid()};
  EXPECT_GE(clocks.sample(both, {}), 30ms);
}

// With numbers. What nobody waited for may have gone on after it was seen last.
TEST(ChildClocks, KeepWhatThoseThatAreGoneHadAndMayHaveDoneSince) {
  ChildClocks clocks;
  EXPECT_EQ(clocks.add({{7, 30ms}, {8, 1ms}}, {}, 5ms), 31ms);
  EXPECT_EQ(clocks.add({{8, 2ms}}, {}, 5ms), 30ms + 5ms + 2ms);
  EXPECT_EQ(clocks.add({{8, 2ms}}, {}, 5ms), 37ms) << "once";
  EXPECT_EQ(clocks.add({{8, 2ms}}, 50ms, 5ms), 52ms) << "it was waited for";
  EXPECT_EQ(clocks.add({}, {}, {}), 52ms) << "never less than before";
}

TEST(ChildClocks, CountANumberThatIsUsedAgainAsAnotherChild) {
  ChildClocks clocks;
  EXPECT_EQ(clocks.add({{7, 30ms}}, {}, 5ms), 30ms);
  EXPECT_EQ(clocks.add({{7, 10ms}}, {}, 5ms), 30ms + 5ms + 10ms);
  EXPECT_EQ(clocks.add({{7, 12ms}}, {}, 5ms), 47ms);
}

TEST(ChildClocks, TheBotsOwnTimeIsNotTheirs) {
  const Child bot([](int ready) {
    compute(30ms);
    children::sleep(ready);
  });
  ChildClocks clocks;
  const std::vector<pid_t> alone{bot.pid()};
  EXPECT_EQ(clocks.sample(alone, {}), Duration{});
  EXPECT_FALSE(clocks.any());
}

// Clocks of a bot in a control group whose files are plain ones: they say what a test writes.
class GroupClock : public folder::InFolder {
 protected:
  GroupClock() {
    for (const char* name : {"cgroup.procs", "cgroup.events", "cgroup.freeze"}) {
      std::ofstream(folder_ / name).flush();
    }
    group_uses({});
    group_.emplace(folder_, false);
  }
  void group_uses(Duration time) const {
    std::ofstream(folder_ / "cpu.stat") << "usage_usec " << time / 1us << "\nuser_usec 1\n";
  }

  std::optional<ControlGroup> group_;
};

// One that sleeps, and whose own clock therefore stands.
Duration clock_at_rest(const Child& bot) {
  while (activity_of(std::array{bot.pid()}) != Activity::asleep) std::this_thread::yield();
  return ProcessClock(bot.pid()).read().value();
}

TEST_F(GroupClock, HasWhatAllInTheGroupUsedSinceTheProgramBegan) {
  const Child bot(children::sleep);
  const Duration own = clock_at_rest(bot);
  const Duration begin = own / 2;
  group_uses(5ms);
  CpuClock clock(bot.pid(), begin, Offspring::in_group, &*group_);
  EXPECT_EQ(clock.read(), own - begin);
  group_uses(45ms);
  EXPECT_EQ(clock.read(), own - begin + 40ms);
  EXPECT_FALSE(clock.samples());
  group_uses(5ms);
  EXPECT_EQ(clock.read(), own - begin + 40ms) << "never less than before";
}

// The group's clock stands here, so only a reading of the bot's own in between can be more.
TEST_F(GroupClock, HasWhatChildrenUsedAlsoBetweenTwoOfItsReadings) {
  const Child bot(children::spin);
  CpuClock clock(bot.pid(), {}, Offspring::anywhere, &*group_);
  group_uses(1h);
  const Duration first = clock.read();
  EXPECT_GE(first, 1h);
  Duration later = first;
  const auto end = std::chrono::steady_clock::now() + 1min;
  while (later == first && std::chrono::steady_clock::now() < end) later = clock.read();
  EXPECT_GT(later, first);
  EXPECT_LT(later, first + 1min) << "children count once";
}

TEST_F(GroupClock, OfABotThatHasEndedGoesOnWithTheRestOfItsGroup) {
  std::optional<Child> bot(std::in_place, children::sleep);
  const Duration own = clock_at_rest(*bot);
  CpuClock clock(bot->pid(), {}, Offspring::anywhere, &*group_);
  clock.close();
  bot.reset();
  group_uses(40ms);
  EXPECT_EQ(clock.read(), own + 40ms);
}

// A process with this number, which is free; -1 if this user may not choose it.
template <typename Work>
pid_t fork_as(pid_t number, Work work) {
  clone_args how{};
  how.exit_signal = SIGCHLD;
  how.set_tid = reinterpret_cast<std::uintptr_t>(&number);
  how.set_tid_size = 1;
  const auto child = static_cast<pid_t>(::syscall(SYS_clone3, &how, sizeof how));
  if (child == 0) {
    ::alarm(600);
    work();
    ::_exit(0);
  }
  return child;
}

TEST(CpuClock, OfABotThatHasEndedIsNotThatOfTheNextProcessWithItsNumber) {
  std::optional<Child> bot(std::in_place, children::sleep);
  const pid_t number = bot->pid();
  CpuClock clock(number, {}, Offspring::none, nullptr);
  clock.close();
  const Duration used = clock.read();
  bot.reset();
  const pid_t next = fork_as(number, [] { compute(60ms); });
  if (next < 0) GTEST_SKIP() << "this user may not choose a process's number";
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(next), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(clock.read(), used);
  ::waitpid(next, nullptr, 0);
}

}  // namespace
