#include "referee/run/cluster/stop.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace referee::cluster {
namespace {

using Clock = std::chrono::steady_clock;

TEST(Stop, EndsAWaitOnceItIsAsked) {
  Stop stop;
  EXPECT_FALSE(stop.asked());
  stop.wait_until(Clock::now());  // comes back although nobody has asked
  EXPECT_FALSE(stop.asked());
  std::thread asking([&stop] { stop.ask(); });
  stop.wait_until(Clock::now() + std::chrono::hours(1));
  EXPECT_TRUE(stop.asked());
  asking.join();
  stop.ask();
  EXPECT_TRUE(stop.asked());
}

}  // namespace
}  // namespace referee::cluster
