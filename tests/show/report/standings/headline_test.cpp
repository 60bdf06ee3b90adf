// What pages and terminals say first: who won, by what, and how sure that is.
#include "referee/show/report/standings/headline.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using formats::FormatKind;

// Matches of Box, numbered from 0, as they are played.
class Matches {
 public:
  void add(int round, const std::string& first, const std::string& second, int own, int other) {
    store::MatchSummary match;
    match.match = number_++;
    match.round = round;
    match.game = "box";
    match.bots = {first, second};
    match.seats[0].score = own;
    match.seats[1].score = other;
    using rules::Status;
    match.seats[0].status = own == other ? Status::draw : own > other ? Status::win : Status::lose;
    match.seats[1].status = own == other ? Status::draw : own < other ? Status::win : Status::lose;
    played.add(match);
  }
  tournament::GamesPlayed played;

 private:
  std::uint64_t number_ = 0;
};

// Four rounds: beta is 6, 6.5, 7 and 7.5 points ahead of alpha.
Matches four_rounds() {
  Matches matches;
  for (int round = 1; round <= 4; ++round) {
    matches.add(round, "beta", "alpha", 10 + round, 5);
    matches.add(round, "alpha", "beta", 5, 11);
  }
  return matches;
}

std::string said(const std::optional<Headline>& headline) {
  return headline ? headline->who + ' ' + headline->rest : "";
}

tournament::EventStandings complete(FormatKind format) {
  auto event = sample_standings("box", format);
  event.planned = event.played;
  return event;
}

TEST(Headline, SaysWhoWonAMatch) {
  auto match = sample_record("box", 3);
  match.bots[0].name = "x";
  match.bots[1].name = "y";
  const auto end = [&](rules::Status a, rules::Status b, int own, int other) {
    match.scores[0] = {{}, a};
    match.scores[1] = {{}, b};
    match.scores[0].result.score = own;
    match.scores[1].result.score = other;
    return end_text(match);
  };
  using rules::Status;
  EXPECT_EQ(end(Status::win, Status::lose, 4, 1), "x won against y, 4 to 1");
  EXPECT_EQ(end(Status::draw, Status::draw, 2, 2), "x and y drew, 2 to 2");
  EXPECT_EQ(end(Status::exit, Status::win, 0, 7), "y won against x, 7 to 0; x failed (exit)");
  // The other seat's status is that of the board, whoever failed.
  EXPECT_EQ(end(Status::exit, Status::lose, 0, 3), "y won against x, 3 to 0; x failed (exit)");
  match.faults = {sample_fault(1, bot::FaultKind::crash, "signal 11")};
  EXPECT_EQ(end(Status::exit, Status::win, 0, 7), "y won against x, 7 to 0; x failed (crash)");
  match.bots[0].name = "x\x1b";
  match.faults.clear();
  EXPECT_EQ(end(Status::win, Status::lose, 4, 1), "x\\x1b won against y, 4 to 1");
}

// Scores of a judge can be made of what it counted.
TEST(Headline, SaysWhatAJudgeCounted) {
  auto match = sample_record("box", 3);
  rules::GameInfo game = *match.game;
  const auto end = [&](rules::Status own, std::optional<rules::Points> points,
                       std::optional<rules::Points> others) {
    match.scores[0] = {{}, own};
    match.scores[1] = {{}, own == rules::Status::win ? rules::Status::lose : rules::Status::win};
    match.scores[0].result.score = 2;
    match.scores[0].result.board_points = points;
    match.scores[1].result.board_points = others;
    return end_text(match);
  };
  using rules::Points;
  using rules::Status;
  EXPECT_EQ(end(Status::win, 100, 94), "alpha won against beta, 2 to 0") << "the program's own";
  game.outside.emplace();
  match.game = &game;
  EXPECT_EQ(end(Status::win, 100, 94), "alpha won against beta, 2 to 0; 100 to 94 on the board");
  EXPECT_EQ(end(Status::lose, 94, Points::read("0.5")),
            "beta won against alpha, 0 to 2; 0.5 to 94 on the board");
  EXPECT_EQ(end(Status::win, 2, 0), "alpha won against beta, 2 to 0");
  EXPECT_EQ(end(Status::win, 100, std::nullopt), "alpha won against beta, 2 to 0");
  match.scores[1].status = Status::exit;
  EXPECT_EQ(end_text(match), "alpha won against beta, 2 to 0; beta failed (exit)");
}

