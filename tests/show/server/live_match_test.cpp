// A match while it is played, as the page is told of it.
#include "referee/show/server/live_match.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/show/scenes/match_data.hpp"
#include "rules/catalogue.hpp"

namespace referee::server {
namespace {

using rules::Seat;
using text::Json;

class LiveMatchEvents : public testing::Test {
 protected:
  LiveMatchEvents() {
    match_.match = 17;
    match_.game = rules::find_game("6561");
    match_.seed = 3;
    match_.round = 2;
    match_.bots[0].name = "al\x1bpha";
    match_.bots[1].name = "beta";
    match_.budget = std::chrono::seconds(30);
  }
  [[nodiscard]] LiveMatch live(bool input = false) const {
    return {match_, match_.game->deal(3), input};
  }
  void play(Seat seat, const std::string& line, bool jury = false) {
    match_.plies.push_back({seat, line, line, jury});
    match_.measured.cpu.push_back(std::chrono::microseconds(5));
    match_.measured.wall.push_back(std::chrono::microseconds(9));
  }
  void fail(int ply) {
    match_.faults.push_back({Seat::second, ply, {bot::FaultKind::illegal, "why"}, {}});
  }

  match::MatchRecord match_;
};

TEST_F(LiveMatchEvents, AreTheMovesSinceTheLast) {
  LiveMatch shown = live();
  Json begun = shown.events().at(0);
  EXPECT_TRUE(begun.contains("scene"));
  begun.erase("scene");
  EXPECT_EQ(begun, (Json{{"event", "started"},
                         {"match", 17},
                         {"game", "6561"},
                         {"round", 2},
                         {"seed", 3},
                         {"bots", {"al\\x1bpha", "beta"}},
                         {"clock", "cpu"},
                         {"budget_us", 30'000'000}}));
  play(Seat::first, "11");
  play(Seat::second, "12");
  Json news = shown.follow(match_);
  ASSERT_EQ(news.size(), 2U);
  EXPECT_TRUE(news[1].contains("scene"));
  news[1].erase("scene");
  EXPECT_EQ(news[1], (Json{{"event", "move"},
                           {"match", 17},
                           {"ply", 2},
                           {"seat", 2},
                           {"line", "12"},
                           {"cpu_us", 5},
                           {"wall_us", 9}}));
  EXPECT_EQ(shown.follow(match_), Json::array());
  play(Seat::first, "13", true);
  news = shown.follow(match_);
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(news[0].at("by"), "jury");
  // What a browser is told that comes now.
  EXPECT_EQ(shown.plies(), 3U);
  EXPECT_EQ(shown.events().size(), 4U);
}

TEST_F(LiveMatchEvents, EndWhereTheMovesLeaveTheRules) {
  LiveMatch shown = live();
  play(Seat::first, "11");
  play(Seat::second, "11");
  EXPECT_EQ(shown.follow(match_).size(), 1U);
  play(Seat::first, "12");
  EXPECT_EQ(shown.follow(match_), Json::array());
  EXPECT_EQ(shown.plies(), 1U);
  fail(4);
  EXPECT_EQ(shown.follow(match_)[0].at("event"), "fault") << "a fault is told in any case";
}

TEST_F(LiveMatchEvents, HaveAFaultBeforeTheMoveOfTheJury) {
  LiveMatch shown = live();
  play(Seat::first, "11");
  fail(3);
  EXPECT_EQ(shown.follow(match_).size(), 1U) << "the move before it is not there yet";
  play(Seat::second, "12");
  EXPECT_EQ(shown.follow(match_).back(), scenes::fault_event(match_, match_.faults[0]));
  play(Seat::first, "13", true);
  EXPECT_EQ(shown.follow(match_).size(), 1U);
  const Json fault = scenes::fault_event(match_, match_.faults[0]);
  EXPECT_EQ(fault.at("match"), 17);
  EXPECT_EQ(fault.at("game"), "6561");
  EXPECT_EQ(fault.at("seat"), 2);
  EXPECT_EQ(fault.at("bot"), "beta");
  EXPECT_EQ(fault.at("ply"), 3);
  EXPECT_EQ(fault.at("kind"), "illegal");
}

TEST_F(LiveMatchEvents, SayHowToMoveWhereSomebodyPlays) {
  EXPECT_FALSE(live(false).events().at(0).at("scene").contains("input"));
  EXPECT_TRUE(live(true).events().at(0).at("scene").contains("input"));
}

}  // namespace
}  // namespace referee::server
