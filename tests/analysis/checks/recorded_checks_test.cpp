// The checks same-moves and plays-on: one seat is played from a record, the bot has the other.
#include <set>
#include <string>
#include <vector>

#include "checks.hpp"

namespace referee::checks {
namespace {

using bot::FaultKind;
using match::MatchRecord;
using match::RecordedPlayer;
using rules::Seat;
using Moves = std::vector<std::string>;

// Every game; and both seats.
class RecordedChecks : public Checks {
 protected:
  static Moves moves_of(const MatchRecord& record, Seat seat) {
    Moves moves;
    for (const match::Ply& ply : record.plies) {
      if (ply.seat == seat) moves.push_back(ply.line);
    }
    return moves;
  }

  // A game of the check in which the bot makes these moves, and random ones after them.
  [[nodiscard]] static MatchRecord played(const Check& check, std::uint64_t index, Moves moves) {
    const CheckGame game = check.game(index);
    RecordedPlayer bot(*game.plan.game, std::move(moves), rules::Stream(1, "bot"));
    return completed(check, game, bot);
  }
  // Or in which it fails at some turn after some of these moves.
  [[nodiscard]] static MatchRecord failing(const Check& check, std::uint64_t index,
                                           const Moves& moves, std::size_t turn) {
    std::vector<match::Answer> answers;
    for (std::size_t i = 0; i + 1 < turn; ++i) {
      answers.emplace_back();
      answers.back().line = moves.at(i);
    }
    match_test::ReplayPlayer bot(std::move(answers));
    return completed(check, check.game(index), bot);
  }

 private:
  [[nodiscard]] static MatchRecord completed(const Check& check, const CheckGame& game,
                                             match::Player& bot) {
    RecordedPlayer other(*game.plan.game, game.recorded.value(), rules::Stream(2, "other"));
    const bool first = game.pairing.bots[0] == 0;
    MatchRecord record =
        first ? match::play(game.plan, {&bot, &other}) : match::play(game.plan, {&other, &bot});
    record.match = game.number;
    for (std::size_t i = 0; i < 2; ++i) {
      record.bots[i].name = check.event().bots[game.pairing.bots[i]].name;
    }
    return record;
  }
};

TEST_F(RecordedChecks, TheSameMovesInEveryGameAndBothSeats) {
  for (const rules::GameInfo& game : rules::games()) {
    SCOPED_TRACE(game.name);
    const MatchRecord a = record("a.json", game.name, Seat::first);
    const MatchRecord b = record("b.json", game.name, Seat::second, 8);
    const auto check = this->check(
        game.name, {{"check", "same-moves"}, {"records", {"a.json", "b.json"}}, {"as", "mine"}});
    ASSERT_EQ(check->games(), 2U);
    const Moves first = moves_of(a, Seat::first);
    const Moves second = moves_of(b, Seat::second);
    check->note(played(*check, 0, first));
    EXPECT_EQ(check->outcome().verdict, Verdict::undecided);
    EXPECT_TRUE(test::contains(check->outcome().reason, ", but only 1 of 2 were played"));
    check->note(played(*check, 1, second));
    const Outcome outcome = check->outcome();
    EXPECT_EQ(outcome.verdict, Verdict::passed) << outcome.reason;
    EXPECT_EQ(outcome.figures["games"], 2);
    EXPECT_EQ(outcome.figures["moves"], first.size() + second.size());
    EXPECT_EQ(outcome.figures["different"], 0);
    EXPECT_EQ(outcome.figures["failed"], 0);
  }
}

TEST_F(RecordedChecks, OtherMovesAreNamed) {
  const MatchRecord recorded = record("a.json", "6561", Seat::first);
  Moves moves = moves_of(recorded, Seat::first);
  const auto check =
      this->check("6561", {{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}});
  moves.resize(2);  // and then random ones, from another stream than the record's
  const MatchRecord game = played(*check, 0, moves);
  check->note(game);
  std::size_t ply = 4;
  while (game.plies[ply].line == recorded.plies[ply].line) ply += 2;
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::failed);
  EXPECT_EQ(outcome.figures["different"], 1);
  EXPECT_EQ(outcome.figures["moves"], ply / 2) << "those before it were the same";
  const std::string detail = "a.json: line 1 as A, seed 7, move " + std::to_string(ply + 1) +
                             ": '" + game.plies[ply].line + "', recorded was '" +
                             recorded.plies[ply].line + "'";
  EXPECT_EQ(outcome.details, std::vector<std::string>{detail});
  EXPECT_EQ(outcome.reason, "other moves in 1 of 1 game, " + detail);
}

TEST_F(RecordedChecks, OnlyTheFirstMovesMayBeCompared) {
  MatchRecord recorded = record("a.json", "6561", Seat::first);
  const Moves moves = moves_of(recorded, Seat::first);
  recorded.plies[4].line = "no move";  // the bot's third one
  recorded.plies[4].relayed = "no move";
  test::write_file(folder_.path() / "a.json", match::to_line(recorded) + "\n");
  const auto outcome = [&](int plies) {
    const auto check = this->check(
        "6561", {{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}, {"plies", plies}});
    check->note(played(*check, 0, moves));
    return check->outcome();
  };
  EXPECT_EQ(outcome(4).verdict, Verdict::passed);
  EXPECT_EQ(outcome(4).figures["moves"], 2);
  EXPECT_EQ(outcome(5).verdict, Verdict::failed);
  EXPECT_TRUE(test::contains(outcome(5).reason, ", move 5: "));
}

TEST_F(RecordedChecks, AFaultInsteadOfARecordedMove) {
  const MatchRecord recorded = record("a.json", "box", Seat::second);
  const Moves moves = moves_of(recorded, Seat::second);
  const auto check =
      this->check("box", {{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}});
  check->note(failing(*check, 0, moves, 1));
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::failed);
  EXPECT_EQ(outcome.figures["different"], 1);
  EXPECT_EQ(outcome.figures["moves"], 0);
  EXPECT_TRUE(outcome.details.at(0).starts_with(
      "a.json: line 1 as player 2, seed 7, move 2: exit (no further answer was prepared), "
      "recorded was '"))
      << outcome.details[0];
}

