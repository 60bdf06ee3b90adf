// Which bots that run out of time are told that they wait for input.

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

#include "referee/machine/bot/text.hpp"
#include "sequential.hpp"
#include "support.hpp"

namespace {

using namespace support;

// A bot that has forgotten to flush its answer, or reads a line too many, waits for us.
constexpr const char* flush_hint =
    "; it waits for input: does it flush its output after each move, or read a line too many?";
constexpr const char* newline_hint = "; it waits for input, after a line without its newline";

std::string reason_within_100ms(const std::string& script, ClockKind clock) {
  Table table(with_budget(scripted(script), 100ms), clock);
  const Turn turn = table.turn();
  return turn.fault ? turn.fault->reason : "no fault";
}

TEST(Hint, ABotThatWaitsForInputIsToldSo) {
  if (!std::filesystem::exists("/proc/self/wchan")) GTEST_SKIP() << "this kernel does not tell";
  const auto reason = [](const char* script) {
    return reason_within_100ms(script, ClockKind::cpu);
  };
  const std::string late = reason("read read");
  EXPECT_TRUE(late.ends_with(flush_hint)) << late;
  const std::string unfinished = reason("read say:x read");
  EXPECT_TRUE(unfinished.ends_with(newline_hint)) << unfinished;
  EXPECT_EQ(reason("read wait").find("it waits for input"), std::string::npos);
  // Nobody but the bot itself could write into that pipe.
  EXPECT_EQ(reason("read readers:1 wait").find("it waits for input"), std::string::npos);
}

// A bot's waits for a processor are on the wall clock: on a busy machine its budget may be used up
// before it waits for input, but not often.
TEST(Hint, ABotThatWaitsForInputIsToldSoOnTheWallClock) {
  if (!std::filesystem::exists("/proc/self/wchan")) GTEST_SKIP() << "this kernel does not tell";
  const std::string limit = "used more than its budget of 0.1 s of wall time";
  const auto without = [&limit](const std::string& hint, const std::string& script) {
    return sequential::try_often([&] {
      const std::string reason = reason_within_100ms(script, ClockKind::wall);
      EXPECT_TRUE(reason == limit || reason == limit + hint) << reason;
      return reason == limit;
    });
  };
  const auto late = without(flush_hint, "read read");
  EXPECT_TRUE(late.is_seldom()) << "without the hint " << late.text();
  const auto unfinished = without(newline_hint, "read say:x read");
  EXPECT_TRUE(unfinished.is_seldom()) << "without the hint " << unfinished.text();
  EXPECT_EQ(reason_within_100ms("read wait", ClockKind::wall), limit);
}

// It answers while the referee judges it, which takes longer with many threads, and then waits for
// the next lines.
TEST(Hint, ABotThatHasAnsweredTooLateIsNotToldThatItWaitsForInput) {
  int late = 0;
  for (std::chrono::nanoseconds budget = 20ms; budget < 30ms; budget += 200us) {
    BotSpec spec = with_budget(scripted("readers:100 read nap:20 say:x%n drain"), budget);
    spec.limits.memory = std::size_t{4} << 30;  // for their stacks
    Table table(std::move(spec), ClockKind::wall);
    const Turn turn = table.turn();
    if (!turn.fault) continue;
    ++late;
    EXPECT_EQ(turn.fault->reason, "used more than its budget of " +
                                      referee::text::seconds_text(budget) + " of wall time");
  }
  EXPECT_GT(late, 0);
}

}  // namespace
