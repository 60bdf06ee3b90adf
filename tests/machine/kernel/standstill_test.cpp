// How long a bot is held still, and what it uses meanwhile.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/machine/kernel/cgroup.hpp"
#include "tests/machine/bot/support.hpp"

namespace {

using namespace support;
using referee::kernel::Standstill;
using referee::kernel::SteadyTime;

TEST(Standstill, CountsForHowLongItHoldsABotStill) {
  const pid_t child = in_child([] {
    while (true) ::pause();
  });
  ASSERT_EQ(::setpgid(child, child), 0);
  const auto comes_to = [child](int state) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(child), &info, state | WEXITED) == 0 &&
           info.si_code == (state == WSTOPPED ? CLD_STOPPED : CLD_CONTINUED);
  };
  const SteadyTime origin{};
  const auto cpu = [&comes_to] {
    EXPECT_TRUE(comes_to(WSTOPPED)) << "it is read after the order to stop";
    return referee::kernel::Duration(7s);
  };
  Standstill standstill;
  standstill.end(origin + 1s);
  standstill.hand_over(origin + 1s);
  EXPECT_EQ(standstill.total(origin + 1s), 0s);
  EXPECT_FALSE(standstill.active());
  EXPECT_EQ(standstill.used(7s), 0s);

  standstill.begin(child, nullptr, origin + 2s, cpu);
  EXPECT_EQ(standstill.used(9s), 2s);
  EXPECT_TRUE(standstill.active());
  EXPECT_EQ(standstill.total(origin + 3s), 1s);
  standstill.begin(child, nullptr, origin + 4s, cpu);
  EXPECT_EQ(standstill.total(origin + 5s), 3s) << "it goes on as it began";
  standstill.end(origin + 6s);
  EXPECT_TRUE(comes_to(WCONTINUED));
  EXPECT_EQ(standstill.total(origin + 9s), 4s);
  EXPECT_EQ(standstill.used(9s), 0s);

  standstill.begin(child, nullptr, origin + 10s, cpu);
  standstill.hand_over(origin + 11s);
  EXPECT_FALSE(standstill.active());
  EXPECT_EQ(standstill.total(origin + 19s), 5s);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WCONTINUED | WNOHANG);
  EXPECT_EQ(info.si_pid, 0) << "somebody else holds it";

  // It is stopped already, so nothing is told of that again.
  standstill.begin(child, nullptr, origin + 20s, [] { return 7s; });
  EXPECT_EQ(standstill.total(origin + 20s + Standstill::longest), 5s + Standstill::longest);
  EXPECT_EQ(standstill.total(origin + 21s + Standstill::longest), 5s + Standstill::longest);
  standstill.end(origin + 22s + Standstill::longest);
  EXPECT_EQ(standstill.total(origin + 40s), 5s + Standstill::longest);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace
