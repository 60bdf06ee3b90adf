// CPU time of children where no control group adds it up.
#include "referee/machine/kernel/cpu_clock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <vector>

#include "tests/machine/bot/child.hpp"

namespace {

using namespace std::chrono_literals;
using children::Child;
using referee::kernel::ChildClocks;
using referee::kernel::Duration;
using referee::kernel::ProcessClock;

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
    children::tell(ready);
    ::pause();
  });
  ChildClocks clocks;
  const std::vector<pid_t> alone{bot.pid()};
  const Duration used = clocks.sample(alone, {});
  EXPECT_GE(used, 3 * 40ms - blur);
  EXPECT_TRUE(clocks.any());
  EXPECT_EQ(clocks.total(), used);
  EXPECT_EQ(clocks.sample(alone, {}), used) << "each counts once";
}

TEST(ChildClocks, CountThoseThatLiveAndWhatTheyHadWhenTheyWereGone) {
  const Child bot([](int ready) {
    children::tell(ready);
    ::pause();
  });
  const auto busy = [](int ready) {
    compute(30ms);
    children::tell(ready);
    ::pause();
  };
  ChildClocks clocks;
  Duration used{};
  {
    const Child child(busy);
    const std::vector<pid_t> both{bot.pid(), child.pid()};
    used = clocks.sample(both, {});
    EXPECT_GE(used, 30ms);
  }
  // Nobody of the bot's has waited for it.
  const std::vector<pid_t> alone{bot.pid()};
  EXPECT_EQ(clocks.sample(alone, {}), used);
  const Child another(busy);
  const std::vector<pid_t> both{bot.pid(), another.pid()};
  EXPECT_GE(clocks.sample(both, {}), used + 30ms);
}

// What nobody waited for may have gone on after it was seen last.
TEST(ChildClocks, AddWhatOneThatVanishedMayHaveDoneSince) {
  const Child bot([](int ready) {
    children::tell(ready);
    ::pause();
  });
  ChildClocks clocks;
  Duration used{};
  {
    const Child child([](int ready) {
      compute(30ms);
      children::tell(ready);
      ::pause();
    });
    const std::vector<pid_t> both{bot.pid(), child.pid()};
    used = clocks.sample(both, 5ms);
  }
  const std::vector<pid_t> alone{bot.pid()};
  EXPECT_EQ(clocks.sample(alone, 5ms), used + 5ms);
  EXPECT_EQ(clocks.sample(alone, 5ms), used + 5ms) << "once";
}

TEST(ChildClocks, TheBotsOwnTimeIsNotTheirs) {
  const Child bot([](int ready) {
    compute(30ms);
    children::tell(ready);
    ::pause();
  });
  ChildClocks clocks;
  const std::vector<pid_t> alone{bot.pid()};
  EXPECT_EQ(clocks.sample(alone, {}), Duration{});
  EXPECT_FALSE(clocks.any());
}

}  // namespace
