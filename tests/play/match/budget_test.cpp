// Times as people and files give them.
#include "referee/play/match/budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>

namespace referee::match {
namespace {

using namespace std::chrono_literals;

TEST(Budget, IsANumberOfSecondsWithinItsRange) {
  EXPECT_EQ(duration_of_seconds(1.5), 1500ms);
  EXPECT_EQ(duration_of_seconds(1e-6), 1us);
  EXPECT_EQ(duration_of_seconds(1e6), 1'000'000s);
  for (const double wrong : {0.0, -1.0, 9e-7, 1.1e6, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_FALSE(duration_of_seconds(wrong)) << wrong;
  }
}

TEST(Budget, IsShorterOnAFasterMachine) {
  EXPECT_EQ(here(10s, 2), 5s);
  EXPECT_EQ(there(5s, 2), 10s);
  EXPECT_EQ(here(123456789ns, 1), 123456789ns);
  EXPECT_EQ(here(1us, 100), 1us) << "never below the least";
  EXPECT_EQ(here(1'000'000s, 0.01), 1'000'000s) << "never above the most";
  EXPECT_TRUE(is_speed(0.01) && is_speed(100));
  EXPECT_FALSE(is_speed(0.009) || is_speed(101));
  EXPECT_EQ(here(TimeLimits{4s, {}}, 2), (TimeLimits{2s, {}})) << "no limit stays none";
}

TEST(Budget, IsMeasuredInWholeMicroseconds) {
  EXPECT_EQ(whole_microseconds(1999ns), 1);
  EXPECT_EQ(whole_microseconds(2s), 2'000'000);
}

}  // namespace
}  // namespace referee::match
