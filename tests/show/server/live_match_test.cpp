// A match while it is played, as the page is told of it.
#include "referee/show/server/live_match.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/catalogue.hpp"

namespace referee::server {
namespace {

using rules::Seat;
using text::Json;

LiveMatch::Facts facts_of(std::string_view game, bool input) {
  LiveMatch::Facts facts;
  facts.number = 17;
  facts.plan = match::MatchPlan::from_seed(*rules::find_game(game), 3);
  facts.round = 2;
  facts.bots = {"al\x1bpha", "beta"};
  facts.budget = std::chrono::seconds(30);
  facts.input = input;
  return facts;
}

LiveMatch::Made made(Seat seat, const std::string& line, bool jury = false) {
  LiveMatch::Made one;
  one.ply.seat = seat;
  one.ply.line = line;
  one.ply.relayed = line;
  one.ply.jury = jury;
  one.cpu = std::chrono::microseconds(5);
  one.wall = std::chrono::microseconds(9);
  return one;
}

match::MatchFault fault_at(int ply) {
  match::MatchFault fault;
  fault.seat = Seat::second;
  fault.ply = ply;
  fault.fault = {bot::FaultKind::illegal, "why"};
  return fault;
}

TEST(LiveMatchNews, AreTheMovesSinceTheLast) {
  LiveMatch live(facts_of("6561", false));
  EXPECT_EQ(live.json().at("n"), 17);
  EXPECT_EQ(live.json().at("round"), 2);
  EXPECT_EQ(live.json().at("running"), true);
  EXPECT_EQ(live.json().at("budget_us"), 30'000'000);
  EXPECT_EQ(live.json().at("bots")[0].at("name"), "al\\x1bpha");
  EXPECT_EQ(live.json().at("scenes").size(), 1U);
  std::vector<LiveMatch::Made> moves{made(Seat::first, "11"), made(Seat::second, "12")};
  Json news = live.follow(moves, {}).value();
  EXPECT_EQ(news.at("n"), 17);
  EXPECT_EQ(news.at("from"), 0);
  EXPECT_EQ(news.at("moves"), (Json{"11", "12"}));
  EXPECT_EQ(news.at("cpu"), (Json{5, 5}));
  EXPECT_EQ(news.at("wall"), (Json{9, 9}));
  EXPECT_EQ(news.at("seats"), "12");
  EXPECT_EQ(news.at("jury"), Json::array());
  EXPECT_EQ(news.at("scenes").size(), 2U);
  EXPECT_FALSE(live.follow(moves, {}).has_value());
  moves.push_back(made(Seat::first, "13", true));
  news = live.follow(moves, {}).value();
  EXPECT_EQ(news.at("from"), 2);
  EXPECT_EQ(news.at("jury"), Json{3});
  // What a browser is told that comes now.
  EXPECT_EQ(live.plies(), 3U);
  EXPECT_EQ(live.json().at("moves"), (Json{"11", "12", "13"}));
  EXPECT_EQ(live.json().at("seats"), "121");
  EXPECT_EQ(live.json().at("jury"), Json{3});
  EXPECT_EQ(live.json().at("scenes").size(), 4U);
}

TEST(LiveMatchNews, EndWhereTheMovesLeaveTheRules) {
  LiveMatch live(facts_of("6561", false));
  std::vector<LiveMatch::Made> moves{made(Seat::first, "11"), made(Seat::second, "11")};
  EXPECT_EQ(live.follow(moves, {}).value().at("moves"), Json{"11"});
  moves.push_back(made(Seat::first, "12"));
  EXPECT_FALSE(live.follow(moves, {}).has_value());
  EXPECT_EQ(live.plies(), 1U);
}

TEST(LiveMatchFaults, AreThereWhenTheirMoveIs) {
  LiveMatch live(facts_of("6561", false));
  const std::vector<match::MatchFault> faults{fault_at(2)};
  std::vector<LiveMatch::Made> moves{made(Seat::first, "11")};
  static_cast<void>(live.follow(moves, faults));
  EXPECT_EQ(live.json().at("faults").size(), 0U);
  moves.push_back(made(Seat::second, "12", true));
  static_cast<void>(live.follow(moves, faults));
  ASSERT_EQ(live.json().at("faults").size(), 1U);
  const Json fault = live.json().at("faults")[0];
  EXPECT_EQ(fault, live.fault_event(faults[0]));
  EXPECT_EQ(fault.at("n"), 17);
  EXPECT_EQ(fault.at("game"), "6561");
  EXPECT_EQ(fault.at("seat"), 2);
  EXPECT_EQ(fault.at("bot"), "beta");
  EXPECT_EQ(fault.at("ply"), 2);
  EXPECT_EQ(fault.at("kind"), "illegal");
}

TEST(LiveMatchScenes, SayHowToMoveWhereSomebodyPlays) {
  EXPECT_FALSE(LiveMatch(facts_of("6561", false)).json().at("scenes")[0].contains("input"));
  EXPECT_TRUE(LiveMatch(facts_of("6561", true)).json().at("scenes")[0].contains("input"));
}

}  // namespace
}  // namespace referee::server
