#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include "referee/machine/kernel/scheduling.hpp"

namespace {

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
