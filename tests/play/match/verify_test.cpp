// Checking records against the rules: the good ones agree, and each kind of
// disagreement is named.
#include <gtest/gtest.h>

#include "referee/play/match/replay.hpp"
#include "rules/two_seats.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using referee::match::Status;
using referee::match::verify;
using Found = std::vector<std::string>;

MatchRecord record_of(std::string_view name, const std::vector<Failure>& failures = {},
                      std::uint64_t seed = 41) {
  return reread(completed(Played(MatchPlan::from_seed(game(name), seed), failures).record));
}

class Good : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Games, Good, testing::ValuesIn(game_names()),
                         [](const auto& one) { return test_name(one.param); });

TEST_P(Good, WithoutFaults) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_EQ(verify(record_of(GetParam(), {}, seed)), Found{});
  }
}

TEST_P(Good, WithAFaultOfEveryKindAnywhere) {
  const auto length = static_cast<int>(record_of(GetParam()).plies.size());
  for (std::size_t kind = 0; kind < referee::bot::fault_names.size(); ++kind) {
    for (const int ply : {1, 2, 7, length / 2, length - 1, length}) {
      const std::vector<Failure> failures{{ply, static_cast<FaultKind>(kind)}};
      EXPECT_EQ(verify(record_of(GetParam(), failures)), Found{}) << "ply " << ply;
    }
  }
}

TEST_P(Good, WithTwoFaults) {
  if (!game(GetParam()).takeover) return;  // the first fault ends this game
  for (const auto& [one, two] : {std::pair{1, 2}, std::pair{2, 3}, std::pair{4, 11}}) {
    for (const FaultKind kind : {FaultKind::illegal, FaultKind::timeout}) {
      EXPECT_EQ(verify(record_of(GetParam(), {{one, kind}, {two, FaultKind::illegal}})), Found{});
      EXPECT_EQ(verify(record_of(GetParam(), {{one, kind}, {two, FaultKind::memory}})), Found{});
    }
  }
}

TEST_P(Good, WithoutASeed) {
  MatchRecord record = record_of(GetParam());
  record.seed.reset();
  EXPECT_EQ(verify(record), Found{});
}

void expect_one_that_begins(const std::string& words, const MatchRecord& record) {
  const Found found = verify(record);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].substr(0, words.size()), words) << found[0];
}

TEST(Tampered, AnIllegalMove) {
  MatchRecord record = record_of("black-hole");
  record.plies[4].line = record.plies[4].relayed = record.plies[0].line;
  const std::string line = record.plies[0].line;
  expect_one_that_begins(
      "move 5, seat 1, '" + line + "': field " + line.substr(0, 2) + " is taken by red's ", record);
}

TEST(Tampered, AMoveThatIsNoText) {
  MatchRecord record = record_of("6561");
  record.plies[0].line = "\x01'\n";
  expect_one_that_begins("move 1, seat 1, '\\x01'\\x0a': ", record);
}

TEST(Tampered, ALegalMoveInsteadOfAnotherChangesTheRest) {
  MatchRecord record = record_of("black-hole");
  // The last two moves of red in each other's place: legal, but the sums may differ;
  // their values are another's, so what is relayed is not what was recorded.
  std::swap(record.plies[26].line, record.plies[28].line);
  EXPECT_EQ(verify(record),
            (Found{"move 27, seat 1, '" + record.plies[26].line + "': is relayed as '" +
                   record.plies[26].line + "', not as '" + record.plies[26].relayed + "'"}));
}

TEST(Tampered, TheRelayedForm) {
  MatchRecord record = record_of("box");
  const std::string right = record.plies[2].relayed;
  record.plies[2].relayed[3] = right[3] == '1' ? '2' : '1';
  EXPECT_EQ(verify(record),
            Found{"move 3, seat 1, '" + record.plies[2].line + "': is relayed as '" + right +
                  "', not as '" + record.plies[2].relayed + "'"});
}

TEST(Tampered, TheSeat) {
  MatchRecord record = record_of("2187");
  record.plies[6].seat = Seat::second;
  expect_one_that_begins("move 7, seat ", record);
}

