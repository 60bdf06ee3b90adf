#include "referee/run/tournament/standings.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/by_seat.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tournament {
namespace {

using bot::FaultKind;
using test::event;
using Seat = store::SeatSummary;

Seat seat(int score, std::string_view status, int game_points = 0) {
  Seat seat;
  seat.score = score;
  seat.game_points = game_points;
  seat.status = rules::status_named(status).value();
  return seat;
}

Seat failed(FaultKind kind) {
  Seat seat;
  seat.status = match::status_of(kind);
  seat.fault = kind;
  return seat;
}

// Ran out of 5 s of wall time after it had waited so long for a processor.
Seat timed_out(std::int64_t waited_us) {
  Seat seat = failed(FaultKind::timeout);
  seat.cpu_us = 1'500'000;
  seat.wall_us = 5'000'000;
  seat.waited_us = waited_us;
  return seat;
}

// A tournament and its standings, fed by naming the bots of a match.
class Cup {
 public:
  explicit Cup(std::vector<config::Event> events, Selection selection = {})
      : manifest_(test::manifest(std::move(events))),
        schedule_(manifest_),
        standings_(manifest_, std::move(selection)) {}

  // Round `round` of event `which`: bot `first` against bot `second`.
  void play(std::size_t first, std::size_t second, const Seat& one, const Seat& two, int plies = 30,
            int round = 1, std::size_t which = 0, std::uint64_t moves = 0) {
    for (std::uint64_t i = 0; i < schedule_.size(); ++i) {
      const config::Pairing pairing = schedule_.at(i);
      if (pairing.event != which || pairing.round != round ||
          pairing.bots != rules::BySeat<std::size_t>{first, second}) {
        continue;
      }
      store::MatchSummary match;
      match.match = i;
      match.seats = {one, two};
      match.plies = plies;
      match.moves = moves;
      match.bots = {manifest_.events[which].bots[first].name,
                    manifest_.events[which].bots[second].name};
      standings_.add(match);
      return;
    }
    throw std::logic_error("no such match");
  }

  [[nodiscard]] std::vector<EventStandings> ranked() const { return standings_.ranked(); }
  [[nodiscard]] Standings& standings() { return standings_; }

  // "1 a, 2 b, 2 c" of the first event.
  [[nodiscard]] std::string places() const {
    std::string text;
    const EventStandings first = standings_.ranked()[0];
    for (const Row& row : first.rows) {
      text += (text.empty() ? "" : ", ") + std::to_string(row.place) + " " + row.bot;
    }
    return text;
  }

