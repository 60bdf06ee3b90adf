// A bot runs only while it is asked.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "support.hpp"

namespace {

using namespace support;
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
        pid_(referee::kernel::members_of(::getpid()).at(1)),
        other_(host_.start(rival_, clock)) {}

  void ask(const std::string& lines = "go\n") { expect_answer(bot_->take_turn(lines)); }
  void ask_rival() { expect_answer(other_->take_turn("go\n")); }
  [[nodiscard]] bool is_stopped() const {
    return referee::kernel::rest_of(std::array{pid_}) == Rest::stopped;
  }
  void wait_until_asleep() const {
    while (referee::kernel::activity_of(std::array{pid_}) != Activity::asleep) ::usleep(100);
  }
  // What it uses in a turn of the rival's.
  referee::kernel::Duration used_in_rivals_turn() {
    const referee::kernel::ProcessClock clock(pid_);
    const auto before = clock.read();
    ask_rival();
    return clock.read().value() - before.value();
  }

 private:
  static void expect_answer(const Turn& turn) { EXPECT_FALSE(turn.fault) << turn.fault->reason; }

  BotSpec watched_;
  BotSpec rival_;
  Host host_;
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

// It is stopped in the first turns of its rival's, and before the later ones begin.
TEST_P(AttackersOutOfTurn, AreStoppedFromThenOn) {
  Duel duel(hostile(GetParam()), ClockKind::cpu);
  bool marked = false;
  for (int turn = 0; turn < 15 && !marked; ++turn) {
    duel.ask(turn_of_game(turn));
    marked = duel.is_stopped();
    // It may be woken, or have got no processor yet, when it has been looked at last.
    for (int more = 0; more < 50 && !marked; ++more) {
      duel.ask_rival();
      if (duel.is_stopped()) break;
    }
    EXPECT_TRUE(duel.is_stopped());
  }
  ASSERT_TRUE(marked);
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