TEST(Tampered, TheJurysMove) {
  MatchRecord record = record_of("black-hole", {{3, FaultKind::timeout}});
  ASSERT_TRUE(record.plies[2].jury);
  const std::string right = record.plies[2].line;
  const std::string other = record.plies[4].line;  // legal here too
  record.plies[2].line = record.plies[2].relayed = other;
  EXPECT_EQ(verify(record),
            Found{"move 3, seat 1, '" + other + "': the jury's move here is '" + right + "'"});
}

TEST(Tampered, WhoMoved) {
  MatchRecord record = record_of("black-hole", {{3, FaultKind::timeout}});
  record.plies[2].jury = false;
  EXPECT_EQ(verify(record),
            Found{"move 3, seat 1, '" + record.plies[2].line + "': the jury was to move here"});
  // Seat two did not fail; also where it has no later move.
  for (const std::size_t ply : {1U, 29U}) {
    record = record_of("black-hole", {{3, FaultKind::timeout}});
    record.plies[ply].jury = true;
    EXPECT_EQ(verify(record), Found{"move " + std::to_string(ply + 1) + ", seat 2, '" +
                                    record.plies[ply].line + "': the bot was to move here"});
  }
}

TEST(Tampered, Scores) {
  MatchRecord record = record_of("box");
  const std::int64_t right = record.scores[1].result.score;
  const std::int64_t points = record.scores[0].result.board_points.value().whole();
  record.scores[1].result.score = right + 1;
  record.scores[0].result.board_points = points - 1;
  EXPECT_EQ(verify(record),
            (Found{"seat 1: board points " + std::to_string(points - 1) + " in the record, " +
                       std::to_string(points) + " by the rules",
                   "seat 2: score " + std::to_string(right + 1) + " in the record, " +
                       std::to_string(right) + " by the rules"}));
}

TEST(Tampered, Statuses) {
  MatchRecord record = record_of("box");
  const std::string right(name(record.scores[0].status));
  record.scores[0].status = Status::draw;
  EXPECT_EQ(verify(record), Found{"seat 1: status DRAW in the record, " + right + " by the rules"});
  record = record_of("box", {{4, FaultKind::timeout}});
  record.scores[1].status = Status::exit;
  EXPECT_EQ(verify(record), Found{"seat 2: status EXIT in the record, TIMEOUT by the rules"});
}

TEST(Tampered, GamePoints) {
  MatchRecord record = record_of("turn-right");
  const int right = record.scores[0].result.game_points;
  record.scores[0].result.game_points = 3 - right;
  EXPECT_EQ(verify(record), Found{"seat 1: game points " + std::to_string(3 - right) +
                                  " in the record, " + std::to_string(right) + " by the rules"});
}

TEST(Tampered, TheDeal) {
  MatchRecord record = record_of("black-hole");
  const std::string right = record.deal;
  record.deal = "A1 A2 A3 A4 A5";
  EXPECT_EQ(verify(record),
            Found{"the deal 'A1 A2 A3 A4 A5' is not the one of seed 41, which is '" + right + "'"});
  record.seed.reset();
  record.deal = "A1 A1";
  expect_one_that_begins("the deal cannot be played: ", record);
}

TEST(Tampered, ADealThatEndsBeforeTheGame) {
  // Tiles for the start and one move only: after a fault not even the jury can move.
  MatchRecord record = record_of("box", {{2, FaultKind::timeout}});
  record.seed.reset();
  record.deal = record.deal.substr(0, 17);
  expect_one_that_begins("the deal cannot be played: the jury's move was refused: ", record);
  record.faults.clear();
  EXPECT_EQ(verify(record),
            Found{"move 2, seat 2, '" + record.plies[1].line + "': the bot was to move here"});
}

TEST(Tampered, AnEndTooEarly) {
  for (const std::string& name : game_names()) {
    MatchRecord record = record_of(name);
    record.plies.pop_back();
    record.stated_plies.reset();
    EXPECT_EQ(verify(record), Found{"after move " + std::to_string(record.plies.size()) +
                                    ": the record ends, but the game is not over"});
    record.plies.clear();
    EXPECT_EQ(verify(record), Found{"after move 0: the record ends, but the game is not over"});
  }
}

