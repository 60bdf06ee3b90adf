// Verdicts on time, from numbers alone.

#include "referee/bot/account.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace {

using namespace std::chrono_literals;
using referee::bot::Account;
using referee::bot::Activity;
using referee::bot::ClockKind;
using referee::bot::Duration;
using referee::bot::Fault;
using referee::bot::FaultKind;
using referee::bot::Limits;

Limits limits_with(Duration budget) {
  Limits limits;
  limits.budget = budget;
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
  account.charge_wall(400ms);
  account.charge_wall(300ms);
  EXPECT_FALSE(account.over_budget(1h, 300ms));
  EXPECT_EQ(reason(account.over_budget(0ms, 300ms + 1ns)),
            "used more than its budget of 1 s of wall time");
  EXPECT_FALSE(account.over_cpu_budget(1h));
  EXPECT_FALSE(account.late(1h));
}

TEST(Account, SleepersMeetTheWallLimit) {
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  account.charge_wall(200ms);
  EXPECT_FALSE(account.late(100ms));
  EXPECT_TRUE(account.late(100ms + 1ns));
  EXPECT_FALSE(account.overslept(100ms, {}, Activity::asleep));
  EXPECT_EQ(reason(account.overslept(101ms, {}, Activity::asleep)),
            "took more than the wall limit of 0.3 s, 3 times its budget of CPU time");
}

TEST(Account, WaitingForAProcessorIsNoSleep) {
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  EXPECT_FALSE(account.overslept(350ms, {.bot = 50ms}, Activity::asleep));
  EXPECT_TRUE(account.overslept(350ms, {.bot = 49ms}, Activity::asleep));
}

TEST(Account, AnAnswerMayLieUnreadWhileTheRefereeWaits) {
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  // Answered after 10 ms, read after 320.
  account.charge_wall(320ms);
  EXPECT_FALSE(account.overslept(5ms, {.referee = 310ms}, Activity::asleep));
  EXPECT_FALSE(account.overslept(290ms, {.referee = 310ms}, Activity::asleep));
  EXPECT_TRUE(account.overslept(291ms, {.referee = 310ms}, Activity::asleep))
      << "301 ms of its own";
}

// A quota holds both for 60 of 100 ms: the referee's waits must not be taken off once more.
TEST(Account, WaitsOfBothAtOnceAreTakenOffOnce) {
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  Duration turn = 301ms;
  while (!account.overslept(turn, {.bot = turn * 6 / 10, .referee = turn * 6 / 10},
                            Activity::asleep)) {
    turn += 10ms;
    ASSERT_LT(turn, 2s);
  }
  // Of each 100 ms 40 count against the limit of 300 ms and the 181 ms that the referee had waited
  // when the turn was late for the first time.
  EXPECT_EQ(turn, 1211ms);
  // The next turn of one that answers: what the referee waited in this one counts again.
  account.charge_wall(1205ms);
  EXPECT_FALSE(account.overslept(1ms, {.bot = 600ms, .referee = 600ms}, Activity::asleep));
}

TEST(Account, OneThatComputesIsExcusedForAMoment) {
  Account account(ClockKind::cpu, limits_with(100ms), 1);
  EXPECT_FALSE(account.overslept(310ms, {}, Activity::computing));
  EXPECT_FALSE(account.overslept(330ms, {}, Activity::asleep));
  EXPECT_TRUE(account.overslept(331ms, {}, Activity::asleep));
  EXPECT_FALSE(account.overslept(331ms, {}, Activity::computing));
  EXPECT_FALSE(account.overslept(351ms, {}, Activity::asleep));
}

// How often an account excuses a bot that does this beyond its wall limit.
int excuses(Account account, Activity activity) {
  int times = 0;
  for (Duration turn = 301ms; !account.overslept(turn, {}, activity); turn += 21ms) {
    if (++times == 2000) break;
  }
  return times;
}

// It may be another process that makes it wait, or itself by vfork(), or the referee.
TEST(Account, OneThatIsKeptWaitingIsExcusedAFewTimes) {
  const Account account(ClockKind::cpu, limits_with(100ms), 1);
  EXPECT_EQ(excuses(account, Activity::blocked), 25);
  EXPECT_EQ(excuses(account, Activity::waiting), 25);
  EXPECT_EQ(excuses(account, Activity::computing), 2000) << "as often as need be";
  EXPECT_EQ(excuses(account, Activity::asleep), 0);
  // Each excuse is one for 20 ms, and those that are used up say nothing of the other kind.
  Account one = account;
  EXPECT_FALSE(one.overslept(301ms, {}, Activity::blocked));
  EXPECT_FALSE(one.overslept(321ms, {}, Activity::asleep));
  EXPECT_TRUE(one.overslept(322ms, {}, Activity::asleep));
  EXPECT_FALSE(one.overslept(322ms, {}, Activity::waiting));
}

TEST(Account, OneThatWaitsForOthersAloneIsExcusedForHalfAMinute) {
  const Account account(ClockKind::cpu, limits_with(100ms), 1, Account::most_blocked_by_others);
  EXPECT_EQ(excuses(account, Activity::blocked), 1500);
  EXPECT_EQ(excuses(account, Activity::waiting), 25);
}

TEST(Account, ReadsAgainBeforeAnythingCanHaveChanged) {
  Account one(ClockKind::cpu, limits_with(100ms), 1);
  EXPECT_EQ(one.until_next_reading(40ms, 0ms), 60ms);
  const Account four(ClockKind::cpu, limits_with(100ms), 4);
  EXPECT_EQ(four.until_next_reading(40ms, 0ms), 15ms);
  EXPECT_EQ(four.until_next_reading(99ms, 0ms), 1ms) << "not more often";
  EXPECT_EQ(one.until_next_reading(0ms, 280ms), 20ms + 1ns) << "the wall limit";
  EXPECT_FALSE(one.overslept(310ms, {.bot = 30ms, .referee = 20ms}, Activity::asleep));
  EXPECT_EQ(one.until_next_reading(0ms, 310ms), 40ms + 1ns) << "waits are taken off";
  Account official(ClockKind::wall, limits_with(1s), 1);
  official.charge_wall(900ms);
  EXPECT_EQ(official.until_next_reading(0ms, 60ms), 40ms + 1ns);
  EXPECT_EQ(official.until_next_reading(0ms, 200ms), 0ms);
}

}  // namespace
