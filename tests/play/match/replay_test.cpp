// Replaying a record by the rules: what the visitor is told, and which errors are found.
#include "referee/play/match/replay.hpp"

#include <gtest/gtest.h>

#include <array>

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
  std::array<std::string, 2> read;
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

}  // namespace