TEST(Tampered, MoreGivenMovesThanMoves) {
  MatchRecord record = record_of("black-hole");
  record.given = 30;
  EXPECT_EQ(verify(record), Found{});
  record.given = 31;
  EXPECT_EQ(verify(record), Found{"31 plies are said to be given, but the record has 30"});
}

TEST(Tampered, AnEndTooEarlyAfterATakeover) {
  // The jury plays on, so the last move of the replay is not in the record.
  MatchRecord record = record_of("black-hole", {{29, FaultKind::timeout}});
  record.plies.pop_back();
  record.stated_plies.reset();
  EXPECT_EQ(verify(record), Found{"after move 29: the record ends, but the game is not over"});
  record = record_of("black-hole", {{30, FaultKind::timeout}});
  record.plies.pop_back();  // the jury's own
  record.stated_plies.reset();
  EXPECT_EQ(verify(record), Found{"after move 29: the record ends, but the game is not over"});
}

TEST(Tampered, MovesAfterTheEnd) {
  MatchRecord record = record_of("6561");
  auto extra = record.plies.back();
  extra.seat = rules::other(extra.seat);
  record.plies.push_back(extra);
  EXPECT_EQ(verify(record).back(), "result.plies is 1000, but the record has 1001 plies");
  record.stated_plies.reset();
  EXPECT_EQ(verify(record), Found{"move " + std::to_string(record.plies.size()) + ", seat " +
                                  std::to_string(rules::index(extra.seat) + 1) + ", '" +
                                  extra.line + "': the game was over before this move"});
}

TEST(Tampered, AFaultThatTheRulesDoNotFind) {
  MatchRecord record = record_of("black-hole", {{30, FaultKind::illegal}});
  // The line was legal: for example, the move that the jury made.
  record.faults[0].line = record.plies[29].line;
  const Found found = verify(record);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].find("move 30, seat 2") != std::string::npos) << found[0];

  record = record_of("black-hole", {{3, FaultKind::illegal}});
  record.faults[0].fault.reason = "it looked at me";
  expect_one_that_begins(
      "fault at move 3, seat 1, illegal (it looked at me): the rules "
      "find illegal (",
      record);
}

TEST(Tampered, AnIllegalMoveWithoutItsLine) {
  // Without the line, nobody can check that it was illegal.
  MatchRecord record = record_of("black-hole", {{3, FaultKind::illegal}});
  record.faults[0].line.reset();
  EXPECT_EQ(verify(record),
            Found{"fault at move 3, seat 1, illegal (" + record.faults[0].fault.reason +
                  "): the record does not say what the bot wrote"});
}

TEST(Tampered, ThePlyOfAFault) {
  MatchRecord record = record_of("box", {{5, FaultKind::crash}});
  record.faults[0].ply = 7;
  EXPECT_EQ(verify(record), Found{"move 5, seat 1, '" + record.plies[4].line +
                                  "': here the bot fails: crash (made to fail: crash)"});
  record.faults[0].ply = 3;
  EXPECT_EQ(verify(record),
            Found{"move 3, seat 1, '" + record.plies[2].line + "': the jury was to move here"});
}

TEST(Tampered, AFaultBeyondTheEnd) {
  MatchRecord record = record_of("box");
  const int ply = static_cast<int>(record.plies.size()) + 5;
  record.faults.push_back({Seat::second, ply, {FaultKind::crash, "gone"}, std::nullopt});
  EXPECT_EQ(verify(record), Found{"fault at move " + std::to_string(ply) +
                                  ", seat 2, crash (gone): the rules do not find it"});
}

TEST(Tampered, TwoFaultsOfOneSeat) {
  MatchRecord record = record_of("box", {{5, FaultKind::crash}});
  record.faults.push_back({Seat::first, 9, {FaultKind::timeout, "slow"}, std::nullopt});
  EXPECT_EQ(verify(record), Found{"fault at move 9, seat 1, timeout (slow): the rules do not find "
                                  "it"});
}

TEST(Tampered, AFaultLeftOut) {
  MatchRecord record = record_of("black-hole", {{3, FaultKind::timeout}});
  record.faults.clear();
  EXPECT_EQ(verify(record),
            Found{"move 3, seat 1, '" + record.plies[2].line + "': the bot was to move here"});
}

}  // namespace
