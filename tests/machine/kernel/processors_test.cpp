#include "referee/machine/kernel/processors.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace {

using namespace referee::kernel;

TEST(Processors, AreThoseOfTheCallingThread) {
  const std::vector<int> usable = usable_processors();
  ASSERT_FALSE(usable.empty());
  EXPECT_TRUE(std::is_sorted(usable.begin(), usable.end()));
  EXPECT_EQ(processors_of_this_thread(), static_cast<int>(usable.size()));
  EXPECT_NE(std::find(usable.begin(), usable.end(), ::sched_getcpu()), usable.end());
}

TEST(Processors, APinnedThreadKeepsToOne) {
  const std::vector<int> before = usable_processors();
  const int last = before.back();
  std::thread([last] {
    pin_this_thread(last);
    EXPECT_EQ(usable_processors(), std::vector<int>{last});
    EXPECT_EQ(processors_of_this_thread(), 1);
    EXPECT_EQ(::sched_getcpu(), last);
    std::thread([last] { EXPECT_EQ(usable_processors(), std::vector<int>{last}); }).join();
  }).join();
  EXPECT_EQ(usable_processors(), before) << "other threads stay free";
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
