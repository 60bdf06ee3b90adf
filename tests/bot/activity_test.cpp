// Who sleeps, and who only seems to.

#include "referee/bot/activity.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <span>
#include <thread>
#include <vector>

#include "child.hpp"
#include "referee/bot/scheduling.hpp"
#include "support.hpp"

namespace {

using namespace support;
using children::Child;
using children::tell;
using referee::bot::Activity;
using referee::bot::activity_at_once;
using referee::bot::activity_of;

void wait_until_asleep(pid_t process) {
  while (activity_of(std::array{process}) != Activity::asleep) std::this_thread::yield();
}

// Sleeps, but answers each byte that it is sent.
class Echo {
 public:
  Echo() { wait_until_asleep(child_.pid()); }
  ~Echo() {
    for (const int end : {to_[0], to_[1], from_[0], from_[1]}) ::close(end);
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  [[nodiscard]] pid_t pid() const { return child_.pid(); }
  // Lets it run, until it sleeps again.
  void wake() {
    char byte = 'x';
    EXPECT_EQ(::write(to_[1], &byte, 1), 1);
    EXPECT_EQ(::read(from_[0], &byte, 1), 1);
    wait_until_asleep(child_.pid());
  }

 private:
  static std::array<int, 2> pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    return ends;
  }

  const std::array<int, 2> to_ = pipe();
  const std::array<int, 2> from_ = pipe();
  const Child child_{[this](int ready) {
    tell(ready);
    for (char byte = 0; ::read(to_[0], &byte, 1) == 1;) {
      if (::write(from_[1], &byte, 1) != 1) return;
    }
  }};
};

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
  const auto at_once = [](std::span<const pid_t> processes) {
    return activity_at_once([&] { return std::vector<pid_t>(processes.begin(), processes.end()); });
  };
  EXPECT_EQ(at_once(of.first(1)), Activity::asleep);
  EXPECT_EQ(at_once(of.first(2)), Activity::blocked);
  EXPECT_EQ(at_once(of), Activity::computing);
}

// Each is asleep whenever it is looked at.
TEST(Activity, ThoseThatHaveRunBetweenTwoLooksAreNotAsleep) {
  if (!std::filesystem::exists("/proc/self/schedstat"))
    GTEST_SKIP() << "this kernel does not count";
  Echo one;
  Echo other;
  int looks = 0;
  EXPECT_EQ(activity_at_once([&] {
              if (++looks == 2) one.wake();
              return std::vector<pid_t>{other.pid(), one.pid()};
            }),
            Activity::waiting);
  EXPECT_EQ(looks, 2);
  EXPECT_EQ(activity_at_once([&] {
              return std::vector<pid_t>{other.pid(), one.pid()};
            }),
            Activity::asleep);
}

// A bot whose children end and are followed by others, say.
TEST(Activity, ThoseThatHaveBegunOrEndedBetweenTwoLooksAreNotAsleep) {
  Echo one;
  Echo other;
  std::vector<pid_t> there{one.pid(), other.pid()};
  int looks = 0;
  EXPECT_EQ(activity_at_once([&] {
              if (++looks == 2) there.pop_back();
              return there;
            }),
            Activity::waiting);
  looks = 0;
  EXPECT_EQ(activity_at_once([&] {
              if (++looks == 2) there.push_back(other.pid());
              return there;
            }),
            Activity::waiting);
}

TEST(Activity, OneThatComputesInTheSecondLookDoes) {
  Echo sleeper;
  const Child spinner([](int ready) {
    tell(ready);
    for (;;) {
    }
  });
  int looks = 0;
  EXPECT_EQ(activity_at_once(
                [&] { return std::vector<pid_t>{++looks == 1 ? sleeper.pid() : spinner.pid()}; }),
            Activity::computing);
}

// It asks for more timers than it may have. To count those that it has takes us longer than it
// takes to ask, and meanwhile it sleeps; beyond its wall limit that excuses it like one that is
// blocked: 25 times for 20 ms. On a busy machine it waits for a processor, too, and so long that it
// may use up its budget.
TEST(Activity, OneThatWaitsForOurAnswerIsNotAsleep) {
  Table table(with_budget(scripted("read nap:700 timers:1000000000"), 500ms));
  const Turn turn = table.turn();
  ASSERT_TRUE(turn.fault);
  if (turn.fault->reason == "used more than its budget of 0.5 s of CPU time") return;
  EXPECT_EQ(turn.fault->reason,
            "took more than the wall limit of 1.5 s, 3 times its budget of CPU time");
  EXPECT_GE(turn.wall, 1500ms + 25 * 20ms);
}

}  // namespace