TEST_F(RecordedChecks, AFaultAfterTheComparedMoves) {
  const MatchRecord recorded = record("a.json", "box", Seat::first);
  const Moves moves = moves_of(recorded, Seat::first);
  const auto check = this->check(
      "box", {{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}, {"plies", 3}});
  check->note(failing(*check, 0, moves, 4));
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::failed);
  EXPECT_EQ(outcome.figures["different"], 0);
  EXPECT_EQ(outcome.figures["failed"], 1);
  EXPECT_EQ(outcome.reason, "2 moves the same in 1 game, but the bot failed after them in 1 game");
  EXPECT_TRUE(test::contains(outcome.details.at(0), ", after the compared moves, move 7: exit ("));
}

// Of a recorded game in which it failed, the moves before count; those that the jury made do not.
TEST_F(RecordedChecks, MovesOfTheJuryAreNotItsOwn) {
  const auto fails_at = [&](int turn) {
    return record("a.json", "box", Seat::first, 7,
                  [turn](ClientPlayer& mine, ClientPlayer&, const CheckGame&) {
                    mine.fail_at(turn, {FaultKind::crash, "gone"});
                  });
  };
  const Json same{{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}};
  const MatchRecord third = fails_at(3);
  const auto some = check("box", same);
  some->note(played(*some, 0, {third.plies[0].line, third.plies[2].line}));
  EXPECT_EQ(some->outcome().verdict, Verdict::passed) << some->outcome().reason;
  EXPECT_EQ(some->outcome().figures["moves"], 2);
  fails_at(1);
  const auto none = check("box", same);
  none->note(played(*none, 0, {}));
  EXPECT_EQ(none->outcome().verdict, Verdict::undecided);
  EXPECT_EQ(none->outcome().reason, "the records have no move of the bot to compare");
}

TEST_F(RecordedChecks, AnotherRecordIsAnotherTournament) {
  const Json same{{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}};
  record("a.json", "box", Seat::first, 7);
  const std::string id = check("box", same)->manifest().id();
  EXPECT_EQ(check("box", same)->manifest().id(), id);
  record("a.json", "box", Seat::first, 8);
  EXPECT_NE(check("box", same)->manifest().id(), id);
}

// A deal in which the same moves were made is another game.
TEST_F(RecordedChecks, AnotherDealIsAnotherTournament) {
  const Json same{{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}, {"plies", 1}};
  std::set<std::string> ids;
  const MatchRecord recorded = record("a.json", "box", Seat::first, 7);
  ids.insert(check("box", same)->manifest().id());
  MatchRecord other = recorded;
  other.deal = recorded.game->deal(8);
  ASSERT_NE(other.deal, recorded.deal);
  test::write_file(folder_.path() / "a.json", match::to_line(other) + "\n");
  ids.insert(check("box", same)->manifest().id());
  EXPECT_EQ(ids.size(), 2U);
}

