#include "referee/machine/kernel/limits.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace {

using namespace referee::kernel;

TEST(Limits, ClocksHaveTheirNames) {
  for (const ClockKind kind : {ClockKind::cpu, ClockKind::wall}) {
    EXPECT_EQ(clock_kind(name(kind)), kind);
  }
  EXPECT_FALSE(clock_kind("CPU"));
  EXPECT_FALSE(clock_kind(""));
}

TEST(Limits, TheWallLimitFollowsFromTheBudget) {
  Limits limits;
  limits.times.budget = std::chrono::seconds(7);
  EXPECT_EQ(limits.wall_limit(), std::chrono::seconds(21));
}

TEST(Limits, WhatIsChosenIsSetAndTheRestStays) {
  Limits limits;
  ChosenLimits{}.apply_to(limits);
  EXPECT_EQ(limits.memory, 2048 * mebibyte);
  EXPECT_EQ(limits.processes, 0U);
  EXPECT_EQ(limits.disk, 256 * mebibyte);
  ChosenLimits chosen;
  std::uint64_t value = 8;
  for (const LimitKey& key : limit_keys) chosen.*key.value = value++;
  chosen.apply_to(limits);
  EXPECT_EQ(limits.memory, 8 * mebibyte);
  EXPECT_EQ(limits.processes, 9U);
  EXPECT_EQ(limits.threads, 10U);
  EXPECT_EQ(limits.open_files, 11U);
  EXPECT_EQ(limits.file_size, 12 * mebibyte);
  EXPECT_EQ(limits.disk, 13 * mebibyte);
}

TEST(Limits, DefaultsAreWithinTheRangesOfTheirKeys) {
  const Limits limits;
  for (const LimitKey& key : limit_keys) {
    EXPECT_GE(limits.*key.limit, key.least * key.unit) << key.name;
    EXPECT_LE(limits.*key.limit, key.most * key.unit) << key.name;
  }
}

}  // namespace
