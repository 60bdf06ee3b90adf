// Who plays no more: only faults in a row count, in the order of match numbers.
#include "referee/run/tournament/giving_up.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "rules/by_seat.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tournament {
namespace {

using State = GivingUp::State;

// Two bots meet again and again; the first one has seat 0 in even matches.
class Pair {
 public:
  explicit Pair(int limit) : giving_up_(manifest_of(limit), 100) {}

  void pass() {
    config::Pairing pairing;
    pairing.bots =
        passed_ % 2 == 0 ? rules::BySeat<std::size_t>{0, 1} : rules::BySeat<std::size_t>{1, 0};
    giving_up_.pass(passed_++, pairing);
  }
  void note(std::uint64_t match, bool first_failed, bool second_failed = false) {
    formats::GameFigures game{};
    game[match % 2].failed = first_failed;
    game[1 - match % 2].failed = second_failed;
    giving_up_.note(match, game);
  }
  // One after the other: 'x' if the first bot fails. Returns its state after each.
  std::vector<State> play(const char* faults) {
    std::vector<State> states;
    for (; *faults != 0; ++faults) {
      pass();
      note(passed_ - 1, *faults == 'x');
      states.push_back(first());
    }
    return states;
  }
  [[nodiscard]] State first() { return giving_up_.of(0, 0); }
  [[nodiscard]] State second() { return giving_up_.of(0, 1); }

  GivingUp giving_up_;

 private:
  static config::Manifest manifest_of(int limit) {
    auto manifest = test::manifest({test::event("box", {"a", "b"}, 50)});
    manifest.events[0].give_up_after = limit;
    return manifest;
  }
  std::uint64_t passed_ = 0;
};

TEST(GivingUp, AfterSoManyFaultsInARow) {
  Pair pair(3);
  EXPECT_EQ(pair.play("xx-xx-xxx--"),
            (std::vector<State>{State::plays, State::plays, State::plays, State::plays,
                                State::plays, State::plays, State::plays, State::plays,
                                State::given_up, State::given_up, State::given_up}));
  EXPECT_EQ(pair.second(), State::plays) << "whose opponent failed";
  EXPECT_EQ(Pair(1).play("-x-"),
            (std::vector<State>{State::plays, State::given_up, State::given_up}));
}

TEST(GivingUp, NeverWithoutThatKey) {
  Pair pair(0);
  EXPECT_FALSE(pair.giving_up_.wanted());
  for (const State state : pair.play("xxxxx")) EXPECT_EQ(state, State::plays);
}

TEST(GivingUp, IsUnknownWhileSoManyGamesAreRunning) {
  Pair pair(2);
  pair.pass();
  EXPECT_EQ(pair.first(), State::plays) << "one fault would not do";
  pair.pass();
  EXPECT_EQ(pair.first(), State::unknown);
  pair.note(1, false);
  EXPECT_EQ(pair.first(), State::plays) << "whatever becomes of the first one";
  pair.pass();
  pair.note(2, true);
  EXPECT_EQ(pair.first(), State::plays);
  pair.pass();
  EXPECT_EQ(pair.first(), State::unknown);
  pair.note(3, true);
  // Two in a row, but the first game may still have failed or not: that changes nothing.
  pair.note(0, true);
  EXPECT_EQ(pair.first(), State::given_up);
}

TEST(GivingUp, FollowsFromTheOrderOfMatchesAlone) {
  // In the order of numbers: x - x x; in the order of their ends three faults come first.
  Pair pair(3);
  for (int i = 0; i < 4; ++i) pair.pass();
  for (const std::uint64_t match : {3U, 2U, 0U}) pair.note(match, true);
  EXPECT_EQ(pair.first(), State::unknown);
  pair.note(1, false);
  EXPECT_EQ(pair.first(), State::plays);
  EXPECT_EQ(pair.play("x"), std::vector<State>{State::given_up});
}

TEST(GivingUp, AReplacedBotSaysWhyItHasNoProgram) {
  Pair pair(2);
  match::Contestant bot;
  bot.identity.name = "a";
  const auto without = pair.giving_up_.without_program(bot, 0);
  EXPECT_FALSE(without.spec.command);
  EXPECT_EQ(without.spec.launch_fault.kind, bot::FaultKind::given_up);
  EXPECT_EQ(without.spec.launch_fault.reason, "was not started any more after 2 faults in a row");
  EXPECT_EQ(without.identity.name, "a");
  EXPECT_EQ(Pair(1).giving_up_.without_program(bot, 0).spec.launch_fault.reason,
            "was not started any more after a fault");
}

}  // namespace
}  // namespace referee::tournament
