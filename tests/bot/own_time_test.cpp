// What a bot does, and what it makes the referee do, is on its own clock.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string>

#include "referee/bot/descriptor.hpp"
#include "referee/bot/tree.hpp"
#include "support.hpp"

namespace {

using namespace support;

// The time that the bot saw go by in its turn lies within the time that the referee saw. Only looks
// at limits may be taken off, of which there is one in 50 ms.
TEST(OwnTime, IncludesWhatABotMakesTheRefereeDo) {
  for (const ClockKind clock : {ClockKind::cpu, ClockKind::wall}) {
    for (const std::string work : {"refuse:5000", "err:50000000", "threads:20 burn:10000"}) {
      Table table("read " + work + " elapsed drain", clock);
      const Turn turn = table.turn();
      ASSERT_FALSE(turn.fault) << work << ": " << turn.fault->reason;
      const referee::bot::Duration seen(std::stoll(turn.line));
      EXPECT_GE(turn.wall, seen - seen / 50) << work;
    }
  }
}

// Reading takes long enough to think: it has to stop before that.
TEST(OwnTime, ItIsSuspendedBeforeItsStandardErrorIsRead) {
  Table table("flood-err answer answer answer answer answer answer answer answer drain",
              ClockKind::wall);
  const pid_t pid = referee::bot::members_of(::getpid()).at(1);
  for (int turn = 0; turn < 8; ++turn) {
    ASSERT_FALSE(table.turn().fault);
    const referee::bot::Descriptor errors(
        ::open(("/proc/" + std::to_string(pid) + "/fd/2").c_str(), O_RDONLY | O_NONBLOCK));
    int unread = -1;
    ASSERT_EQ(::ioctl(errors.get(), FIONREAD, &unread), 0);
    EXPECT_EQ(unread, 0);
  }
}

}  // namespace