 private:
  config::Manifest manifest_;
  config::Schedule schedule_;
  Standings standings_;
};

const Row& row_of(const EventStandings& standings, std::string_view bot) {
  for (const Row& row : standings.rows) {
    if (row.bot == bot) return row;
  }
  throw std::logic_error("no such bot");
}

TEST(Standings, BoxRanksByTheSumOfScoresAndSharesPlaces) {
  Cup cup({event("box", {"a", "b", "c", "d"}, 1)});
  EXPECT_EQ(cup.places(), "1 a, 1 b, 1 c, 1 d");
  cup.play(0, 1, seat(90, "LOSE"), seat(210, "WIN"));
  cup.play(2, 3, seat(210, "WIN"), seat(90, "LOSE"));
  EXPECT_EQ(cup.places(), "1 b, 1 c, 3 a, 3 d");
  cup.play(0, 3, seat(220, "WIN"), seat(80, "LOSE"));
  cup.play(1, 2, seat(150, "DRAW"), seat(150, "DRAW"));
  EXPECT_EQ(cup.places(), "1 b, 1 c, 3 a, 4 d");
}

TEST(Standings, CountsEachBotsGamesBySeatAndAgainstEachOther) {
  Cup cup({event("box", {"a", "b", "c"}, 1)});
  Seat one = seat(210, "WIN");
  one.board_points = 33;
  one.cpu_us = 500;
  one.wall_us = 700;
  cup.play(0, 1, one, seat(90, "LOSE"), 31);
  Seat two = seat(150, "DRAW");
  two.board_points = 20;
  two.cpu_us = 900;
  two.wall_us = 600;
  cup.play(2, 0, seat(150, "DRAW"), two, 27);
  const EventStandings standings = cup.ranked()[0];
  EXPECT_EQ(standings.played, 2U);
  EXPECT_EQ(standings.planned, 6U);
  EXPECT_EQ(standings.shortest, 27);
  EXPECT_EQ(standings.longest, 31);
  EXPECT_EQ(standings.bots, (std::vector<std::string>{"a", "b", "c"}));

  const Row& a = row_of(standings, "a");
  EXPECT_EQ(a.total, (Tally{2, 360, 0, 53, 1, 1, 0}));
  EXPECT_EQ(a.by_seat[0], (Tally{1, 210, 0, 33, 1, 0, 0}));
  EXPECT_EQ(a.by_seat[1], (Tally{1, 150, 0, 20, 0, 1, 0}));
  EXPECT_EQ(a.cpu.mean_us(), 700);
  EXPECT_EQ(a.cpu.most_us(), 900);
  EXPECT_EQ(a.wall.mean_us(), 650);
  EXPECT_EQ(a.wall.most_us(), 700);
  EXPECT_EQ(row_of(standings, "b").cpu.count(), 0U) << "its times are not known";
  EXPECT_EQ(row_of(standings, "b").total, (Tally{1, 90, 0, {}, 0, 0, 1}));
  EXPECT_EQ(standings.cross[0][1], (Tally{1, 210, 0, 33, 1, 0, 0}));
  EXPECT_EQ(standings.cross[1][0], (Tally{1, 90, 0, {}, 0, 0, 1}));
  EXPECT_EQ(standings.cross[0][2], (Tally{1, 150, 0, 20, 0, 1, 0}));
  EXPECT_EQ(standings.cross[1][2], Tally{});
  EXPECT_EQ(standings.cross[0][0], Tally{});
}

// Of the other bot's games: lost, won and drawn on the board, and one in which both failed.
TEST(Standings, AFaultIsLostAndWonByTheOtherBot) {
  Cup cup({event("box", {"a", "b"}, 4)});
  cup.play(0, 1, failed(FaultKind::timeout), seat(84, "LOSE"), 30, 1);
  // A game may give a bot that failed a score (Sudoku: 1 for a time-out), but it has not won.
  Seat odd = seat(1, "WIN", 2);
  odd.fault = FaultKind::illegal;
  cup.play(0, 1, odd, seat(210, "WIN"), 30, 2);
  cup.play(0, 1, failed(FaultKind::timeout), seat(150, "DRAW"), 30, 3);
  cup.play(0, 1, failed(FaultKind::crash), failed(FaultKind::exit), 30, 4);
  const EventStandings standings = cup.ranked()[0];
  const Row& a = row_of(standings, "a");
  EXPECT_EQ(a.total, (Tally{4, 1, 0, {}, 0, 1, 3}));
  EXPECT_EQ(a.irregular_losses, 4U);
  EXPECT_EQ(a.faults,
            (std::map<std::string, std::uint64_t>{{"crash", 1}, {"illegal", 1}, {"timeout", 2}}));
  const Row& b = row_of(standings, "b");
  EXPECT_EQ(b.total, (Tally{4, 444, 0, {}, 3, 1, 0}));
  EXPECT_EQ(b.irregular_losses, 1U);
  EXPECT_EQ(b.faults, (std::map<std::string, std::uint64_t>{{"exit", 1}}));
}

// Half a second of five is a tenth.
TEST(Standings, CountTimeOutsOfBotsThatWaitedForAProcessor) {
  Cup cup({event("box", {"a", "b"}, 2)});
  cup.play(0, 1, timed_out(500'000), seat(200, "WIN"));
  cup.play(1, 0, seat(200, "WIN"), timed_out(499'999));
  cup.play(0, 1, timed_out(4'000'000), seat(200, "WIN"), 30, 2);
  Seat unknown = timed_out(0);
  unknown.waited_us.reset();
  cup.play(1, 0, unknown, seat(200, "WIN"), 30, 2);
  const auto ranked = cup.ranked();
  EXPECT_EQ(row_of(ranked[0], "a").starved, 2U);
  EXPECT_EQ(row_of(ranked[0], "b").starved, 0U);
}

// The same moves in the other seats are another game.
TEST(Standings, CountMatchesThatRepeatEarlierOnes) {
  Cup cup({event("box", {"a", "b"}, 3)});
  for (int round = 1; round <= 3; ++round) {
    cup.play(0, 1, seat(200, "WIN"), seat(100, "LOSE"), 30, round, 0, 7);
    cup.play(1, 0, seat(200, "WIN"), seat(100, "LOSE"), 30, round, 0,
             round == 3 ? 0 : 7);  // the last one's moves are not known
  }
  const auto repeated = cup.ranked()[0].repeated;
  ASSERT_EQ(repeated.size(), 1U);
  EXPECT_EQ(repeated.at({0, 1}), 3U);
}

TEST(Standings, CooperativeGamesHaveNoWinnersAndLosers) {
  for (const char* game : {"6561", "2187"}) {
    Cup cup({event(game, {"a", "b", "c"}, 1)});
    cup.play(0, 1, seat(500, "WIN"), seat(500, "WIN"));
    cup.play(1, 2, seat(900, "WIN"), failed(FaultKind::exit));
    const EventStandings standings = cup.ranked()[0];
    EXPECT_EQ(cup.places(), "1 b, 2 a, 3 c");
    EXPECT_EQ(row_of(standings, "b").total, (Tally{2, 1400, 0, {}, 0, 0, 0}));
    EXPECT_EQ(row_of(standings, "c").total, (Tally{1, 0, 0, {}, 0, 0, 0}));
    EXPECT_EQ(row_of(standings, "c").irregular_losses, 1U);
  }
}

TEST(Standings, TurnRightRanksByGamePointsThenPointsThenIrregularLosses) {
  Cup cup({event("turn-right", {"a", "b", "c", "d"}, 1)});
  // Game points decide before points: a has more points, d more game points.
  cup.play(0, 1, seat(93, "WIN", 2), seat(7, "LOSE", 0));
  cup.play(3, 1, seat(60, "WIN", 2), seat(40, "LOSE", 0));
  cup.play(3, 2, seat(60, "WIN", 2), seat(39, "LOSE", 0));
  cup.play(2, 0, seat(7, "LOSE", 0), seat(93, "WIN", 1));
  EXPECT_EQ(cup.places(), "1 d, 2 a, 3 b, 4 c");
  cup.play(2, 3, failed(FaultKind::illegal), seat(96, "WIN", 3));
  cup.play(1, 0, failed(FaultKind::timeout), seat(96, "WIN", 3));
  EXPECT_EQ(cup.places(), "1 d, 2 a, 3 b, 4 c");
  // c comes to b's points, 47, with fewer irregular losses.
  cup.play(2, 1, seat(1, "WIN", 0), failed(FaultKind::illegal));
  cup.play(0, 3, seat(50, "DRAW", 1), seat(50, "DRAW", 1));
  EXPECT_EQ(cup.places(), "1 d, 2 a, 3 c, 4 b");
  EXPECT_EQ(row_of(cup.ranked()[0], "b").irregular_losses, 2U);
}

TEST(Standings, BlackHoleRanksTheTiedByTheirGamesAmongEachOther) {
  Cup cup({event("black-hole", {"a", "b", "c", "d"}, 1)});
  // a, b and c end with 225 each; among them b has 165, c 155, a 130.
  cup.play(0, 1, seat(60, "LOSE"), seat(90, "WIN"));
  cup.play(1, 2, seat(75, "DRAW"), seat(75, "DRAW"));
  cup.play(2, 0, seat(80, "WIN"), seat(70, "LOSE"));
  cup.play(0, 3, seat(95, "WIN"), failed(FaultKind::timeout));
  cup.play(1, 3, seat(60, "LOSE"), seat(90, "WIN"));
  cup.play(2, 3, seat(70, "LOSE"), seat(80, "WIN"));
  const EventStandings standings = cup.ranked()[0];
  EXPECT_EQ(cup.places(), "1 b, 2 c, 3 a, 4 d");
  const std::vector<std::int64_t> among{165, 155, 130, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(standings.rows[i].total.score, i < 3 ? 225 : 170);
    EXPECT_EQ(standings.rows[i].among_tied, among[i]);
  }
}

TEST(Standings, BlackHoleComparesWithinEachGroupOfTiedBots) {
  Cup cup({event("black-hole", {"a", "b", "c", "d", "e"}, 1)});
  // Totals: a 130, b 130, c 100, d 100, e 140. b beat a, c and d drew.
  cup.play(0, 1, seat(60, "LOSE"), seat(90, "WIN"));
  cup.play(0, 4, seat(70, "LOSE"), seat(80, "WIN"));
  cup.play(1, 4, seat(40, "LOSE"), seat(60, "WIN"));
  cup.play(2, 3, seat(75, "DRAW"), seat(75, "DRAW"));
  cup.play(2, 0, seat(25, "LOSE"), failed(FaultKind::exit));
  cup.play(3, 1, seat(25, "LOSE"), failed(FaultKind::exit));
  // Four games each.
  const Seat nothing = seat(0, "DRAW");
  cup.play(0, 2, nothing, nothing);
  cup.play(1, 3, nothing, nothing);
  cup.play(2, 4, nothing, nothing);
  cup.play(3, 4, nothing, nothing);
  const EventStandings standings = cup.ranked()[0];
  EXPECT_EQ(cup.places(), "1 e, 2 b, 3 a, 4 c, 4 d");
  EXPECT_EQ(row_of(standings, "e").among_tied, 0);  // tied with nobody
  EXPECT_EQ(row_of(standings, "b").among_tied, 90);
  EXPECT_EQ(row_of(standings, "a").among_tied, 60);
  EXPECT_EQ(row_of(standings, "c").among_tied, 75);
  EXPECT_EQ(row_of(standings, "d").among_tied, 75);
}

TEST(Standings, GoesOneLevelIntoTheSubCompetition) {
  Cup cup({event("black-hole", {"a", "b", "c"}, 1)});
  // All have 150; among all three that says nothing new, so the places are shared
  // although a beat b in their own game.
  cup.play(0, 1, seat(100, "WIN"), seat(50, "LOSE"));
  cup.play(1, 2, seat(100, "WIN"), seat(50, "LOSE"));
  cup.play(2, 0, seat(100, "WIN"), seat(50, "LOSE"));
  EXPECT_EQ(cup.places(), "1 a, 1 b, 1 c");
  const EventStandings standings = cup.ranked()[0];
  for (const Row& row : standings.rows) EXPECT_EQ(row.among_tied, 150);
}

TEST(Standings, KeepsEventsApart) {
  Cup cup({event("box", {"a", "b"}, 2), event("6561", {"b", "a"}, 1), event("box", {"a", "b"}, 1)});
  cup.play(0, 1, seat(210, "WIN"), seat(90, "LOSE"), 20, 2, 0);
  cup.play(0, 1, seat(400, "WIN"), seat(400, "WIN"), 50, 1, 1);
  const auto all = cup.ranked();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].game->name, "box");
  EXPECT_EQ(all[0].planned, 4U);
  EXPECT_EQ(row_of(all[0], "a").total.score, 210);
  EXPECT_EQ(all[1].game->name, "6561");
  EXPECT_EQ(row_of(all[1], "b").by_seat[0].games, 1U);
  EXPECT_EQ(all[2].played, 0U);
  EXPECT_EQ(all[2].shortest, 0);
  EXPECT_EQ(all[2].longest, 0);
}

TEST(Standings, DoNotDependOnTheOrderOfMatches) {
  const std::vector<std::array<int, 4>> games{
      {0, 1, 210, 90}, {1, 2, 150, 150}, {2, 0, 205, 95}, {1, 0, 95, 205}};
  Cup forward({event("box", {"a", "b", "c"}, 1)});
  Cup backward({event("box", {"a", "b", "c"}, 1)});
  const auto play = [](Cup& cup, const std::array<int, 4>& game) {
    cup.play(static_cast<std::size_t>(game[0]), static_cast<std::size_t>(game[1]),
             seat(game[2], game[2] > game[3] ? "WIN" : "LOSE"),
             seat(game[3], game[3] > game[2] ? "WIN" : "LOSE"));
  };
  for (auto game = games.begin(); game != games.end(); ++game) play(forward, *game);
  for (auto game = games.rbegin(); game != games.rend(); ++game) play(backward, *game);
  EXPECT_EQ(forward.places(), backward.places());
  EXPECT_EQ(forward.ranked()[0].cross, backward.ranked()[0].cross);
}

// Of the same games: a beats all in round 1, and c all in round 2.
EventStandings of_some(Selection selection) {
  Cup cup({event("box", {"a", "b", "c"}, 2)}, std::move(selection));
  const Seat winner = seat(200, "WIN");
  const Seat loser = seat(100, "LOSE");
  for (const int round : {1, 2}) {
    const std::size_t best = round == 1 ? 0 : 2;
    for (std::size_t first = 0; first < 3; ++first) {
      for (std::size_t second = 0; second < 3; ++second) {
        if (first == second) continue;
        const bool wins = first == best || (second != best && first < second);
        cup.play(first, second, wins ? winner : loser, wins ? loser : winner, 30, round, 0,
                 1 + second + 10 * first);
      }
    }
  }
  return cup.ranked()[0];
}

TEST(Standings, OfARoundCountItsMatchesAlone) {
  const EventStandings standings = of_some({{}, std::pair(2, 2)});
  EXPECT_EQ(standings.selection, "round 2");
  EXPECT_EQ(standings.rows[0].bot, "c");
  EXPECT_EQ(row_of(standings, "a").total.games, 4U);
  EXPECT_EQ(standings.played, 6U);
  EXPECT_EQ(standings.planned, 6U);
}

TEST(Standings, OfSomeBotsLeaveTheOthersOut) {
  const EventStandings standings = of_some({{"c", "b"}, {}});
  EXPECT_EQ(standings.selection, "between c and b");
  EXPECT_EQ(standings.bots, (std::vector<std::string>{"b", "c"}));
  ASSERT_EQ(standings.rows.size(), 2U);
  EXPECT_EQ(standings.played, 4U);
  EXPECT_EQ(row_of(standings, "b").total.games, 4U);
  EXPECT_EQ(standings.cross[0][1].wins, 2U) << "b beats c in both seats of round 1";
  EXPECT_EQ(standings.cross[1][0].wins, 2U);
  EXPECT_EQ(standings.repeated.size(), 1U);
  EXPECT_EQ(standings.repeated.at({0, 1}), 2U) << "what both seats played in round 2";
  EXPECT_EQ(Selection({"a", "b"}, std::pair(3, 7)).text(), "between a and b, rounds 3 to 7");
  EXPECT_TRUE(Selection().all());
}

// Its own figures, Swiss points say, are of all matches.
TEST(Standings, OfSomeMatchesAreRankedAsARoundRobin) {
  config::Event swiss = event("box", {"a", "b", "c", "d"}, 2);
  swiss.format.kind = formats::FormatKind::swiss;
  Cup cup({std::move(swiss)}, {{"a", "b", "c", "d"}, {}});
  EXPECT_EQ(cup.ranked()[0].format, formats::FormatKind::round_robin);
  EXPECT_EQ(cup.ranked()[0].rows[0].format, std::nullopt);
}

// a has the highest sum, of two games.
void play_unequal(Cup& cup) {
  cup.play(0, 1, seat(120, "LOSE"), seat(180, "WIN"));
  cup.play(0, 2, seat(110, "LOSE"), seat(190, "WIN"));
}

TEST(Standings, MeansRankWhileBotsHaveUnequalNumbersOfGames) {
  Cup cup({event("box", {"a", "b", "c", "d"}, 1)});
  EXPECT_FALSE(cup.ranked()[0].by_mean);
  play_unequal(cup);
  EXPECT_TRUE(cup.ranked()[0].by_mean);
  EXPECT_EQ(cup.places(), "1 c, 2 b, 3 a, 4 d");  // d has no game
  cup.play(3, 1, seat(115, "LOSE"), seat(200, "WIN"));
  EXPECT_EQ(cup.places(), "1 b, 1 c, 3 a, 3 d");
  cup.play(3, 2, seat(100, "LOSE"), seat(200, "WIN"));
  EXPECT_FALSE(cup.ranked()[0].by_mean) << "two games each";
  EXPECT_EQ(cup.places(), "1 c, 2 b, 3 a, 4 d");

  Cup points({event("turn-right", {"a", "b", "c"}, 1)});
  points.play(0, 1, seat(50, "DRAW", 2), seat(50, "DRAW", 2));
  points.play(0, 2, seat(90, "WIN", 1), seat(10, "LOSE", 0));
  EXPECT_EQ(points.places(), "1 b, 2 a, 3 c");
}

// Challengers are ranked before the others, and complete gauntlets by the game's keys.
TEST(Standings, MeansRankAGauntletWithinItsGroups) {
  config::Event gauntlet = event("box", {"a", "b", "c", "d"}, 1);
  gauntlet.format.kind = formats::FormatKind::gauntlet;
  Cup cup({std::move(gauntlet)});
  play_unequal(cup);
  EXPECT_EQ(cup.places(), "1 a, 2 c, 3 b, 4 d");
  EXPECT_TRUE(cup.ranked()[0].by_mean);
  cup.play(1, 0, seat(150, "DRAW"), seat(150, "DRAW"));
  EXPECT_EQ(cup.places(), "1 a, 2 c, 3 b, 4 d");
  cup.play(2, 0, seat(120, "LOSE"), seat(180, "WIN"));
  cup.play(3, 0, seat(120, "LOSE"), seat(180, "WIN"));
  EXPECT_TRUE(cup.ranked()[0].by_mean);
  cup.play(0, 3, seat(180, "WIN"), seat(120, "LOSE"));
  EXPECT_FALSE(cup.ranked()[0].by_mean);
}

TEST(Standings, MeansRankASelectionOfUnequalNumbersOfGames) {
  Cup cup({event("box", {"a", "b", "c"}, 2)}, {{}, std::pair(1, 1)});
  play_unequal(cup);
  EXPECT_EQ(cup.places(), "1 c, 2 b, 3 a");
  EXPECT_EQ(cup.ranked()[0].planned, 2U);
}

// By round and bots, in whichever seats; a bot that failed gets no game points.
TEST(Standings, KeepTheMeetingsOfFormatsInWhichResultsPairBots) {
  config::Event knockout = event("turn-right", {"a", "b"}, 1);
  knockout.format.kind = formats::FormatKind::knockout;
  Cup cup({std::move(knockout)});
  cup.play(0, 1, seat(60, "WIN", 2), seat(40, "LOSE", 1));
  cup.play(1, 0, seat(70, "WIN", 2), failed(FaultKind::crash));
  const auto meetings = cup.ranked()[0].meetings;
  ASSERT_EQ(meetings.size(), 1U);
  const Meeting& final = meetings.at({1, {0, 1}});
  EXPECT_EQ(final.games, 2U);
  EXPECT_EQ(final.measures, (std::array{formats::Measure{2, 60}, formats::Measure{3, 110}}));
  EXPECT_EQ(final.result(), (std::array<std::int64_t, 2>{2, 3}));
  EXPECT_EQ((Meeting{1, {{{2, 60}, {2, 110}}}}.result()), (std::array<std::int64_t, 2>{60, 110}));
  Cup robin({event("box", {"a", "b"}, 1)});
  robin.play(0, 1, seat(60, "LOSE"), seat(140, "WIN"));
  EXPECT_TRUE(robin.ranked()[0].meetings.empty());
}

TEST(Standings, OfMatchesThatNobodyHasPlannedRankByMeans) {
  UnplannedStandings standings;
  standings.add(*rules::find_game("box"), kernel::ClockKind::wall);
  standings.add(*rules::find_game("6561"), kernel::ClockKind::cpu);
  const auto play = [&](const char* one, const char* other, int own, int others) {
    store::MatchSummary match;
    match.game = "box";
    match.plies = 30;
    match.bots = {one, other};
    match.seats = {seat(own, own > others ? "WIN" : "LOSE"),
                   seat(others, own < others ? "WIN" : "LOSE")};
    standings.add(match);
  };
  play("a", "b", 120, 100);
  play("c", "a", 150, 110);
  const auto ranked = standings.ranked();
  ASSERT_EQ(ranked.size(), 1U) << "the other game has no matches";
  EXPECT_EQ(ranked[0].planned, 0U);
  EXPECT_EQ(ranked[0].clock, kernel::ClockKind::wall);
  EXPECT_EQ(ranked[0].rows[0].bot, "c");
  EXPECT_EQ(ranked[0].rows[1].bot, "a");
  EXPECT_EQ(ranked[0].rows[1].total, (Tally{2, 230, 0, {}, 1, 0, 1}));
  EXPECT_EQ(ranked[0].cross[0][2].score, 110);
}

TEST(Standings, OfManySeatsRankByTheOpponentsThatWereBeaten) {
  rules::GameInfo three = *rules::find_game("box");
  three.seat_names = {"north", "east", "west"};
  rules::GameInfo four = three;
  four.seat_names = {"north", "east", "west", "south"};
  four.fewest_seats = 3;
  four.seated = [&three](std::size_t) { return &three; };
  UnplannedStandings standings;
  standings.add(four, kernel::ClockKind::cpu);
  const auto play = [&](const rules::BySeat<std::string>& bots, const rules::BySeat<int>& places) {
    store::MatchSummary match;
    match.game = "box";
    match.bots = bots;
    match.seats.resize(bots.size());
    for (std::size_t i = 0; i < bots.size(); ++i) {
      match.seats[i] = seat(100 / places[i], places[i] == 1 ? "WIN" : "LOSE");
      match.seats[i].place = places[i];
    }
    standings.add(match);
  };
  play({"a", "b", "c"}, {1, 2, 2});
  play({"c", "d", "a"}, {1, 3, 2});
  const EventStandings ranked = standings.ranked().at(0);
  EXPECT_EQ(ranked.game->seats(), 3U);
  const Row& first = ranked.rows[0];
  EXPECT_EQ(first.bot, "a") << "3 of 4; c: 2.5 of 4";
  EXPECT_EQ(first.total.beaten, 6);
  EXPECT_EQ(first.total.opponents, 4U);
  EXPECT_EQ(first.places, (rules::BySeat<std::uint64_t>{1, 1, 0}));
  EXPECT_EQ(first.mean_place().mean(), 1.5);
  EXPECT_EQ(first.by_seat[2].games, 1U);
  EXPECT_EQ(ranked.rows[1].bot, "c");
  EXPECT_EQ(ranked.rows[1].total.beaten, 5);
  EXPECT_EQ(ranked.cross[0][2], (Tally{2, 150, 0, {}, 1, 0, 1})) << "a against c";
  const auto error = test::error_of<text::InputError>([&] {
    play({"a", "b", "c", "d"}, {1, 2, 3, 4});
  });
  EXPECT_TRUE(test::contains(error, "with 3 and with 4 seats, which have no common standings"));
}

TEST(Standings, RefuseAMatchThatTheTournamentDoesNotHave) {
  Cup cup({event("box", {"a", "b"}, 1)});
  store::MatchSummary match;
  match.match = 2;
  EXPECT_THROW(cup.standings().add(match), std::out_of_range);
  EXPECT_EQ(cup.ranked()[0].played, 0U);
}

}  // namespace
}  // namespace referee::tournament
