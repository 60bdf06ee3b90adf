// Matches without faults: all games between hand-made players.
#include <gtest/gtest.h>

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "support.hpp"

namespace {

using namespace match_test;
using namespace std::chrono_literals;
using referee::match::play;

class EveryGame : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] MatchPlan plan(std::uint64_t seed) const {
    return MatchPlan::from_seed(game(GetParam()), seed);
  }
};

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(game_names()),
                         [](const auto& one) { return test_name(one.param); });

TEST_P(EveryGame, IsPlayedToItsEndAndRecorded) {
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const Played played(plan(seed));
    const MatchRecord& record = played.record;
    EXPECT_EQ(record.game, &game(GetParam()));
    EXPECT_EQ(record.seed, seed);
    EXPECT_EQ(record.deal, game(GetParam()).deal(seed));
    EXPECT_TRUE(record.faults.empty());
    ASSERT_GT(record.plies.size(), 20U);
    // Playing by the rules alone must give the same lines and the same result.
    const auto again = record.game->start(record.deal);
    for (const auto& ply : record.plies) {
      ASSERT_FALSE(again->over());
      EXPECT_EQ(again->to_move(), ply.seat);
      EXPECT_FALSE(ply.jury);
      ASSERT_TRUE(again->play(ply.line));
      EXPECT_EQ(again->relayed(), ply.relayed);
    }
    EXPECT_TRUE(again->over());
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(record.scores[i].result, again->result().seats[i]);
    }
  }
}

TEST_P(EveryGame, StatusesAreThoseOfTheBoard) {
  bool decided = false;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const MatchRecord record = Played(plan(seed), {}, seed).record;
    for (const auto& score : record.scores) {
      const std::string_view right = score.result.outcome == rules::Outcome::win    ? "WIN"
                                     : score.result.outcome == rules::Outcome::lose ? "LOSE"
                                                                                    : "DRAW";
      EXPECT_EQ(name(score.status), right);
      decided = decided || right == "WIN";
    }
    const std::string pair =
        std::string(name(record.scores[0].status)) + std::string(name(record.scores[1].status));
    EXPECT_TRUE(pair == "WINLOSE" || pair == "LOSEWIN" || pair == "DRAWDRAW") << pair;
  }
  EXPECT_EQ(decided, !game(GetParam()).cooperative);
}

TEST_P(EveryGame, BothPlayersPartOnceAndAreNeverDismissed) {
  const Played played(plan(3));
  for (const Seat seat : {Seat::first, Seat::second}) {
    EXPECT_EQ(played.player(seat).parted, 1);
    EXPECT_EQ(played.player(seat).dismissed, 0);
  }
}

TEST_P(EveryGame, TheSamePlayersOnTheSameSeedMakeTheSameRecord) {
  const std::string one = without_measured(Played(plan(11)).record).dump();
  const std::string two = without_measured(Played(plan(11)).record).dump();
  EXPECT_EQ(one, two);
  EXPECT_NE(one, without_measured(Played(plan(12)).record).dump());
}

TEST_P(EveryGame, ARecordedGameCanBePlayedAgain) {
  const Played played(plan(5));
  std::array<std::vector<Answer>, 2> answers;
  for (const auto& ply : played.record.plies) {
    answers[rules::index(ply.seat)].push_back({ply.line, std::nullopt, false, {}, {}});
  }
  ReplayPlayer first(answers[0]);
  ReplayPlayer second(answers[1]);
  const MatchRecord again = play(played.plan, first, second);
  EXPECT_EQ(without_measured(again), without_measured(played.record));
  EXPECT_EQ(first.left() + second.left(), 0U);
}

TEST_P(EveryGame, TurnsAreMeasured) {
  const Played played(plan(6));
  const auto& measured = played.record.measured;
  const std::size_t plies = played.record.plies.size();
  EXPECT_EQ(measured.cpu, std::vector<referee::kernel::Duration>(plies, 3us));
  EXPECT_EQ(measured.wall, std::vector<referee::kernel::Duration>(plies, 5us));
  for (const Seat seat : {Seat::first, Seat::second}) {
    const auto turns = static_cast<int>(played.player(seat).reads.size());
    EXPECT_EQ(measured.bots[rules::index(seat)].cpu, turns * 3us);
    EXPECT_EQ(measured.bots[rules::index(seat)].wall, turns * 5us);
  }
}

TEST(Play, PlayersWithoutAnswersFailAtOnce) {
  const MatchPlan plan = MatchPlan::from_seed(game("box"), 1);
  ReplayPlayer first({});
  ReplayPlayer second({});
  const MatchRecord record = play(plan, first, second);
  ASSERT_EQ(record.faults.size(), 2U);
  EXPECT_EQ(record.faults[0].fault.reason, ReplayPlayer::exhausted);
  EXPECT_EQ(record.faults[0].ply, 1);
  EXPECT_EQ(record.faults[1].ply, 2);
  EXPECT_EQ(record.plies.size(), 1U);  // the jury's move for the first
}

TEST(Play, LinesThatCameBeforeTheirTurnAreMarked) {
  const Played played(MatchPlan::from_seed(game("black-hole"), 4));
  std::array<std::vector<Answer>, 2> answers;
  for (const auto& ply : played.record.plies) {
    answers[rules::index(ply.seat)].push_back({ply.line, std::nullopt, false, {}, {}});
  }
  answers[0][1].early = true;   // ply 3
  answers[1][14].early = true;  // ply 30
  ReplayPlayer first(answers[0]);
  ReplayPlayer second(answers[1]);
  const MatchRecord again = play(played.plan, first, second);
  EXPECT_EQ(again.measured.early, (std::vector<int>{3, 30}));
  EXPECT_EQ(without_measured(again), without_measured(played.record));
}

TEST(Play, AnIllegalLineThatCameBeforeItsTurnIsMarked) {
  const MatchPlan plan = MatchPlan::from_seed(game("black-hole"), 4);
  for (const bool early : {true, false}) {
    ReplayPlayer first({{"A9=1", std::nullopt, early, {}, {}}});
    ReplayPlayer second({});
    const MatchRecord record = play(plan, first, second);
    EXPECT_EQ(record.faults.at(0).fault.kind, FaultKind::illegal);
    EXPECT_EQ(record.measured.early, early ? std::vector<int>{1} : std::vector<int>());
  }
}

TEST(Play, WhatAPlayerThrowsGoesThrough) {
  class Thrower final : public Player {
   public:
    Answer answer(std::string_view) override { throw referee::bot::Interrupted(); }
    void dismiss(std::string_view, const Fault&) override {}
    void part(std::string_view) override {}
  };
  Thrower first;
  Thrower second;
  EXPECT_THROW((void)play(MatchPlan::from_seed(game("6561"), 1), first, second),
               referee::bot::Interrupted);
}

TEST(Play, ADealThatIsNoneIsRefused) {
  ReplayPlayer first({});
  ReplayPlayer second({});
  EXPECT_THROW((void)play({&game("black-hole"), 1, "nonsense"}, first, second),
               std::invalid_argument);
}

}  // namespace
