// Waits end when what they are for has happened, when their time has come, and when they are
// interrupted.
#include "referee/machine/kernel/waiting.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

namespace {

using namespace std::chrono_literals;
using referee::kernel::SteadyTime;
using referee::kernel::Waiting;

class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe(ends_.data()), 0); }
  ~Pipe() {
    for (const int end : ends_) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void write() const { EXPECT_EQ(::write(ends_[1], "x", 1), 1); }
  [[nodiscard]] pollfd event() const { return {ends_[0], POLLIN, 0}; }

 private:
  std::array<int, 2> ends_{};
};

constexpr SteadyTime never = SteadyTime::max();

TEST(Waiting, EndsWithAnEvent) {
  Waiting waiting;
  const Pipe pipe;
  std::array<pollfd, 2> events{pollfd{}, pipe.event()};
  pipe.write();
  ASSERT_TRUE(waiting.wait_for(events, never));
  EXPECT_NE(events[1].revents, 0);
  EXPECT_FALSE(waiting.interrupted());
}

TEST(Waiting, EndsWithItsTime) {
  Waiting waiting;
  const Pipe pipe;
  std::array<pollfd, 2> events{pollfd{}, pipe.event()};
  const SteadyTime until = referee::kernel::now() + 5ms;
  ASSERT_TRUE(waiting.wait_for(events, until));
  EXPECT_EQ(events[1].revents, 0);
  EXPECT_GE(referee::kernel::now(), until);
  EXPECT_FALSE(waiting.has_time(until));
  EXPECT_FALSE(waiting.pause(1ms, until));
}

TEST(Waiting, APauseIsNotLongerThanItsTime) {
  Waiting waiting;
  const SteadyTime begin = referee::kernel::now();
  EXPECT_TRUE(waiting.pause(30s, begin + 5ms));
  EXPECT_LT(referee::kernel::now() - begin, 15s);
}

// The wait has no end of its own: it hangs if the interruption is lost, whenever it comes.
TEST(Waiting, EndsWithAnInterruption) {
  for (int round = 0; round < 200; ++round) {
    Waiting waiting;
    std::atomic<bool> begun = false;
    std::thread other([&] {
      while (!begun) {
      }
      waiting.interrupt();
    });
    std::array<pollfd, 1> none{};
    begun = true;
    ASSERT_TRUE(waiting.wait_for(none, never));
    EXPECT_TRUE(waiting.interrupted());
    other.join();
  }
}

// What is still to end has a moment for that: pauses go on, but not for ever.
TEST(Waiting, IsShortAfterAnInterruption) {
  Waiting waiting;
  waiting.interrupt();
  const SteadyTime begin = referee::kernel::now();
  while (waiting.pause(1ms, never)) {
  }
  EXPECT_GE(referee::kernel::now() - begin, Waiting::after_interrupt);
  EXPECT_FALSE(waiting.has_time(never));
  const Pipe pipe;
  std::array<pollfd, 2> events{pollfd{}, pipe.event()};
  ASSERT_TRUE(waiting.wait_for(events, never)) << "at once";
  EXPECT_EQ(events[1].revents, 0);
  pipe.write();
  ASSERT_TRUE(waiting.wait_for(events, never));
  EXPECT_NE(events[1].revents, 0) << "what has happened is still seen";
}

TEST(Waiting, AnInterruptionEndsNoWaitTwice) {
  Waiting waiting;
  waiting.interrupt();
  std::array<pollfd, 1> own{};
  const SteadyTime until = referee::kernel::now() + 2ms;
  ASSERT_TRUE(waiting.wait_for(own, until));
  EXPECT_GE(referee::kernel::now(), until) << "else loops that wait would spin";
}

// Which time between two readings of the clock is nobody's, with numbers.

using referee::kernel::Absence;
using referee::kernel::Duration;

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
