// Seats that play a recorded game again, bots as configs give them, and what a person may take
// back.
#include "referee/play/match/players.hpp"

#include <gtest/gtest.h>

#include "referee/machine/walls/protections.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/play/match/sitting.hpp"
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
        seat == Seat::first ? play(plan(), {&again, &bot}) : play(plan(), {&bot, &again});
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
        seat == Seat::first ? play(plan(), {&again, &bot}) : play(plan(), {&bot, &again});
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
    return play(plan(), {&bot, &again});
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
  EXPECT_TRUE(play(plan(), {&nonsense, &bot}).faults.empty());
}

TEST_P(Recorded, ABotThatFailsLeavesItTheJuryToPlayWith) {
  const Played recorded(plan());
  RecordedPlayer again(game(GetParam()), moves_of(recorded.record, Seat::second),
                       rules::Stream(3, "x"));
  ClientPlayer bot(game(GetParam()), 7);
  bot.fail_at(4, {FaultKind::crash, "why"});
  const MatchRecord played = play(plan(), {&bot, &again});
  ASSERT_EQ(played.faults.size(), 1U);
  EXPECT_EQ(played.faults[0].ply, 7);
}

using namespace referee::match;

class WithoutLast : public testing::Test {
 protected:
  // How many of the moves of both seats, by turns, are left.
  std::optional<std::size_t> left(bool two, std::size_t moves, Seat own) {
    SittingOptions options;
    options.plan = MatchPlan::from_seed(game("black-hole"), 3);
    options.own_seat = own;
    options.chairs[rules::index(own) == 0 ? 1 : 0].person = two;
    const Sitting sitting(host_, options);
    std::vector<Ply> plies(moves);
    for (std::size_t i = 0; i < moves; ++i) plies[i].seat = i % 2 == 0 ? Seat::first : Seat::second;
    return sitting.without_last(plies);
  }
  referee::bot::ProcessHost host_{referee::walls::probe_protections()};
};

TEST_F(WithoutLast, OnePersonTakesTheLastOwnMoveBack) {
  EXPECT_EQ(left(false, 0, Seat::first), std::nullopt);
  EXPECT_EQ(left(false, 1, Seat::second), std::nullopt);
  EXPECT_EQ(left(false, 4, Seat::first), 2U);
  EXPECT_EQ(left(false, 5, Seat::first), 4U);
  EXPECT_EQ(left(false, 4, Seat::second), 3U);
}

TEST_F(WithoutLast, OfTwoPersonsEitherTakesTheLastMoveBack) {
  for (const Seat seat : {Seat::first, Seat::second}) {
    EXPECT_EQ(left(true, 0, seat), std::nullopt);
    EXPECT_EQ(left(true, 4, seat), 3U);
    EXPECT_EQ(left(true, 5, seat), 4U);
  }
}

}  // namespace

namespace referee::match {
namespace {

ContestantOptions options_of(std::string command) {
  ContestantOptions options;
  options.identity = {"a", std::move(command), {}, {}};
  options.folder = "/";
  return options;
}

TEST(Contestant, TheReasonOfABadCommandHasNoAdvice) {
  const Contestant bot = contestant(options_of("random"), *rules::find_game("box"));
  EXPECT_FALSE(bot.spec.command);
  EXPECT_EQ(bot.spec.launch_fault, (bot::Fault{bot::FaultKind::launch,
                                               "program 'random' is not in PATH",
                                               {{bot::What::meant, 0, "\"referee random box\""}}}));
  EXPECT_EQ(bot.command_error,
            "program 'random' is not in PATH; did you mean \"referee random box\"?");
}

TEST(Contestant, AChosenLimitIsBeforeTheGames) {
  rules::GameInfo game = *rules::find_game("box");
  game.memory_limit = 5 * kernel::mebibyte;
  ContestantOptions options = options_of("/bin/true");
  EXPECT_EQ(contestant(options, game).spec.limits.memory, 5 * kernel::mebibyte);
  options.limits.memory = 7;
  EXPECT_EQ(contestant(options, game).spec.limits.memory, 7 * kernel::mebibyte);
}

TEST(Contestant, AJudgesFilesAreHiddenFromIt) {
  rules::GameInfo game = *rules::find_game("box");
  game.outside.emplace().files = {"/a/judge.py"};
  EXPECT_EQ(contestant(options_of("/bin/true"), game).judge,
            std::vector<std::filesystem::path>{"/a/judge.py"});
}

}  // namespace
}  // namespace referee::match
