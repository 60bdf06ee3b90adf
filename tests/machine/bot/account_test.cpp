// Verdicts on time, from numbers alone.
#include "referee/machine/bot/account.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

namespace {

using namespace std::chrono_literals;
using referee::bot::Account;
using referee::bot::Fault;
using referee::bot::FaultKind;
using referee::kernel::Activity;
using referee::kernel::ClockKind;
using referee::kernel::Duration;
using referee::kernel::Limits;

Limits limits_with(Duration budget) {
  Limits limits;
  limits.times.budget = budget;
  return limits;
}

std::string reason(const std::optional<Fault>& fault) {
  if (!fault) return "";
  EXPECT_EQ(fault->kind, FaultKind::timeout);
  return fault->reason;
}

TEST(Account, ChargesTheDifferenceBetweenReadings) {
  Account account(ClockKind::cpu, limits_with(1s), 1);
  EXPECT_EQ(account.charge_cpu(100ms), 100ms);
  EXPECT_EQ(account.charge_cpu(250ms), 150ms);
  EXPECT_EQ(account.cpu_charged(), 250ms);
  // A clock that is read on another processor may be a little behind.
  EXPECT_EQ(account.charge_cpu(240ms), 0ms);
  EXPECT_EQ(account.cpu_charged(), 250ms);
}

TEST(Account, TheCpuBudgetMayBeUsedUpButNotExceeded) {
  const Account account(ClockKind::cpu, limits_with(500ms), 1);
  EXPECT_FALSE(account.over_budget(500ms, 0ms));
  EXPECT_EQ(reason(account.over_budget(500ms + 1ns, 0ms)),
            "used more than its budget of 0.5 s of CPU time");
  // Wall time alone exceeds no CPU budget.
  EXPECT_FALSE(account.over_budget(1ms, 1h));
}

TEST(Account, TheOfficialClockAddsUpTurnsAndIgnoresCpuTime) {
  Account account(ClockKind::wall, limits_with(1s), 1);
  account.charge_wall(400ms, {});
  account.charge_wall(300ms, {});
  EXPECT_FALSE(account.over_budget(1h, 300ms));
  EXPECT_EQ(reason(account.over_budget(0ms, 300ms + 1ns)),
            "used more than its budget of 1 s of wall time");
  EXPECT_FALSE(account.over_cpu_budget(1h));
  EXPECT_FALSE(account.late(1h));
}

TEST(Account, TheWallLimitIsThreeBudgets) {
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  account.charge_wall(200ms, {});
  EXPECT_FALSE(account.late(100ms));
  EXPECT_TRUE(account.late(100ms + 1ns));
}

// How often a bot that is late may be seen so.
int looks(Activity activity) {
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  int times = 0;
  while (!account.seen(activity) && times < 5000) ++times;
  return times;
}

TEST(Account, OneThatIsLateMaySleepForHalfASecond) {
  EXPECT_EQ(looks(Activity::asleep), 25);
  EXPECT_EQ(looks(Activity::blocked), 1500) << "for others: half a minute";
  EXPECT_EQ(looks(Activity::computing), 5000) << "its CPU time ends it";
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  for (int look = 0; look < 25; ++look) {
    EXPECT_FALSE(account.seen(Activity::asleep));
    EXPECT_FALSE(account.seen(Activity::computing));
  }
  EXPECT_EQ(reason(account.seen(Activity::asleep)),
            "took more than the wall limit of 0.3 s, 3 times its budget of CPU time");
}

TEST(Account, ReadsAgainBeforeAnythingCanHaveChanged) {
  Account one(ClockKind::cpu, limits_with(100ms), 1);
  EXPECT_EQ(one.until_next_reading(40ms, 0ms), 60ms);
  const Account four(ClockKind::cpu, limits_with(100ms), 4);
  EXPECT_EQ(four.until_next_reading(40ms, 0ms), 15ms);
  EXPECT_EQ(four.until_next_reading(99ms, 0ms), 1ms) << "not more often";
  EXPECT_EQ(one.until_next_reading(0ms, 280ms), 20ms + 1ns) << "the wall limit";
  EXPECT_EQ(one.until_next_reading(0ms, 310ms), 20ms) << "for sleep";
  Account official(ClockKind::wall, limits_with(1s), 1);
  official.charge_wall(900ms, {});
  EXPECT_EQ(official.until_next_reading(0ms, 60ms), 40ms + 1ns);
  EXPECT_EQ(official.until_next_reading(0ms, 200ms), 0ms);
}

Limits limits_of_turns(Duration first, Duration every) {
  Limits limits = limits_with(10s);
  limits.times.first_turn = first;
  limits.times.turn = every;
  return limits;
}

TEST(Account, ATurnMayHaveALimitOfItsOwn) {
  Account account(ClockKind::cpu, limits_of_turns(1s, 100ms), 1);
  account.begin_turn();
  EXPECT_EQ(account.until_next_reading(900ms, 0ms), 100ms);
  EXPECT_FALSE(account.over_budget(1s, 0ms));
  EXPECT_EQ(reason(account.over_budget(1s + 1ns, 0ms)),
            "used more than the 1 s that one turn may take of CPU time");
  account.charge_cpu(1s);
  account.begin_turn();
  EXPECT_FALSE(account.over_budget(1s + 100ms, 1h)) << "its wall time ends it by sleep alone";
  EXPECT_TRUE(account.over_budget(1s + 101ms, 0ms));
  EXPECT_FALSE(account.late(300ms));
  EXPECT_TRUE(account.late(301ms));
  account.begin_turn(50ms);
  EXPECT_TRUE(account.over_budget(1s + 51ms, 0ms)) << "one that this turn alone has";
  account.begin_turn();
  EXPECT_FALSE(account.over_budget(1s + 51ms, 0ms));
}

TEST(Account, OneThatSleepsBeyondItsTurnIsTold) {
  Account account(ClockKind::cpu, limits_of_turns({}, 100ms), 1);
  account.begin_turn();
  for (int look = 0; look < 25; ++look) EXPECT_FALSE(account.seen(Activity::asleep, 400ms));
  EXPECT_EQ(reason(account.seen(Activity::asleep, 400ms)),
            "took more than 0.3 s, 3 times the CPU time that one turn may take");
  account.begin_turn();
  EXPECT_FALSE(account.seen(Activity::asleep, 400ms)) << "the next turn begins without it";
}

TEST(Account, TurnsHaveLimitsOnTheOfficialClockToo) {
  Account account(ClockKind::wall, limits_of_turns({}, 100ms), 1);
  account.begin_turn();
  EXPECT_EQ(account.until_next_reading(0ms, 60ms), 40ms + 1ns);
  EXPECT_FALSE(account.over_budget(1h, 100ms));
  EXPECT_EQ(reason(account.over_budget(0ms, 101ms)),
            "used more than the 0.1 s that one turn may take of wall time");
}

// What the referee did not see of a turn decides nothing, until it could be all that is left.
TEST(Account, IsUndecidedWhereWhatWasNotSeenMayBeTooMuch) {
  Account official(ClockKind::wall, limits_with(1s), 1);
  official.charge_wall(300ms, 600ms);
  official.charge_wall(100ms, {});
  EXPECT_FALSE(official.undecided());
  EXPECT_EQ(official.over_budget(0ms, 600ms), std::nullopt);
  official.charge_wall(0ms, 1ns);
  EXPECT_TRUE(official.undecided());
  official.charge_wall(601ms, {});
  EXPECT_FALSE(official.undecided()) << "it has used more than its budget in any case";

  Account turns(ClockKind::wall, limits_of_turns({}, 100ms), 1);
  turns.begin_turn();
  turns.charge_wall(90ms, 10ms);
  EXPECT_FALSE(turns.undecided());
  turns.begin_turn();
  turns.charge_wall(90ms, 11ms);
  EXPECT_TRUE(turns.undecided());

  Account cpu(ClockKind::cpu, limits_with(1s), 1);
  cpu.charge_wall(100ms, 1h);
  EXPECT_FALSE(cpu.undecided()) << "CPU time is always seen";
}

// When memory and disk are looked at, and what a look means: with numbers, without processes.

using referee::bot::Guard;
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
