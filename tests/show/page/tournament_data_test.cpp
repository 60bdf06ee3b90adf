// What the page of a tournament draws beside its table.
#include "referee/show/page/tournament_data.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/show/report/sample.hpp"

namespace referee::page {
namespace {

using formats::FormatKind;
using report::sample_standings;
using text::Json;

// Three rounds of beta against alpha, from the second on.
tournament::GamesPlayed played_in(const std::string& game) {
  tournament::GamesPlayed played;
  for (const int round : {2, 3, 3}) {
    store::MatchSummary match;
    match.game = game;
    match.round = round;
    match.bots = {"beta", "alpha"};
    match.seats[0].score = 10 * round;
    match.seats[1].score = 5;
    played.add(match);
  }
  return played;
}

Json drawn(const tournament::EventStandings& event) {
  return standings_data("id", {event}, played_in("box")).at("events").at(0).at("drawn");
}

// The rows are beta, alpha and gamma, whose positions in the config are 1, 0 and 2.
TEST(TournamentData, ARoundRobinHasMeansTheirCourseAndWhoBeatWhom) {
  const Json json = drawn(sample_standings("box"));
  EXPECT_EQ(json["bots"], Json::parse(R"json(["beta", "alpha", "gamma"])json"));
  EXPECT_NEAR(json["means"][0][0].get<double>(), 80 / 3.0, 1e-9);
  EXPECT_NEAR(json["means"][0][1].get<double>(), 1.96 * 10 / 3, 0.01);
  EXPECT_EQ(json["means"][2], nullptr) << "gamma has not played";
  EXPECT_EQ(json["course"]["rounds"], Json::parse("[1, 2, 3]"));
  EXPECT_EQ(json["course"]["values"],
            Json::parse("[[null, 20.0, 26.667], [null, 5.0, 5.0], [null, null, null]]"));
  EXPECT_EQ(json["cross"]["rows"], Json::parse("[0, 1, 2]"));
  EXPECT_EQ(json["cross"]["cells"][1], Json::parse("[[3, 5.0, 0.0], null, null]"));
  EXPECT_FALSE(json.contains("swiss") || json.contains("brackets"));
}

TEST(TournamentData, OfALongCourseSomeRoundsAreEnough) {
  tournament::GamesPlayed played;
  for (int round = 1; round <= 1000; ++round) {
    store::MatchSummary match;
    match.game = "box";
    match.round = round;
    match.bots = {"beta", "alpha"};
    played.add(match);
  }
  const Json data = standings_data("id", {sample_standings("box")}, played);
  const Json& rounds = data["events"][0]["drawn"]["course"]["rounds"];
  EXPECT_LE(rounds.size(), 201U);
  EXPECT_EQ(rounds.front(), 1);
  EXPECT_EQ(rounds.back(), 1000);
}

// A pairing won is a point, a drawn one half a point, a bye one, once it is known.
TEST(TournamentData, SwissRoundsHavePairingsByesAndPoints) {
  auto event = sample_standings("box", FormatKind::swiss);
  event.meetings[{1, {0, 1}}] = {2, {{{0, 10}, {0, 25}}}};
  event.meetings[{2, {1, 2}}] = {2, {{{0, 30}, {0, 30}}}};
  Json json = drawn(event);
  EXPECT_EQ(json["swiss"][0]["pairings"],
            Json::parse(
                R"([{"bots": [1, 0], "figures": ["10", "25"], "result": [10, 25],
                             "winner": 1}])"));
  EXPECT_EQ(json["swiss"][0]["bye"], 2);
  EXPECT_EQ(json["swiss"][1]["bye"], 1);
  EXPECT_EQ(json["swiss"][1]["pairings"][0]["winner"], nullptr);
  EXPECT_EQ(json["course"]["values"], Json::parse("[[1.0, 1.5], [0.0, 1.0], [1.0, 1.5]]"));
  EXPECT_FALSE(json.contains("cross"));
  // Of four bots two are not paired yet: nobody has a bye.
  event.bots.emplace_back("delta");
  event.rows.push_back(event.rows.back());
  event.rows.back().bot = "delta";
  json = drawn(event);
  EXPECT_FALSE(json["swiss"][1].contains("bye"));
  EXPECT_EQ(json["course"]["values"][3], Json::parse("[0.0, 0.0]"));
}

TEST(TournamentData, TheOfficialFormatHasItsFinalByItself) {
  auto event = sample_standings("box", FormatKind::official);
  event.swiss_rounds = 1;
  event.meetings[{1, {1, 2}}] = {2, {{{0, 30}, {0, 10}}}};
  EXPECT_FALSE(drawn(event).contains("cross"));
  event.meetings[{2, {0, 1}}] = {2, {{{0, 10}, {0, 25}}}};
  const Json json = drawn(event);
  EXPECT_EQ(json["swiss"].size(), 1U);
  EXPECT_EQ(json["cross"]["rows"], Json::parse("[0, 1]"));
  EXPECT_EQ(json["cross"]["cells"],
            Json::parse("[[null, [2, 12.5, null]], [[2, 5.0, null], null]]"));
}

// Who goes on is who has survived the round: beta two, alpha one, gamma none.
TEST(TournamentData, AKnockoutHasABracket) {
  auto event = sample_standings("box", FormatKind::knockout);
  event.meetings[{1, {0, 2}}] = {2, {{{0, 30}, {0, 30}}}};
  Json json = drawn(event);
  ASSERT_EQ(json["brackets"].size(), 1U);
  EXPECT_EQ(json["brackets"][0]["through"], 0) << "the better seed";
  EXPECT_EQ(json["brackets"][0]["from"].size(), 0U);
  EXPECT_EQ(json["bracket_note"],
            "Scores of all games of a pairing. \u2713 goes on; where a pairing "
            "is tied, the better "
            "seed does.");
  event.meetings[{2, {0, 1}}] = {2, {{{4, 30}, {4, 20}}}};
  json = drawn(event);
  ASSERT_EQ(json["brackets"].size(), 1U);
  const Json& final = json["brackets"][0];
  EXPECT_EQ(final["round"], 2);
  EXPECT_EQ(final["bots"], Json::parse("[1, 0]"));
  EXPECT_EQ(final["figures"], Json::parse(R"json(["4 (30)", "4 (20)"])json"));
  EXPECT_EQ(final["result"], Json::parse("[30, 20]"));
  EXPECT_EQ(final["through"], 1);
  EXPECT_EQ(final["from"][0]["bots"], Json::parse("[1, 2]"));
  EXPECT_EQ(final["from"][1], nullptr) << "beta had a bye";
  event.meetings[{2, {0, 1}}].measures[1].game_points = 6;
  EXPECT_EQ(drawn(event)["brackets"][0]["figures"], Json::parse(R"json(["4", "6"])json"));
}

TEST(TournamentData, ARowOfTheListSaysWhoWon) {
  store::MatchSummary match;
  match.game = "box";
  match.bots = {"a", "b"};
  match.seats[0].status = rules::Status::lose;
  match.seats[1].status = rules::Status::win;
  EXPECT_EQ(match_row(match, {})["winner"], 2);
  match.seats[0].status = match.seats[1].status = rules::Status::draw;
  EXPECT_FALSE(match_row(match, {}).contains("winner"));
}

}  // namespace
}  // namespace referee::page
