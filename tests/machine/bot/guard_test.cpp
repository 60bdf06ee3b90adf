// When memory and disk are looked at, and what a look means: with numbers, without processes.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "referee/machine/bot/account.hpp"

namespace {

using namespace std::chrono_literals;
using referee::bot::FaultKind;
using referee::bot::Guard;
using referee::kernel::Duration;
using referee::kernel::Limits;
using referee::kernel::Resources;
using referee::kernel::Scope;
using referee::kernel::SteadyTime;

constexpr SteadyTime start{};
constexpr std::optional<Scope> nothing;

TEST(Guard, LooksFirstAPeriodAfterTheStart) {
  const Limits limits;
  Guard guard(limits, true);
  guard.started(start);
  EXPECT_TRUE(guard.is_first());
  EXPECT_EQ(guard.due(start + 49ms, 1ms), nothing);
  EXPECT_EQ(guard.due(start + 50ms, 1ms), Scope::all);
  guard.begun(Scope::all, start + 50ms, 1ms);
  EXPECT_FALSE(guard.is_first());
}

TEST(Guard, OneThatHasNotComputedHasTakenNothingMore) {
  const Limits limits;
  for (const bool alone : {true, false}) {
    Guard guard(limits, alone);
    guard.begun(Scope::all, start, 1ms);
    guard.ended(Scope::all, start, 0ms);
    EXPECT_EQ(guard.due(start + 1s, 1ms), alone ? nothing : Scope::all) << "its children may have";
    EXPECT_EQ(guard.due(start + 1s, 2ms), Scope::all);
  }
}

TEST(Guard, LooksWithoutLocksWhileALookWaitsForOne) {
  const Limits limits;
  Guard guard(limits, true);
  guard.begun(Scope::all, start, 1ms);
  EXPECT_EQ(guard.due(start + 1s, 2ms), Scope::without_locks);
  guard.begun(Scope::without_locks, start + 1s, 2ms);
  EXPECT_EQ(guard.due(start + 2s, 3ms), nothing) << "one of each at a time";
  guard.ended(Scope::without_locks, start + 2s, 0ms);
  EXPECT_EQ(guard.due(start + 3s, 3ms), Scope::without_locks);
  guard.ended(Scope::all, start + 3s, 0ms);
  EXPECT_EQ(guard.due(start + 4s, 3ms), Scope::all);
}

TEST(Guard, LooksThatCostMuchAreMadeSeldom) {
  const Limits limits;
  Guard guard(limits, true);
  guard.begun(Scope::all, start, 1ms);
  guard.ended(Scope::all, start + 100ms, 30ms);
  EXPECT_EQ(guard.due(start + 399ms, 2ms), nothing);
  EXPECT_EQ(guard.due(start + 400ms, 2ms), Scope::all);
}

TEST(Guard, OneThatKeepsALookWaitingIsStoppedAndAtFaultIfItGoesOn) {
  const Limits limits;
  Guard guard(limits, true);
  EXPECT_FALSE(guard.wants_standstill(1h)) << "nobody looks";
  guard.begun(Scope::all, start, 1s);
  EXPECT_FALSE(guard.wants_standstill(1s + Guard::most_in_motion));
  EXPECT_TRUE(guard.wants_standstill(1s + Guard::most_in_motion + 1ns));
  EXPECT_FALSE(Guard::keeps_us_from_looking(Guard::most_in_spite));
  const auto fault = Guard::keeps_us_from_looking(Guard::most_in_spite + 1ns);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::memory);
  EXPECT_EQ(
      fault->reason,
      "kept the referee from looking at its memory: it used 2 s of CPU time after it had been "
      "stopped for that");
  EXPECT_TRUE(guard.is_looking());
  guard.ended(Scope::all, start, 0ms);
  EXPECT_FALSE(guard.is_looking());
  EXPECT_FALSE(guard.wants_standstill(1h));
}

// While one without locks lasts there is no other after it, so the bot must not go on unseen.
TEST(Guard, OneThatKeepsALookWithoutLocksWaitingIsStoppedToo) {
  const Limits limits;
  Guard guard(limits, true);
  EXPECT_FALSE(guard.is_looking());
  guard.begun(Scope::all, start, 1s);
  guard.begun(Scope::without_locks, start, 2s);
  guard.ended(Scope::all, start, 0ms);
  EXPECT_EQ(guard.due(start + 1s, 3s), nothing);
  EXPECT_TRUE(guard.is_looking());
  EXPECT_FALSE(guard.wants_standstill(2s + Guard::most_in_motion));
  EXPECT_TRUE(guard.wants_standstill(2s + Guard::most_in_motion + 1ns));
  guard.ended(Scope::without_locks, start, 0ms);
  EXPECT_FALSE(guard.is_looking());
  EXPECT_FALSE(guard.wants_standstill(1h));
}

TEST(Guard, JudgesMemoryAndDiskByTheLimits) {
  Limits limits;
  limits.memory = 1000;
  limits.disk = 100;
  Guard guard(limits, true);
  Resources use;
  use.memory.now = 1000;
  use.memory.files = 7;
  use.disk.bytes = 100;
  EXPECT_FALSE(guard.judge(use));
  EXPECT_EQ(guard.file_memory(), 7U);
  use.disk.bytes = 101;
  ASSERT_TRUE(guard.judge(use));
  EXPECT_EQ(guard.judge(use)->kind, FaultKind::flood);
  use.disk.obstacle = "too many files";
  EXPECT_EQ(guard.judge(use)->reason, "too many files");
  use.memory.now = 1001;
  EXPECT_EQ(guard.judge(use)->kind, FaultKind::memory);
  limits.memory = 0;
  EXPECT_EQ(guard.judge(use)->kind, FaultKind::flood) << "0: no limit";
}

}  // namespace
