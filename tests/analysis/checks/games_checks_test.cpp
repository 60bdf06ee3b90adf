// The checks no-faults, score and move-time: what they say of games of which each side is known.
#include <chrono>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "checks.hpp"

namespace referee::checks {
namespace {

using namespace std::chrono_literals;
using bot::FaultKind;

Json no_faults(int games) { return {{"check", "no-faults"}, {"games", games}}; }

TEST_F(Checks, NoFaultsPasses) {
  const auto check = this->check("box", no_faults(4));
  play(*check);
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::passed);
  EXPECT_EQ(outcome.reason, "no fault in 4 games");
  EXPECT_EQ(outcome.figures.dump(), R"({"games":4,"different":4,"faults":{},"others_failed":0})");
  EXPECT_TRUE(outcome.details.empty());
}

TEST_F(Checks, NoFaultsFailsAndTellsEachReasonOnce) {
  const auto check = this->check("box", no_faults(6));
  play(*check, [](ClientPlayer& bot, ClientPlayer&, const CheckGame& game) {
    if (game.number < 4) bot.fail_at(3, {FaultKind::crash, "signal 11"});
    if (game.number == 4) bot.fail_at(1, {FaultKind::timeout, "too long"});
  });
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::failed);
  EXPECT_EQ(outcome.reason, "5 faults in 6 games: 4 crash, 1 timeout");
  ASSERT_EQ(outcome.details.size(), 2U);
  EXPECT_TRUE(outcome.details[0].starts_with("game 0 as player 1 against other, seed "))
      << outcome.details[0];
  EXPECT_TRUE(outcome.details[0].ends_with(
      ": crash at move 5: signal 11; 3 more games for the same reason"))
      << outcome.details[0];
  EXPECT_TRUE(outcome.details[1].ends_with(": timeout at move 1: too long")) << outcome.details[1];
}

TEST_F(Checks, WhatTheBotWroteLastStandsBesideItsFault) {
  const auto check = this->check("box", no_faults(2));
  play(*check, bot_fails_at(1), [](match::MatchRecord& record, std::size_t seat) {
    record.measured.bots[seat].departure.stderr_tail = "one\nit is broken\n";
    record.measured.bots[seat].departure.stderr_total = 17;
  });
  const Outcome outcome = check->outcome();
  ASSERT_EQ(outcome.details.size(), 1U);
  EXPECT_TRUE(outcome.details[0].ends_with(
      "; it wrote last: one | it is broken; 1 more game for the same reason"))
      << outcome.details[0];
}

TEST_F(Checks, WithoutAllGamesNoFaultsIsUndecidedUnlessItHasFailed) {
  const auto check = this->check("box", no_faults(4));
  play(*check, {}, {}, 3);
  EXPECT_EQ(check->outcome().verdict, Verdict::undecided);
  EXPECT_EQ(check->outcome().reason, "no fault in 3 games, but only 3 of 4 games were played");
  check->note(played(*check, check->game(3), bot_fails_at(2), {}));
  EXPECT_EQ(check->outcome().verdict, Verdict::failed);
}

TEST_F(Checks, NoFaultsIsUndecidedIfOpponentsEndTheGames) {
  const auto check = this->check("turn-right", no_faults(2));
  play(*check, others_fail(always));
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::undecided);
  EXPECT_EQ(outcome.reason,
            "no fault in 2 games, but 2 games ended early because an opponent failed");
  EXPECT_TRUE(test::contains(outcome.details.at(0), "other failed, crash"));
}

// In the other games random moves replace an opponent that failed.
TEST_F(Checks, NoFaultsIsUndecidedIfOpponentsAlwaysFail) {
  const auto alone = check("box", no_faults(2));
  play(*alone, others_fail(always));
  EXPECT_EQ(alone->outcome().verdict, Verdict::undecided);
  EXPECT_EQ(alone->outcome().reason, "no fault in 2 games, but an opponent failed in each game");
  EXPECT_EQ(alone->outcome().details.size(), 1U);
  Json two = no_faults(2);
  two["opponents"] = {"./other", "./another"};
  const auto some = check("box", two);
  play(*some, others_fail([](const CheckGame& game) {
    return game.pairing.bots[0] + game.pairing.bots[1] == 1;  // of those with "other"
  }));
  EXPECT_EQ(some->outcome().verdict, Verdict::passed);
  EXPECT_EQ(some->outcome().reason, "no fault in 4 games; an opponent failed in 2 of the games");
  ASSERT_EQ(some->outcome().details.size(), 1U);
  EXPECT_TRUE(test::contains(some->outcome().details[0], "other failed, crash"));
}

TEST_F(Checks, GamesThatRepeatAreCounted) {
  const auto check = this->check("6561", no_faults(6));
  const auto game = check->game(0);
  for (std::uint64_t i = 0; i < 6; ++i) {
    match::MatchRecord record = played(*check, game, {}, {});
    record.match = i;
    check->note(record);
  }
  EXPECT_EQ(check->outcome().reason, "no fault in 6 games (1 different one)");
}

