// What a bot does, and what it makes the referee do, is on its own clock.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/tree.hpp"
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
      const referee::kernel::Duration seen(std::stoll(turn.line));
      EXPECT_GE(turn.wall, seen - seen / 50) << work;
    }
  }
}

// Reading takes long enough to think: it has to stop before that.
TEST(OwnTime, ItIsSuspendedBeforeItsStandardErrorIsRead) {
  Table table("flood-err answer answer answer answer answer answer answer answer drain",
              ClockKind::wall);
  const pid_t pid = referee::kernel::members_of(::getpid()).at(1);
  for (int turn = 0; turn < 8; ++turn) {
    ASSERT_FALSE(table.turn().fault);
    const referee::text::Descriptor errors(
        ::open(("/proc/" + std::to_string(pid) + "/fd/2").c_str(), O_RDONLY | O_NONBLOCK));
    int unread = -1;
    ASSERT_EQ(::ioctl(errors.get(), FIONREAD, &unread), 0);
    EXPECT_EQ(unread, 0);
  }
}

// Ctrl-Z and `fg`, say, or a container that is held: of that time nobody knows what the bot did
// with it, but for what it computed. Plays a turn of `script` in a process of its own, which is
// stopped, by `stop` or by `errors`, for more than a second.
enum class Judged { yes, no };
void expect_of_a_stop(Judged judged, const std::string& script,
                      const referee::bot::ErrorSink& errors,
                      const std::function<void(pid_t)>& stop) {
  constexpr auto most = 1s;
  const auto budget = judged == Judged::yes ? std::chrono::minutes(2) : most;
  const pid_t referee = in_child([&] {
    const BotSpec spec = with_budget(scripted(script), budget);
    Host host(referee::walls::probe_protections());
    const auto bot = host.start(spec, ClockKind::wall, errors);
    try {
      const Turn turn = bot->take_turn("go\n");
      if (turn.fault) std::cerr << turn.fault->reason << '\n';
      const bool as_it_was = !turn.fault && turn.line == "done" && turn.wall < most;
      ::_exit(as_it_was && judged == Judged::yes ? 0 : 1);
    } catch (const referee::bot::MatchVoid&) {
      ::_exit(judged == Judged::no ? 0 : 2);
    }
  });
  stop(referee);
  int status = 0;
  ASSERT_EQ(::waitpid(referee, &status, WUNTRACED), referee);
  ASSERT_TRUE(WIFSTOPPED(status));
  const auto end = std::chrono::steady_clock::now() + most + 500ms;
  while (std::chrono::steady_clock::now() < end) ::usleep(1000);
  ::kill(referee, SIGCONT);
  ASSERT_EQ(::waitpid(referee, &status, 0), referee);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

constexpr auto after_half_a_second = "read err:1 nap:500 say:done%n drain";

void expect_of_a_stop_while_it_waits(Judged judged) {
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  expect_of_a_stop(
      judged, after_half_a_second,
      [&](std::string_view) { EXPECT_EQ(::write(ready[1], "x", 1), 1); },
      [&](pid_t referee) {
        char byte = 0;
        ASSERT_EQ(::read(ready[0], &byte, 1), 1);
        wait_until_asleep(referee);
        ::kill(referee, SIGSTOP);
      });
  for (const int end : ready) ::close(end);
}

TEST(OwnTime, LeavesOutWhatGoesByWhileTheRefereeIsStoppedWaiting) {
  expect_of_a_stop_while_it_waits(Judged::yes);
}

TEST(OwnTime, LeavesOutWhatGoesByWhileTheRefereeIsStoppedAtWork) {
  expect_of_a_stop(
      Judged::yes, after_half_a_second, [](std::string_view) { ::raise(SIGSTOP); }, [](pid_t) {});
}

TEST(OwnTime, OfAStopLongerThanTheBudgetMakesTheMatchVoid) {
  expect_of_a_stop_while_it_waits(Judged::no);
}

}  // namespace
