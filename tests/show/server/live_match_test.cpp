// A match while it is played, as the page is told of it.
#include "referee/show/server/live_match.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/show/scenes/match_data.hpp"
#include "rules/catalogue.hpp"
#include "rules/scene.hpp"

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
    match_.times.budget = std::chrono::seconds(30);
  }
  [[nodiscard]] LiveMatch live(bool input = false, std::optional<Seat> person = {}) const {
    return {match_, match_.game->deal(3), input,
            rules::BySeat<bool>(match_.bots.size(),
                                [&](Seat seat) { return seat == person.value_or(seat); })};
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

// As of a match that is over: a judge's games may have lines of megabytes.
TEST_F(LiveMatchEvents, HaveOnlyTheBeginningOfALongLine) {
  LiveMatch shown = live();
  play(Seat::first, "11");
  match_.plies.back().relayed = std::string(5'000, 'x');
  EXPECT_EQ(shown.follow(match_)[0].at("relayed"), std::string(100, 'x') + "... (5000 bytes)");
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

// 6561, of which each second position is hidden until the next move, or all of them are secret.
class HidingGame final : public rules::Game {
 public:
  explicit HidingGame(std::unique_ptr<rules::Game> game, bool secret = false)
      : game_(std::move(game)), secret_(secret) {}

  [[nodiscard]] bool hides() const noexcept override { return hides_ && !secret_; }
  [[nodiscard]] bool secret() const noexcept override { return secret_ && !over(); }
  [[nodiscard]] rules::Scene scene_for(Seat seat) const override {
    rules::Scene scene = game_->scene();
    for (rules::Look& look : scene.looks) look = {};
    scene.marks.clear();
    scene.input = {};
    scene.notes = {seat == Seat::first ? "of the first" : "of the second"};
    return scene;
  }
  [[nodiscard]] rules::Verdict play(std::string_view line) override {
    hides_ = !hides_;
    return game_->play(line);
  }
  void forfeit(Seat seat) override {
    hides_ = false;
    game_->forfeit(seat);
  }
  [[nodiscard]] Seat to_move() const noexcept override { return game_->to_move(); }
  [[nodiscard]] bool over() const noexcept override { return game_->over(); }
  void take_lines(Seat seat, std::string& out) override { game_->take_lines(seat, out); }
  [[nodiscard]] std::string_view relayed() const noexcept override {
    return secret_ ? "a move" : game_->relayed();
  }
  [[nodiscard]] std::uint32_t legal_count() const override { return game_->legal_count(); }
  void legal_move(std::uint32_t number, rules::MoveLine& out) const override {
    game_->legal_move(number, out);
  }
  void random_move(rules::Stream& stream, rules::MoveLine& out) const override {
    game_->random_move(stream, out);
  }
  [[nodiscard]] rules::Result result() const override { return game_->result(); }
  [[nodiscard]] std::string draw() const override { return game_->draw(); }
  [[nodiscard]] rules::Scene scene() const override { return game_->scene(); }
  [[nodiscard]] std::unique_ptr<rules::Game> clone() const override {
    return std::make_unique<HidingGame>(game_->clone(), secret_);
  }

 private:
  std::unique_ptr<rules::Game> game_;
  bool secret_;
  bool hides_ = false;
};

TEST_F(LiveMatchEvents, OfMovesThatTheGameHidesComeOnceItShowsThem) {
  const rules::GameInfo& real = *match_.game;
  rules::GameInfo hiding = real;
  hiding.start = [&real](std::string_view deal) {
    return std::make_unique<HidingGame>(real.start(deal));
  };
  match_.game = &hiding;
  LiveMatch played = live(true);
  LiveMatch watched = live(false);
  play(Seat::first, "11");
  EXPECT_TRUE(played.follow(match_).empty());
  EXPECT_EQ(played.plies(), 0U);
  EXPECT_EQ(played.events().size(), 1U);
  EXPECT_EQ(played.game().to_move(), Seat::second) << "who moves next is no secret";
  EXPECT_EQ(watched.follow(match_).size(), 1U) << "nobody plays here";
  play(Seat::second, "12");
  EXPECT_EQ(played.follow(match_).size(), 2U);
  EXPECT_EQ(played.plies(), 2U);
  EXPECT_EQ(played.events().size(), 3U);
  EXPECT_TRUE(played.follow(match_).empty()) << "each once";
}

TEST_F(LiveMatchEvents, HaveNoSecretsForPersons) {
  const rules::GameInfo& real = *match_.game;
  rules::GameInfo secret = real;
  secret.start = [&real](std::string_view deal) {
    return std::make_unique<HidingGame>(real.start(deal), true);
  };
  match_.game = &secret;
  LiveMatch played = live(true, Seat::second);
  LiveMatch watched = live(false);
  const Json begin = played.events().at(0).at("scene");
  EXPECT_EQ(begin.at("notes"), Json::array({"of the second"}));
  EXPECT_FALSE(begin.contains("points"));
  EXPECT_EQ(begin.at("input"), Json::object()) << "what the other seat may play is its own";
  EXPECT_TRUE(watched.events().at(0).at("scene").contains("points"));
  play(Seat::first, "11");
  match_.plies.back().relayed = "a move";
  Json news = played.follow(match_);
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(news[0].at("line"), "a move");
  EXPECT_FALSE(news[0].at("scene").contains("cells"));
  EXPECT_TRUE(news[0].at("scene").at("input").contains("groups")) << "it is the person's turn";
  news = watched.follow(match_);
  EXPECT_EQ(news[0].at("line"), "11");
  EXPECT_TRUE(news[0].at("scene").contains("cells"));
  play(Seat::second, "12");
  match_.plies.back().relayed = "a move";
  EXPECT_EQ(played.follow(match_)[0].at("line"), "12") << "the person's own";
}

TEST_F(LiveMatchEvents, HaveAFaultThatTheJudgeFoundBehindItsMove) {
  LiveMatch shown = live();
  play(Seat::first, "11");
  match_.faults.push_back({Seat::first, 1, {bot::FaultKind::illegal, "why"}, "11", {}, 2});
  EXPECT_EQ(shown.follow(match_).size(), 1U) << "it is found one move later";
  play(Seat::second, "12");
  const Json news = shown.follow(match_);
  ASSERT_EQ(news.size(), 2U);
  EXPECT_EQ(news[1].at("found_after"), 2);
  EXPECT_EQ(news[1].at("ply"), 1);
}

TEST_F(LiveMatchEvents, SayHowToMoveWhereSomebodyPlays) {
  EXPECT_FALSE(live(false).events().at(0).at("scene").contains("input"));
  EXPECT_TRUE(live(true).events().at(0).at("scene").contains("input"));
}

}  // namespace
}  // namespace referee::server