// One count for all: the sentence and the standings agree, whatever a record says. Who failed has
// lost, both or nobody: the status decides; scores never do.
TEST(Headline, CountsAMatchAsStandingsDo) {
  using rules::Seat;
  using rules::Status;
  constexpr std::array all{Status::win,     Status::lose,    Status::draw,
                           Status::illegal, Status::timeout, Status::exit};
  auto match = sample_record("box", 3);
  match.bots[0].name = "x";
  match.bots[1].name = "y";
  std::map<std::string, int> ends;
  for (int i = 0; i < 6 * 6 * 4 * 3; ++i) {
    const std::array statuses{all[static_cast<std::size_t>(i % 6)],
                              all[static_cast<std::size_t>(i / 6 % 6)]};
    const int faulty = i / 36 % 4;  // bit 0: the first seat has a fault, bit 1: the second
    const int ahead = i / 144 - 1;
    match.faults.clear();
    for (const Seat seat : {Seat::first, Seat::second}) {
      match.scores[rules::index(seat)].status = statuses[rules::index(seat)];
      match.scores[rules::index(seat)].result.score = seat == Seat::first ? 5 + ahead : 5;
      if ((faulty >> rules::index(seat) & 1) == 0) continue;
      match.faults.push_back(sample_fault(1, bot::FaultKind::crash, "signal 11"));
      match.faults.back().seat = seat;
    }
    SCOPED_TRACE(fmt::format("{} {}, faults {}, ahead {}", rules::name(statuses[0]),
                             rules::name(statuses[1]), faulty, ahead));
    const bool x_failed = (faulty & 1) != 0 || rules::is_fault(statuses[0]);
    const bool y_failed = (faulty & 2) != 0 || rules::is_fault(statuses[1]);
    const bool x_won = y_failed || (!x_failed && statuses[0] == Status::win);
    const bool y_won = x_failed || (!y_failed && statuses[1] == Status::win);
    const char* expected = x_won == y_won ? "drew" : x_won ? "x won" : "y won";
    ++ends[expected];
    const std::string said = end_text(match);
    EXPECT_TRUE(contains(said, expected));
    EXPECT_EQ(contains(said, "x failed"), x_failed) << said;
    EXPECT_EQ(contains(said, "y failed"), y_failed) << said;
    const store::MatchSummary summary = store::summary_of(match);
    tournament::Tally tally;
    tally.add(summary, 0, false);
    EXPECT_EQ(tally.wins, x_won && !y_won ? 1U : 0U);
    EXPECT_EQ(tally.losses, y_won && !x_won ? 1U : 0U);
  }
  EXPECT_EQ(ends.size(), 3U);
}

TEST(Headline, SaysWhatTwoBotsCameToTogetherAndThatBothFailed) {
  auto match = sample_record("6561", 3);
  match.scores[0].result.score = match.scores[1].result.score = 148;
  match.scores[0].status = match.scores[1].status = rules::Status::draw;
  EXPECT_EQ(end_text(match), "148 points together");
  match.scores[0].result.score = match.scores[1].result.score = 1;
  EXPECT_EQ(end_text(match), "1 point together");
  match = sample_record("box", 3);
  match.scores[0].status = match.scores[1].status = rules::Status::exit;
  match.faults = {sample_fault(1, bot::FaultKind::given_up, "no more"),
                  sample_fault(2, bot::FaultKind::illegal, "no")};
  match.faults[0].seat = rules::Seat::first;
  match.faults[1].seat = rules::Seat::second;
  match.scores[0].result.score = match.scores[1].result.score = 0;
  EXPECT_EQ(end_text(match),
            "alpha and beta drew, 0 to 0; alpha failed (given up); beta failed (illegal)");
}

TEST(Headline, NamesAllWhoShareAPlaceOrSaysHowMany) {
  EXPECT_EQ(names_text({"a", "b", "c", "d"}), "a, b, c and d");
  EXPECT_EQ(names_text({"a", "b", "c", "d", "e"}), "a, b, c and 2 others");
  auto event = complete(FormatKind::round_robin);
  for (auto& row : event.rows) row.place = 1;
  EXPECT_EQ(said(headline_of(event, {})), "beta, alpha and gamma share first place");
  event.planned = 7;
  EXPECT_EQ(said(headline_of(event, {})), "beta, alpha and gamma share the lead");
}

TEST(Headline, SaysHowSureARoundRobinIs) {
  const auto event = complete(FormatKind::round_robin);
  // By hand: standard error 0.6455 / 2, and 3.18 for three degrees of freedom.
  EXPECT_EQ(said(headline_of(event, four_rounds().played)),
            "beta won, ahead of alpha by score (801 to 700): 6.75 points a game more, ± 1.03 "
            "(95 %)");
  Matches one;
  one.add(1, "beta", "alpha", 9, 1);
  EXPECT_TRUE(
      ends(headline_of(event, one.played)->rest, ": one round does not show how sure that is"));
  one.add(2, "beta", "alpha", 2, 1);
  EXPECT_TRUE(ends(headline_of(event, one.played)->rest, ", so it may be chance"));
  Matches same;
  for (int round = 1; round <= 3; ++round) same.add(round, "beta", "alpha", 9, 1);
  EXPECT_TRUE(ends(headline_of(event, same.played)->rest, ": every round went the same"));
  // The leader of a few games is not always ahead round by round.
  for (const int own : {1, 2}) {
    Matches other;
    for (int round = 1; round <= 3; ++round) other.add(round, "beta", "alpha", own, 2);
    EXPECT_EQ(said(headline_of(event, other.played)),
              "beta won, ahead of alpha by score (801 to 700): by the scores of each round it is "
              "not ahead, so it may be chance");
  }
  auto official = complete(FormatKind::official);
  official.swiss_rounds = 3;
  EXPECT_TRUE(ends(headline_of(official, four_rounds().played)->rest,
                   ": one round does not show how sure that is"));
}

