// Replaying a record by the rules: what the visitor is told, which errors are found, and what a bot
// was looking at when it failed.
#include "referee/play/match/replay.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "referee/play/match/fault_scene.hpp"
#include "rules/by_seat.hpp"
#include "rules/two_seats.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using referee::match::MatchFault;
using referee::match::Misfit;
using referee::match::Ply;
using referee::match::RecordVisitor;
using referee::match::replay;
using referee::match::Replayed;

// Notes everything it is told, and compares it with its own game.
class Notes final : public RecordVisitor {
 public:
  explicit Notes(const MatchRecord& record, int end = 0)
      : game_(record.game->start(record.deal)), end_(end) {}

  bool before(const rules::Game& game, const Ply& ply, int number) override {
    EXPECT_EQ(game.draw(), game_->draw()) << number;
    EXPECT_EQ(game.to_move(), ply.seat) << number;
    said.push_back("before " + std::to_string(number));
    return number != end_;
  }
  void after(const rules::Game& game, const Ply& ply, int number) override {
    EXPECT_TRUE(game_->play(ply.line)) << number;
    EXPECT_EQ(game.draw(), game_->draw()) << number;
    said.push_back("after " + std::to_string(number));
  }
  void failed(const rules::Game& game, const MatchFault& fault) override {
    EXPECT_EQ(game.draw(), game_->draw()) << fault.ply;
    said.push_back("failed " + std::to_string(fault.ply));
    game_->forfeit(fault.seat);
  }

  std::vector<std::string> said;

 private:
  std::unique_ptr<rules::Game> game_;
  int end_;
};

class EveryReplay : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] MatchRecord record(const std::vector<Failure>& failures = {}) const {
    return Played(MatchPlan::from_seed(game(GetParam()), 41), failures).record;
  }
};

INSTANTIATE_TEST_SUITE_P(Games, EveryReplay, testing::ValuesIn(game_names()),
                         [](const auto& one) { return test_name(one.param); });

TEST_P(EveryReplay, IsToldPlyByPly) {
  const MatchRecord played = record({{4, FaultKind::timeout}});
  Notes notes(played);
  const Replayed replayed = replay(played, notes);
  EXPECT_FALSE(replayed.misfit);
  ASSERT_TRUE(replayed.game);
  EXPECT_TRUE(replayed.game->over());
  std::vector<std::string> expected;
  for (std::size_t number = 1; number <= played.plies.size(); ++number) {
    if (number == 4) expected.emplace_back("failed 4");
    expected.push_back("before " + std::to_string(number));
    expected.push_back("after " + std::to_string(number));
  }
  if (played.plies.size() == 3) expected.emplace_back("failed 4");  // which ended the game
  EXPECT_EQ(notes.said, expected);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(replayed.result.seats[seat], played.scores[seat].result);
  }
}

// Collects what each bot is given.
class LinesRead final : public RecordVisitor {
 public:
  void reads(Seat seat, std::string_view lines) override { read[rules::index(seat)] += lines; }
  rules::BySeat<std::string> read;
};

TEST_P(EveryReplay, GivesEachSeatTheLinesThatItsBotWasGiven) {
  for (const auto& failures : std::vector<std::vector<Failure>>{
           {}, {{4, FaultKind::timeout}}, {{3, FaultKind::illegal}}, {{1, FaultKind::crash}}}) {
    const Played played(MatchPlan::from_seed(game(GetParam()), 41), failures);
    LinesRead lines;
    EXPECT_FALSE(replay(played.record, lines).misfit);
    for (const Seat seat : {Seat::first, Seat::second}) {
      const auto& player = played.player(seat);
      std::string given;
      for (const std::string& read : player.reads) given += read;
      // What one that is not asked to leave politely is given, nobody reads.
      const bool polite = !player.dismissed_for || player.dismissed_for->kind == FaultKind::illegal;
      if (polite) given += player.farewell;
      EXPECT_EQ(lines.read[rules::index(seat)], given);
    }
  }
}

TEST_P(EveryReplay, EndsWhereItIsToldTo) {
  const MatchRecord played = record();
  Notes notes(played);
  EXPECT_FALSE(replay(played, notes, 2).misfit);
  EXPECT_EQ(notes.said.back(), "after 2");
  Notes impatient(played, 3);
  EXPECT_FALSE(replay(played, impatient).misfit);
  EXPECT_EQ(impatient.said.back(), "before 3");
}

TEST_P(EveryReplay, MisfitsSayWhereAndWhy) {
  const MatchRecord good = record();
  const auto misfit_of = [](const MatchRecord& one) {
    return replay(one).misfit.value_or(Misfit{});
  };
  MatchRecord wrong = good;
  wrong.plies[2].line = "\x1b";
  EXPECT_EQ(misfit_of(wrong).what, Misfit::What::illegal);
  EXPECT_EQ(misfit_of(wrong).ply, 3);
  EXPECT_FALSE(misfit_of(wrong).reason.empty());
  wrong = good;
  wrong.plies[2].relayed = "?";
  EXPECT_EQ(misfit_of(wrong).what, Misfit::What::relayed);
  EXPECT_EQ(misfit_of(wrong).reason, good.plies[2].relayed);
  wrong = good;
  wrong.plies[2].seat = rules::other(wrong.plies[2].seat);
  EXPECT_EQ(misfit_of(wrong).what, Misfit::What::other_turn);
  wrong = good;
  wrong.plies.pop_back();
  EXPECT_EQ(misfit_of(wrong).what, Misfit::What::early_end);
  EXPECT_EQ(misfit_of(wrong).ply, static_cast<int>(wrong.plies.size()));
  wrong = good;
  wrong.plies.push_back(wrong.plies.back());
  EXPECT_EQ(misfit_of(wrong).what, Misfit::What::after_the_end);
  wrong = good;
  // The first move after the last one could still have been a fault.
  const int beyond = static_cast<int>(good.plies.size()) + 2;
  wrong.faults.push_back({Seat::first, beyond, {FaultKind::exit, "left"}, std::nullopt});
  EXPECT_EQ(misfit_of(wrong).what, Misfit::What::fault_beyond);
  EXPECT_EQ(misfit_of(wrong).fault, &wrong.faults.back());
}

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