TEST_F(Checks, EachOpponentIsMetInBothSeatsOfEachDeal) {
  Json one = no_faults(4);
  one["opponents"] = {"./other", "./another"};
  const auto check = this->check("box", one);
  EXPECT_EQ(check->games(), 8U);
  std::map<std::pair<std::uint64_t, std::size_t>, std::set<std::size_t>> seats;
  for (std::uint64_t i = 0; i < check->games(); ++i) {
    const auto& bots = check->game(i).pairing.bots;
    const std::size_t seat = bots[0] == 0 ? 0 : 1;
    seats[{check->game(i).pairing.seed, bots[1 - seat]}].insert(seat);
  }
  EXPECT_EQ(seats.size(), 4U);
  for (const auto& [pairing, both] : seats) EXPECT_EQ(both.size(), 2U);
}

// ---- score ----

Json score(double least, int games = 6) {
  return {{"check", "score"}, {"games", games}, {"at_least", least}};
}

// The bot's scores, game by game; the opponent has what the board says.
auto scores(std::vector<int> all) {
  return [all = std::move(all)](match::MatchRecord& record, std::size_t seat) {
    record.scores[seat].result.score = all.at(*record.match);
  };
}

TEST_F(Checks, ScoreIsTheMeanOverDealsWithItsInterval) {
  const auto outcome = [&](double least) {
    const auto check = this->check("box", score(least));
    play(*check, {}, scores({100, 120, 130, 110, 140, 120}));  // deals: 110, 120, 130
    return check->outcome();
  };
  const Outcome passed = outcome(90);
  EXPECT_EQ(passed.verdict, Verdict::passed);
  EXPECT_EQ(passed.figures["mean"], 120);
  EXPECT_EQ(passed.figures["deals"], 3);
  // Student's t of two degrees of freedom: 4.3027 * 10 / sqrt(3).
  EXPECT_NEAR(passed.figures["low"].get<double>(), 95.16, 0.01);
  EXPECT_NEAR(passed.figures["high"].get<double>(), 144.84, 0.01);
  EXPECT_EQ(passed.reason,
            "mean score 120.00 (95 % interval 95.16 to 144.84) over 3 deals, 6 games; at least "
            "90.00 is required");
  EXPECT_EQ(outcome(145).verdict, Verdict::failed);
  const Outcome open = outcome(100);
  EXPECT_EQ(open.verdict, Verdict::undecided);
  EXPECT_TRUE(open.reason.ends_with("; the interval includes that, more games would narrow it"));
}

TEST_F(Checks, ScoreOverAFixedListOfSeedsIsNeverUndecided) {
  const auto outcome = [&](double least) {
    const auto check =
        this->check("box", {{"check", "score"}, {"seeds", {3, 1, 2}}, {"at_least", least}});
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t i = 0; i < check->games(); ++i) seeds.push_back(*check->game(i).plan.seed);
    EXPECT_EQ(seeds, (std::vector<std::uint64_t>{3, 3, 1, 1, 2, 2}));
    play(*check, {}, scores({100, 120, 130, 110, 140, 120}));
    return check->outcome();
  };
  const Outcome passed = outcome(120);
  EXPECT_EQ(passed.verdict, Verdict::passed);
  EXPECT_EQ(passed.figures["low"], nullptr);
  EXPECT_EQ(passed.figures["games"], 6);
  EXPECT_EQ(outcome(120.01).verdict, Verdict::failed);
}

TEST_F(Checks, ScoresDecideNothingWhileGamesAreMissingOrOpponentsFail) {
  const auto check = this->check("box", score(1));
  play(*check, {}, {}, 5);
  EXPECT_EQ(check->outcome().verdict, Verdict::undecided);
  EXPECT_EQ(check->outcome().figures["deals"], 2) << "a deal counts when both its games are there";
  const auto other = this->check("box", score(1, 4));
  play(*other, others_fail(always));
  EXPECT_EQ(other->outcome().verdict, Verdict::undecided);
  EXPECT_TRUE(test::contains(other->outcome().reason, "an opponent failed in 4 games"));
  const auto one = this->check("box", score(1, 2));
  play(*one);
  EXPECT_TRUE(one->outcome().reason.ends_with("; one deal has no interval"));
}

TEST_F(Checks, AGameInWhichItFailedScoresNothing) {
  const auto check = this->check("box", score(50, 4));
  play(*check, bot_fails_at(5, FaultKind::timeout));
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::failed);
  EXPECT_EQ(outcome.figures["mean"], 0);
  EXPECT_TRUE(outcome.reason.ends_with("; it failed in 4 games (4 timeout) and scored 0 there"))
      << outcome.reason;
  EXPECT_FALSE(outcome.details.empty());
}

// ---- move-time ----

Json move_time(double at_most, const char* clock = "cpu") {
  return {{"check", "move-time"}, {"games", 2}, {"at_most", at_most}, {"clock", clock}};
}

