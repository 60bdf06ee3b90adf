// Which time between two readings of the clock is nobody's, with numbers.
#include <gtest/gtest.h>

#include "referee/machine/kernel/waiting.hpp"

namespace {

using namespace std::chrono_literals;
using referee::kernel::Absence;
using referee::kernel::Duration;
using referee::kernel::SteadyTime;

// A thread that does one thing after the other; the clock is read after each.
class Thread {
 public:
  void computes(Duration time) { goes_on(time, time, {}); }
  void waits_for_a_processor(Duration time) { goes_on(time, time, {}); }
  void waits(Duration time, Duration wanted) { goes_on(time, {}, wanted); }
  void is_stopped(Duration time) { goes_on(time, {}, {}); }
  // `busy` of it computing or waiting for a processor.
  void goes_on(Duration time, Duration busy, Duration wanted) {
    time_ += time;
    busy_ += busy;
    absence_.note(time_, wanted, [this] {
      ++readings_;
      return busy_;
    });
  }
  [[nodiscard]] Duration away() const { return absence_.total(); }
  [[nodiscard]] int readings() const { return readings_; }

 private:
  SteadyTime time_{1h};
  Duration busy_{7s};
  int readings_ = 0;
  Absence absence_{time_, busy_};
};

TEST(Absence, IsNotWhatTheThreadDidOrWanted) {
  Thread thread;
  thread.computes(3s);
  thread.waits_for_a_processor(3s);
  thread.waits(3s, 3s);
  thread.waits(1ms, Duration::max());  // until something happened
  EXPECT_EQ(thread.away(), 0s);
}

TEST(Absence, IsSeenWhereverItBegins) {
  Thread computing;
  computing.computes(5ms);
  computing.is_stopped(4s);
  EXPECT_EQ(computing.away(), 4s - 5ms) << "what it did since it was asked before is taken off";

  Thread waiting;
  waiting.waits(4s, 50ms);
  EXPECT_EQ(waiting.away(), 4s) << "nobody knows which part of it was wanted";
  waiting.is_stopped(1s);
  EXPECT_EQ(waiting.away(), 5s) << "in all";
}

// Stopped once it gets a processor, or delayed once it goes on.
TEST(Absence, DoesNotIncludeWhatTheThreadWaitedForAProcessor) {
  Thread thread;
  thread.goes_on(4s, 300ms, {});
  EXPECT_EQ(thread.away(), 3700ms);
  thread.goes_on(4s, 300ms, 50ms);
  EXPECT_EQ(thread.away(), 7400ms);
  thread.goes_on(4s, 4s - Absence::ordinary, {});
  thread.goes_on(4s, 4s - Absence::ordinary - 50ms, 50ms);
  EXPECT_EQ(thread.away(), 7400ms);
}

TEST(Absence, LeavesOrdinaryDelaysToTheBot) {
  Thread thread;
  for (int step = 0; step < 100; ++step) {
    thread.is_stopped(Absence::ordinary);
    thread.waits(50ms + Absence::ordinary, 50ms);
  }
  EXPECT_EQ(thread.away(), 0s);
  thread.is_stopped(Absence::ordinary + 1ns);
  EXPECT_EQ(thread.away(), Absence::ordinary + 1ns);
}

// Else a busy turn would hide that the referee was stopped in it.
TEST(Absence, IsNotHiddenByWhatTheThreadDidLongBefore) {
  Thread thread;
  for (int step = 0; step < 3000; ++step) thread.computes(1ms);
  thread.is_stopped(2s);
  EXPECT_GT(thread.away(), 2s - Absence::longest_unread);
  EXPECT_LE(thread.away(), 2s);
}

// In a game of quick turns that costs nothing.
TEST(Absence, AsksSeldomWhatTheThreadDid) {
  Thread thread;
  for (int step = 0; step < 1000; ++step) thread.computes(100us);
  EXPECT_EQ(thread.readings(), 100ms / Absence::longest_unread);
}

}  // namespace
