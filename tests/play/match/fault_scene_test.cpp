// What a bot was looking at when it failed.
#include "referee/play/match/fault_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"

namespace {

using namespace match_test;
using namespace std::chrono_literals;
using referee::match::fault_scenes;
using referee::match::FaultScene;
using referee::match::legal_examples;
using referee::match::stderr_between;
using referee::match::stderr_bytes_until;

class Scenes : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Games, Scenes, testing::ValuesIn(game_names()),
                         [](const auto& one) { return test_name(one.param); });

TEST_P(Scenes, HaveTheBoardTheLinesAndWhatWasLegal) {
  const Played played(MatchPlan::from_seed(game(GetParam()), 41), {{4, FaultKind::illegal}});
  const MatchRecord& record = played.record;
  const auto scenes = fault_scenes(record);
  ASSERT_EQ(scenes.size(), 1U);
  const FaultScene& scene = scenes[0];
  EXPECT_EQ(scene.fault, &record.faults[0]);

  const auto board = record.game->start(record.deal);
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(board->play(record.plies[static_cast<std::size_t>(i)].line));
  EXPECT_EQ(scene.board, board->draw());
  EXPECT_EQ(scene.legal_count, board->legal_count());
  EXPECT_EQ(scene.legal.size(), std::min<std::size_t>(legal_examples, scene.legal_count));
  for (const std::string& move : scene.legal) EXPECT_TRUE(board->clone()->play(move)) << move;
  EXPECT_EQ(scene.read, played.player(board->to_move()).reads.back());
}

MatchRecord with_times() {
  MatchRecord record =
      completed(Played(MatchPlan::from_seed(game("box"), 1), {{5, FaultKind::crash}}).record);
  auto& measured = record.measured;
  measured.known = true;
  measured.cpu.assign(record.plies.size(), 0us);
  measured.wall.assign(record.plies.size(), 0us);
  measured.cpu[0] = 10ms, measured.cpu[2] = 20ms;
  measured.wall[0] = 11ms, measured.wall[2] = 22ms;
  measured.cpu[1] = 400ms;
  measured.bots[0].cpu = 35ms;
  measured.bots[0].wall = 40ms;
  return record;
}

TEST(FaultScene, TheFailedTurnCostsWhatTheMovesHaveNot) {
  const MatchRecord record = with_times();
  const auto scenes = fault_scenes(record);
  ASSERT_EQ(scenes.size(), 1U);
  EXPECT_EQ(scenes[0].cpu, 5ms);
  EXPECT_EQ(scenes[0].wall, 7ms);
}

TEST(FaultScene, TellsWhatTheBotWroteSinceItsLastAnswer) {
  MatchRecord record = with_times();
  auto& departure = record.measured.bots[0].departure;
  departure.stderr_head.clear();
  departure.stderr_tail = "one\ntwo\nthe end\n";
  departure.stderr_total = 16;
  record.measured.stderr_bytes = {4, 100, 4};
  EXPECT_EQ(fault_scenes(record).at(0).errors, "the end\n");
  EXPECT_EQ(stderr_bytes_until(record, 0, 1), 4U);
  EXPECT_EQ(stderr_bytes_until(record, 0, 2), 4U);
  EXPECT_EQ(stderr_bytes_until(record, 0, 3), 8U);
  EXPECT_EQ(stderr_bytes_until(record, 1, 3), 100U);
  EXPECT_EQ(stderr_between(record, 0, 4, 8), "two\n");
  // Of a longer text only the end has been kept.
  departure.stderr_total = 10'016;
  record.measured.stderr_bytes = {4, 100, 10'004};
  EXPECT_EQ(stderr_between(record, 0, 4, 10'008), "one\ntwo\n");
  EXPECT_EQ(stderr_between(record, 0, 0, 4), "");
  // Or both ends.
  departure.stderr_head = "begin\n";
  EXPECT_EQ(stderr_between(record, 0, 0, 4), "begi");
  EXPECT_EQ(stderr_between(record, 0, 2, 10'008), "gin\n\n(...)\none\ntwo\n");
  EXPECT_EQ(stderr_between(record, 0, 4, 100), "n\n\n(...)\n");
  EXPECT_EQ(stderr_between(record, 0, 6, 100), "");
  departure.stderr_head.clear();
  // A record that does not say when: all of it.
  record.measured.stderr_bytes.clear();
  EXPECT_EQ(fault_scenes(record).at(0).errors, departure.stderr_tail);
}

TEST(FaultScene, IsMissingWhereTheRecordDoesNotSayEnough) {
  MatchRecord record = with_times();
  record.faults[0].ply = 0;
  EXPECT_TRUE(fault_scenes(record).empty());
  record = with_times();
  record.plies[1].line = "nonsense";
  EXPECT_TRUE(fault_scenes(record).empty());
  record = with_times();
  record.measured.known = false;
  const auto scenes = fault_scenes(record);
  ASSERT_EQ(scenes.size(), 1U);
  EXPECT_FALSE(scenes[0].cpu);
  EXPECT_EQ(scenes[0].errors, "");
}

}  // namespace