TEST_F(RecordedChecks, FaultsOfTheOpponentAreNotTheBots) {
  const MatchRecord recorded = record("a.json", "box", Seat::first);
  const auto check =
      this->check("box", {{"check", "same-moves"}, {"records", "a.json"}, {"as", "mine"}});
  MatchRecord again = played(*check, 0, moves_of(recorded, Seat::first));
  again.faults.push_back({Seat::second, 2, {FaultKind::crash, "of the opponent"}, {}});
  check->note(again);
  EXPECT_EQ(check->outcome().verdict, Verdict::passed) << check->outcome().reason;
}

// ---- plays-on ----

Json plays_on(Json plies) {
  return {{"check", "plays-on"}, {"records", "a.json"}, {"as", "mine"}, {"plies", plies}};
}

TEST_F(RecordedChecks, PlaysOnInEveryGame) {
  for (const rules::GameInfo& game : rules::games()) {
    SCOPED_TRACE(game.name);
    const MatchRecord recorded = record("a.json", game.name, Seat::second);
    const auto check = this->check(game.name, plays_on({1, 4, 7}));
    ASSERT_EQ(check->games(), 3U);
    for (std::uint64_t i = 0; i < 3; ++i) {
      const MatchRecord on = played(*check, i, moves_of(recorded, Seat::second));
      const std::size_t given = 1 + 3 * i;
      for (std::size_t ply = 0; ply < given; ++ply) {
        EXPECT_EQ(on.plies[ply].line, recorded.plies[ply].line) << ply;
      }
      check->note(on);
    }
    const Outcome outcome = check->outcome();
    EXPECT_EQ(outcome.verdict, Verdict::passed) << outcome.reason;
    EXPECT_EQ(outcome.figures.dump(), R"({"positions":3,"played":3,"reached":3,"failed":0})");
  }
}

TEST_F(RecordedChecks, TheEndOfAGameIsNoPosition) {
  const auto end = static_cast<int>(record("a.json", "box", Seat::first).plies.size());
  EXPECT_EQ(check("box", plays_on({end - 1, end}))->games(), 1U);
  EXPECT_THROW(check("box", plays_on(end)), text::JsonError);
}

TEST_F(RecordedChecks, PositionsThatAreNotReachedDecideNothing) {
  record("a.json", "6561", Seat::first);
  const auto check = this->check("6561", plays_on({20, 30}));
  check->note(played(*check, 0, {}));
  EXPECT_EQ(check->outcome().reason, "no fault, but only 1 of 2 positions were played");
  check->note(played(*check, 1, {}));
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::undecided);
  EXPECT_EQ(outcome.reason,
            "no fault, but 2 of 2 positions were not reached, because the bot makes other moves "
            "before; see {moves}");
  EXPECT_EQ(outcome.figures["reached"], 0);
  EXPECT_EQ(outcome.details.size(), 2U);
}

TEST_F(RecordedChecks, ABotIsToldItsOwnMovesUpToThePosition) {
  const MatchRecord recorded = record("a.json", "6561", Seat::first);
  Json one = plays_on(9);
  one["command"] = "./another {moves}";
  const auto check = this->check("6561", one);
  EXPECT_EQ(check->event().bots.front().command, "./another {moves}");
  std::string told;
  for (std::size_t ply = 0; ply < 9; ply += 2) {
    told += (ply == 0 ? "" : ",") + recorded.plies[ply].line;
  }
  EXPECT_EQ(check->game(0).own_moves, told);
  // It makes them and leaves.
  check->note(failing(*check, 0, moves_of(recorded, Seat::first), 6));
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::failed);
  EXPECT_EQ(outcome.figures.dump(), R"({"positions":1,"played":1,"reached":1,"failed":1})");
  EXPECT_TRUE(test::contains(outcome.details.at(0), "line 1 as A, seed 7, move 11: exit ("))
      << outcome.details[0];
}

// A folder of a tournament, or one match of it.
TEST_F(RecordedChecks, RecordsMayBeATournamentsFolder) {
  const config::Manifest manifest = test::manifest({test::event("box", {"mine", "rival"}, 3)});
  const auto folder = folder_.path() / "t";
  static_cast<void>(store::Store::create(folder, manifest));
  std::string lines;
  for (std::uint64_t i = 0; i < 6; ++i) lines += test::line(manifest, i) + "\n";
  test::write_file(folder / "matches-0001.jsonl", lines);
  Json one{{"check", "same-moves"}, {"records", "t"}, {"as", "mine"}};
  EXPECT_EQ(check("box", one)->games(), 6U);
  one["match"] = 3;
  const auto third = check("box", one);
  ASSERT_EQ(third->games(), 1U);
  EXPECT_EQ(third->game(0).plan.seed, config::Schedule(manifest).at(3).seed);
}

}  // namespace
}  // namespace referee::checks