// The bot's own moves take 10 ms of CPU and 20 ms of wall time, its first ones 100 and 200; all
// other moves, among them those that the jury makes in its place, an hour.
void set_times(match::MatchRecord& record, std::size_t seat) {
  bool first = true;
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const auto& ply = record.plies[i];
    const bool own = rules::index(ply.seat) == seat && !ply.jury;
    const kernel::Duration time = own ? (first ? 100ms : 10ms) : kernel::Duration(1h);
    if (own) first = false;
    record.measured.cpu[i] = time;
    record.measured.wall[i] = 2 * time;
  }
}

TEST_F(Checks, MoveTimeIsThatOfItsClock) {
  const auto outcome = [&](double at_most, const char* clock) {
    const auto check = this->check("black-hole", move_time(at_most, clock));
    play(*check, {}, set_times);
    return check->outcome();
  };
  const Outcome passed = outcome(0.1, "cpu");
  EXPECT_EQ(passed.verdict, Verdict::passed) << passed.reason;
  EXPECT_EQ(passed.figures["clock"], "cpu");
  EXPECT_EQ(passed.figures["moves"], 30);
  EXPECT_EQ(passed.figures["too_slow"], 0);
  EXPECT_EQ(passed.figures["slowest"], 0.1);
  EXPECT_EQ(passed.figures["at_most"], 0.1);
  EXPECT_EQ(outcome(0.2, "wall").verdict, Verdict::passed);
  const Outcome failed = outcome(0.199, "wall");
  EXPECT_EQ(failed.verdict, Verdict::failed);
  EXPECT_EQ(failed.figures["too_slow"], 2);
  EXPECT_TRUE(
      failed.reason.starts_with("2 moves were too slow; 30 moves in 2 games, the slowest "
                                "took 200.000 ms of wall time (game 0 as "))
      << failed.reason;
  EXPECT_EQ(failed.details.size(), 2U);
  EXPECT_EQ(outcome(0.001, "cpu").figures["too_slow"], 30);
}

TEST_F(Checks, TheFirstMoveMayHaveATimeOfItsOwn) {
  const auto outcome = [&](double at_most, double first) {
    Json one = move_time(at_most);
    one["first_at_most"] = first;
    const auto check = this->check("black-hole", one);
    play(*check, {}, set_times);
    return check->outcome();
  };
  const Outcome passed = outcome(0.01, 0.1);
  EXPECT_EQ(passed.verdict, Verdict::passed) << passed.reason;
  EXPECT_EQ(passed.figures["slowest"], 0.01);
  EXPECT_EQ(passed.figures["slowest_first"], 0.1);
  EXPECT_EQ(passed.figures["first_at_most"], 0.1);
  EXPECT_EQ(outcome(0.01, 0.09).figures["too_slow"], 2);
  EXPECT_EQ(outcome(0.009, 0.1).figures["too_slow"], 28) << "all but the first ones";
}

// Its answers before the fault were in time. What the jury did in its place was not its own.
TEST_F(Checks, MovesOfTheJuryAreNotItsOwn) {
  const auto check = this->check("box", move_time(1));
  play(*check, bot_fails_at(4), set_times);
  const Outcome outcome = check->outcome();
  EXPECT_EQ(outcome.verdict, Verdict::failed);
  EXPECT_EQ(outcome.figures["moves"], 2 * 3);
  EXPECT_EQ(outcome.figures["too_slow"], 0);
  EXPECT_EQ(outcome.figures["slowest"], 0.1);
  EXPECT_TRUE(outcome.reason.starts_with("2 moves were not answered at all (2 crash); 6 moves in "))
      << outcome.reason;
}

TEST_F(Checks, MoveTimeIsUndecidedWithoutRealGames) {
  const auto early = check("turn-right", move_time(1000));
  play(*early, others_fail(always), set_times);
  EXPECT_EQ(early->outcome().verdict, Verdict::undecided);
  EXPECT_TRUE(
      early->outcome().reason.ends_with(", but 2 games ended early because an opponent failed"));
  const auto alone = check("box", move_time(1000));
  play(*alone, others_fail(always), set_times);
  EXPECT_EQ(alone->outcome().verdict, Verdict::undecided);
  EXPECT_TRUE(alone->outcome().reason.ends_with(", but an opponent failed in each game"));
  EXPECT_EQ(alone->outcome().details.size(), 1U);
  const auto some = check("box", move_time(1000));
  play(*some, others_fail([](const CheckGame& game) { return game.number == 0; }), set_times);
  EXPECT_EQ(some->outcome().verdict, Verdict::passed);
  EXPECT_TRUE(some->outcome().reason.ends_with("; an opponent failed in 1 of the games"));
  const auto missing = check("box", move_time(1000));
  play(*missing, {}, set_times, 1);
  EXPECT_EQ(missing->outcome().verdict, Verdict::undecided);
}

}  // namespace
}  // namespace referee::checks