TEST(Headline, SaysWhenSwissAndLaddersDoNotTellBotsApart) {
  const auto swiss = complete(FormatKind::swiss);  // 2.5, 2 and 1.5 points in 2 rounds
  EXPECT_EQ(said(headline_of(swiss, {})),
            "beta won, ahead of alpha by points (2.5 to 2); by their points beta, alpha and gamma "
            "cannot be told apart");
  auto far = swiss;
  far.rows[0].format->points = 9;  // 4.5; the bound of two rounds is 1.96
  EXPECT_EQ(said(headline_of(far, {})), "beta won, ahead of alpha by points (4.5 to 2)");

  auto ladder = complete(FormatKind::ladder);  // +120, +60 and 0, each ± 30
  EXPECT_EQ(said(headline_of(ladder, {})), "beta leads, ahead of alpha by Elo (+120 to +60)");
  ladder.rows[1].format->ladder->elo = 100;
  EXPECT_EQ(said(headline_of(ladder, {})), "beta and alpha cannot be told apart by their Elo");
  // A bot without a point against the first: the games that it lost tell, not an error.
  ladder.rows[1].format->ladder->reach = statistics::Reach::at_most;
  tournament::Tally& met = ladder.cross[1][0];
  met = {};
  met.games = met.wins = 5;
  EXPECT_EQ(said(headline_of(ladder, {})), "beta and alpha cannot be told apart by their Elo");
  met.games = met.wins = 6;
  EXPECT_EQ(said(headline_of(ladder, {})), "beta leads, ahead of alpha by Elo");
}

TEST(Headline, TellsFinalsAndChallengers) {
  Matches matches = four_rounds();
  auto knockout = complete(FormatKind::knockout);
  knockout.meetings[{1, {1, 2}}] = {2, {{{0, 50}, {0, 0}}}};
  knockout.meetings[{2, {0, 1}}] = {2, {{{0, 10}, {0, 25}}}};
  EXPECT_EQ(said(headline_of(knockout, {})),
            "beta won, beating alpha in the final, 25 to 10 points in 2 games");
  knockout.meetings[{2, {0, 1}}].measures = {{{2, 25}, {6, 10}}};
  EXPECT_EQ(said(headline_of(knockout, {})),
            "beta won, beating alpha in the final, 6 to 2 game points in 2 games");
  knockout.meetings[{2, {0, 1}}].measures = {{{4, 10}, {4, 10}}};
  EXPECT_EQ(said(headline_of(knockout, {})),
            "beta won, as the better seed: the final against alpha was even, 10 to 10 points in 2 "
            "games");
  knockout.planned = 9;
  EXPECT_EQ(said(headline_of(knockout, matches.played)),
            "beta leads, ahead of alpha by rounds survived (2 to 1)");
  auto gauntlet = complete(FormatKind::gauntlet);
  gauntlet.rows[1].format->group = 2;
  EXPECT_EQ(said(headline_of(gauntlet, matches.played)),
            "beta was the challenger, with 3 games won, 0 drawn and 1 lost against the others");
}

TEST(Headline, TheDecisiveMatchIsTheLastWinAgainstTheBestOfTheOthers) {
  Matches matches = four_rounds();
  matches.add(4, "beta", "gamma", 50, 0);
  EXPECT_EQ(matches.played.decisive("box", {"beta", "alpha", "gamma"}), 7U);
  EXPECT_EQ(matches.played.decisive("box", {"beta", "nobody", "gamma"}), 8U);
  // Nothing won: the one with the highest score.
  EXPECT_EQ(matches.played.decisive("box", {"alpha", "beta", "gamma"}), 7U);
  EXPECT_FALSE(matches.played.decisive("hex", {"alpha"}));
}

TEST(Headline, TitlesNameTheGames) {
  const text::Json json = headlines_json({complete(FormatKind::round_robin)}, four_rounds().played);
  EXPECT_EQ(json["title"], "beta won Box");
  EXPECT_EQ(json["games"]["box"]["who"], "beta");
  const auto unranked = headlines_json({sample_standings("box").game}, four_rounds().played);
  EXPECT_EQ(unranked["title"], "beta has the highest mean score in Box");
  EXPECT_EQ(unranked["games"]["box"]["rest"],
            "has the highest mean score, 11.75, ahead of alpha (5.00)");
}

}  // namespace
}  // namespace referee::report
