// What a bot does, and what it makes the referee do, is on its own clock.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
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

// Ctrl-Z and `fg`, say, or a container that is held: of that time nobody knows what the bot did
// with it, but for what it computed.
TEST(OwnTime, LeavesOutWhatGoesByWhileTheRefereeIsStopped) {
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const pid_t referee = in_child([&ready] {
    Table table(with_budget(scripted("read nap:100 say:done%n drain"), 1s), ClockKind::wall);
    if (::write(ready[1], "x", 1) != 1) ::_exit(2);
    const Turn turn = table.turn();
    ::_exit(!turn.fault && turn.line == "done" && turn.wall < 1s ? 0 : 1);
  });
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::usleep(20'000);  // until it waits
  ::kill(referee, SIGSTOP);
  ::usleep(1'500'000);
  ::kill(referee, SIGCONT);
  int status = 0;
  ASSERT_EQ(::waitpid(referee, &status, 0), referee);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  for (const int end : ready) ::close(end);
}

}  // namespace
