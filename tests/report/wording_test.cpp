#include "referee/report/wording.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace referee::report {
namespace {

using namespace std::chrono_literals;

TEST(Text, Times) {
  EXPECT_EQ(time_text(0ns), "0 us");
  EXPECT_EQ(time_text(85us), "85 us");
  EXPECT_EQ(time_text(999400ns), "999 us");
  EXPECT_EQ(time_text(999600ns), "1.00 ms");
  EXPECT_EQ(time_text(12345us), "12.3 ms");
  EXPECT_EQ(time_text(999600us), "1.00 s");
  EXPECT_EQ(time_text(30s), "30.0 s");
  EXPECT_EQ(time_text(1234s), "1234 s");
}

TEST(Text, Waits) {
  EXPECT_EQ(wait_text(0s), "0 s");
  EXPECT_EQ(wait_text(59s), "59 s");
  EXPECT_EQ(wait_text(60s), "1 min 00 s");
  EXPECT_EQ(wait_text(3599s), "59 min 59 s");
  EXPECT_EQ(wait_text(3600s + 5min), "1 h 05 min");
  EXPECT_EQ(wait_text(100h), "100 h 00 min");
}

TEST(Text, Memory) {
  EXPECT_EQ(memory_used_text(0), "-");
  EXPECT_EQ(memory_used_text(1536), "1.50 KiB");
  EXPECT_EQ(memory_used_text(std::size_t{12} << 20), "12.0 MiB");
  EXPECT_EQ(memory_used_text(std::size_t{3} << 30), "3.00 GiB");
}

TEST(Text, Numbers) {
  EXPECT_EQ(fixed(-1.005, 1), "-1.0");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(std::numeric_limits<double>::max(), 2).size(), 312U);
  EXPECT_EQ(mean_text(7, 2), "3.50");
  EXPECT_EQ(mean_text(0, 3), "0.00");
  EXPECT_EQ(mean_text(0, 0), "-");
}

TEST(Text, ColoursOnlyWhereTheStyleHasThem) {
  EXPECT_EQ(painted("x", Paint::red, {false, 80}), "x");
  EXPECT_EQ(painted("x", Paint::red, {true, 80}), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(painted("x", Paint::none, {true, 80}), "x");
  EXPECT_EQ(painted("", Paint::red, {true, 80}), "");
}

}  // namespace
}  // namespace referee::report
