// What a bot does, and what it makes the referee do, is on its own clock.

#include <gtest/gtest.h>

#include <string>

#include "support.hpp"

namespace {

using namespace support;

// The time that the bot saw go by in its turn lies within the time that the referee saw. Only looks
// at limits may be taken off, of which there is one in 50 ms.
TEST(OwnTime, TheOfficialClockCountsWhatABotMakesTheRefereeDo) {
  for (const std::string work : {"refuse:5000", "err:50000000", "threads:20 burn:10000"}) {
    Table table("read " + work + " elapsed drain", ClockKind::wall);
    const Turn turn = table.turn();
    ASSERT_FALSE(turn.fault) << work << ": " << turn.fault->reason;
    const referee::bot::Duration seen(std::stoll(turn.line));
    EXPECT_GE(turn.wall, seen - seen / 50) << work;
  }
}

}  // namespace
