// Whose time is what: what a bot does, and what it makes the referee do, is on its own clock; out
// of turn it rests.
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
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/kernel/scheduling.hpp"
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
  for (int turn = 0; turn < 8; ++turn) {
    ASSERT_FALSE(table.turn().fault);
    const referee::text::Descriptor errors(
        ::open(("/proc/" + std::to_string(table.pid()) + "/fd/2").c_str(), O_RDONLY | O_NONBLOCK));
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
    ProcessHost host(referee::walls::probe_protections());
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

using referee::kernel::Activity;
using referee::kernel::Rest;

// One that is watched, and a rival that computes for 20 ms and answers.
class Duel {
 public:
  Duel(BotSpec watched, ClockKind clock)
      : watched_(std::move(watched)),
        rival_(scripted("read burn:20000 say:x%n loop")),
        host_(referee::walls::probe_protections()),
        bot_(host_.start(watched_, clock)),
        pid_(started_since(before_).value()),
        other_(host_.start(rival_, clock)) {}

  void ask(const std::string& lines = "go\n") { expect_answer(bot_->take_turn(lines)); }
  void ask_rival() { expect_answer(other_->take_turn("go\n")); }
  [[nodiscard]] bool is_stopped() const {
    return referee::kernel::rest_of(std::array{pid_}) == Rest::stopped;
  }
  void wait_until_asleep() const {
    while (referee::kernel::activity_of(std::array{pid_}) != Activity::asleep) ::usleep(100);
  }
  [[nodiscard]] referee::kernel::Duration used() const {
    return referee::kernel::ProcessClock(pid_).read().value();
  }
  // What it uses in a turn of the rival's.
  referee::kernel::Duration used_in_rivals_turn() {
    const auto before = used();
    ask_rival();
    return used() - before;
  }

 private:
  static void expect_answer(const Turn& turn) { EXPECT_FALSE(turn.fault) << turn.fault->reason; }

  BotSpec watched_;
  BotSpec rival_;
  std::vector<pid_t> before_ = processes_below();
  ProcessHost host_;
  std::unique_ptr<Bot> bot_;
  pid_t pid_;
  std::unique_ptr<Bot> other_;
};

BotSpec hostile(const std::string& name) {
  BotSpec spec = scripted("");
  spec.command = referee::program::resolve_command(built::word("hostile") + " " + name, "/");
  return spec;
}

// The turns of one that plays first.
std::string turn_of_game(int turn) { return turn == 0 ? "H1\nG2\nG1\nF3\nF2\nStart\n" : "F1=1\n"; }

class AttackersOutOfTurn : public testing::TestWithParam<const char*> {};

// It is stopped in the first turns of its rival's, and before the later ones begin; unless it has
// used next to nothing in those, as where others want the processors that it gives up.
TEST_P(AttackersOutOfTurn, AreStoppedFromThenOn) {
  Duel duel(hostile(GetParam()), ClockKind::cpu);
  bool marked = false;
  constexpr int turns = 15;
  referee::kernel::Duration out_of_turn{};
  for (int turn = 0; turn < turns && !marked; ++turn) {
    duel.ask(turn_of_game(turn));
    marked = duel.is_stopped();
    const auto before = duel.used();
    // It may be woken, or have got no processor yet, when it has been looked at last.
    for (int more = 0; more < 50 && !marked; ++more) {
      duel.ask_rival();
      if (duel.is_stopped()) break;
    }
    EXPECT_TRUE(duel.is_stopped());
    out_of_turn += duel.used() - before;
  }
  if (!marked) {
    EXPECT_LE(out_of_turn, 200us + turns * 20us);
    return;
  }
  EXPECT_EQ(duel.used_in_rivals_turn(), 0ns);
}

INSTANTIATE_TEST_SUITE_P(Names, AttackersOutOfTurn,
                         testing::Values("storm-of-moved-pages", "storm-of-direct-reads",
                                         "streams-memory", "storm-of-yields",
                                         "storm-of-interval-signals", "wakes-late",
                                         "storm-of-protection", "storm-of-faults",
                                         "storm-of-futexes", "churn-in-scratch"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(OutOfTurn, OneThatRestsIsLeftAlone) {
  Duel duel(scripted("answer loop"), ClockKind::cpu);
  for (int turn = 0; turn < 10; ++turn) {
    duel.ask();
    duel.wait_until_asleep();
    EXPECT_EQ(duel.used_in_rivals_turn(), 0ns);
    EXPECT_FALSE(duel.is_stopped());
  }
}

// A start may take long; that is no reason to stop it later on.
TEST(OutOfTurn, OneThatIsStartingGoesOnInItsTurn) {
  Duel duel(scripted("burn:300000 answer answer drain"), ClockKind::cpu);
  duel.ask_rival();
  EXPECT_TRUE(duel.is_stopped());
  for (int turn = 0; turn < 2; ++turn) {
    duel.ask();
    EXPECT_FALSE(duel.is_stopped());
    duel.wait_until_asleep();
  }
}

TEST(OutOfTurn, OneThatMayPonderDoes) {
  for (const ClockKind clock : {ClockKind::cpu, ClockKind::wall}) {
    BotSpec spec = scripted("answer burn:100000000");
    spec.ponders = true;
    Duel duel(spec, clock);
    duel.ask();
    for (int turn = 0; turn < 3; ++turn) {
      duel.ask_rival();
      EXPECT_FALSE(duel.is_stopped());
    }
  }
}

}  // namespace
