// A seat that plays a recorded game again.
#include <gtest/gtest.h>

#include "referee/play/match/replay.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using referee::match::play;
using referee::match::RecordedPlayer;

std::vector<std::string> moves_of(const MatchRecord& record, Seat seat) {
  std::vector<std::string> moves;
  for (const auto& ply : record.plies) {
    if (ply.seat == seat) moves.push_back(ply.line);
  }
  return moves;
}

class Recorded : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] MatchPlan plan() const { return MatchPlan::from_seed(game(GetParam()), 5); }
};
INSTANTIATE_TEST_SUITE_P(Games, Recorded, testing::ValuesIn(game_names()),
                         [](const auto& one) { return test_name(one.param); });

// The same seeds as Played gives its players.
TEST_P(Recorded, OppositeTheSamePlayerIsTheSameGame) {
  const Played recorded(plan());
  for (const Seat seat : {Seat::first, Seat::second}) {
    RecordedPlayer again(game(GetParam()), moves_of(recorded.record, seat), rules::Stream(0, "x"));
    ClientPlayer bot(game(GetParam()), seat == Seat::first ? 8 : 7);
    const MatchRecord played =
        seat == Seat::first ? play(plan(), again, bot) : play(plan(), bot, again);
    EXPECT_EQ(played.plies, recorded.record.plies);
    EXPECT_TRUE(played.faults.empty());
  }
}

TEST_P(Recorded, OppositeAnotherPlayerItGoesOnWithoutAFault) {
  const Played recorded(plan());
  for (const Seat seat : {Seat::first, Seat::second}) {
    RecordedPlayer again(game(GetParam()), moves_of(recorded.record, seat), rules::Stream(0, "x"));
    ClientPlayer bot(game(GetParam()), 99);
    const MatchRecord played =
        seat == Seat::first ? play(plan(), again, bot) : play(plan(), bot, again);
    EXPECT_TRUE(played.faults.empty());
    EXPECT_EQ(referee::match::verify(completed(played)), std::vector<std::string>{});
  }
}

TEST_P(Recorded, AfterTheLastMoveItPlaysRandomOnesOfItsStream) {
  const Played recorded(plan());
  auto moves = moves_of(recorded.record, Seat::second);
  moves.resize(3);
  const auto with = [&](std::uint64_t seed) {
    RecordedPlayer again(game(GetParam()), moves, rules::Stream(seed, "x"));
    ClientPlayer bot(game(GetParam()), 7);
    return play(plan(), bot, again);
  };
  const MatchRecord one = with(1);
  EXPECT_TRUE(one.faults.empty());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(one.plies[i], recorded.record.plies[i]) << i;
  EXPECT_EQ(one.plies, with(1).plies);
  EXPECT_NE(one.plies, with(2).plies);
}

TEST_P(Recorded, MovesThatAreNoneGiveWayToRandomOnes) {
  RecordedPlayer nonsense(game(GetParam()), {"no move", "\x01"}, rules::Stream(3, "x"));
  ClientPlayer bot(game(GetParam()), 7);
  EXPECT_TRUE(play(plan(), nonsense, bot).faults.empty());
}

TEST_P(Recorded, ABotThatFailsLeavesItTheJuryToPlayWith) {
  const Played recorded(plan());
  RecordedPlayer again(game(GetParam()), moves_of(recorded.record, Seat::second),
                       rules::Stream(3, "x"));
  ClientPlayer bot(game(GetParam()), 7);
  bot.fail_at(4, {FaultKind::crash, "why"});
  const MatchRecord played = play(plan(), bot, again);
  ASSERT_EQ(played.faults.size(), 1U);
  EXPECT_EQ(played.faults[0].ply, 7);
}

}  // namespace
