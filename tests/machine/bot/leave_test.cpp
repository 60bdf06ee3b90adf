// How a bot that has been told to leave ends, and when it is killed.

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "load.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "sequential.hpp"
#include "support.hpp"

namespace {

using namespace support;

// Is asked to leave after its first turn, and killed; returns how long that took.
std::chrono::nanoseconds expect_killed(BotSpec spec,
                                       Bot::Farewell farewell = Bot::Farewell::polite) {
  Table table(std::move(spec));
  EXPECT_FALSE(table.turn().fault);
  const auto begin = std::chrono::steady_clock::now();
  const auto& departure = table.end(farewell);
  EXPECT_TRUE(departure.killed);
  EXPECT_EQ(departure.signal, SIGKILL);
  return std::chrono::steady_clock::now() - begin;
}

TEST(Leave, KillsWhatStays) {
  // On no machine earlier.
  EXPECT_GE(expect_killed(with_grace(scripted("answer ignore:15 ignore:1 drain wait"), 200ms)),
            200ms);
}

TEST(Leave, KillsWhatGoesOnComputing) {
  expect_killed(with_grace(scripted("answer drain burn:1000000000"), 100ms));
}

// Waiting for a processor does not count: what it would do next is to end.
TEST(Leave, OnABusyMachine) {
  const load::BusyLoops busy(12 * referee::kernel::processors_of_this_thread());
  const auto mistaken = sequential::try_often([] {
    Table table(with_grace(scripted("answer drain burn:30000 exit:3"), 100ms));
    EXPECT_FALSE(table.turn().fault);
    return table.end().exit_code != 3;
  });
  EXPECT_TRUE(mistaken.is_seldom()) << mistaken.text();
}

BotSpec blocked_while_it_leaves(const std::string& milliseconds) {
  BotSpec spec = with_grace(scripted("answer drain block:" + milliseconds + " exit:3"), 300ms);
  spec.isolated = false;
  return spec;
}

// Whoever ends gives back its libraries, for which the kernel needs locks that other programs have.
TEST(Leave, BlockedInTheKernel) {
  Table table(blocked_while_it_leaves("1000"));
  EXPECT_FALSE(table.turn().fault);
  EXPECT_EQ(table.end().exit_code, 3);
}

TEST(Leave, WaitsInTheKernelHaveALimit) {
  BotSpec spec = blocked_while_it_leaves("600000");
  spec.limits.grace_waits = 0ms;
  expect_killed(std::move(spec));
}

// A bot could see to it that it gets no processor.
TEST(Leave, WaitsForAProcessorHaveALimit) {
  const load::BusyLoops busy(12 * referee::kernel::processors_of_this_thread());
  const auto whole_grace = sequential::try_often([] {
    BotSpec spec = with_grace(scripted("answer drain burn:1000000000"), 300ms);
    spec.limits.grace_waits = 0ms;
    Table table(std::move(spec));
    EXPECT_FALSE(table.turn().fault);
    const auto& departure = table.end();
    EXPECT_TRUE(departure.killed);
    return departure.cpu >= 300ms;
  });
  EXPECT_TRUE(whole_grace.is_seldom()) << whole_grace.text();
}

TEST(Leave, GraceHidesNoFlood) {
  BotSpec spec = scripted("answer drain fill:16 wait");
  spec.limits.disk = std::size_t{8} << 20;
  expect_killed(std::move(spec));  // it would leave with exit code 0
}

TEST(Leave, WithoutGrace) { expect_killed(scripted("answer wait"), Bot::Farewell::none); }

TEST(Leave, SuspendedBotHearsTheFarewell) {
  Table table("answer read exit:4", ClockKind::wall);
  EXPECT_FALSE(table.turn().fault);
  EXPECT_EQ(table.end().exit_code, 4);
}

}  // namespace
