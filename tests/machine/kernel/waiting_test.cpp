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

}  // namespace
