// What a page may ask of a game, as it sends it, and what a browser may wish while somebody plays
// in it.
#include "referee/show/server/play_site.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <thread>

#include "referee/base/text/error.hpp"
#include "rules/catalogue.hpp"
#include "rules/game_info.hpp"

namespace referee::server {
namespace {

std::string trouble_of(const char* body) {
  try {
    read_wish(body);
  } catch (const text::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(ReadWish, HasWhatItsKindNeeds) {
  const Wish move = read_wish(R"({"do": "move", "ply": 3, "move": "A3"})");
  EXPECT_EQ(move.kind, Wish::Kind::move);
  EXPECT_EQ(move.move, "A3");
  EXPECT_EQ(move.ply, 3U);
  EXPECT_EQ(read_wish(R"({"do": "why", "ply": 3, "move": "A3"})").kind, Wish::Kind::why);
  const Wish from = read_wish(R"({"do": "from", "ply": 9, "to": 4})");
  EXPECT_EQ(from.kind, Wish::Kind::from);
  EXPECT_EQ(from.to, 4U);
  EXPECT_EQ(from.ply, 9U);
  EXPECT_EQ(read_wish(R"({"do": "undo", "ply": 1})").kind, Wish::Kind::undo);
  EXPECT_EQ(read_wish(R"({"do": "hint", "ply": 1})").kind, Wish::Kind::hint);
  EXPECT_EQ(read_wish(R"({"do": "resign", "ply": 1})").kind, Wish::Kind::resign);
  EXPECT_EQ(read_wish(R"({"do": "again"})").kind, Wish::Kind::again);
}

TEST(ReadWish, SaysWhatIsMissing) {
  EXPECT_NE(trouble_of("{"), "");
  EXPECT_EQ(trouble_of("[]"), "a wish is an object");
  EXPECT_EQ(trouble_of("{}"), "a wish says what to do");
  EXPECT_EQ(trouble_of(R"({"do": 1})"), "a wish says what to do");
  EXPECT_EQ(trouble_of(R"({"do": "win", "ply": 1})"),
            "do must be move, why, undo, from, hint, resign or again");
  EXPECT_EQ(trouble_of(R"({"do": "move", "ply": 1})"), "a move is a text");
  EXPECT_EQ(trouble_of(R"({"do": "why", "ply": 1, "move": 3})"), "a move is a text");
  EXPECT_EQ(trouble_of(R"({"do": "from", "ply": 1, "to": -1})"), "to is how many moves are kept");
  EXPECT_EQ(trouble_of(R"({"do": "undo"})"), "ply is how many moves you have seen");
  EXPECT_EQ(trouble_of(R"({"do": "move", "move": "A3", "ply": "1"})"),
            "ply is how many moves you have seen");
}

using text::Json;

// A game of two persons. Jobs for the server's thread are done at once: the test is that thread,
// and the game's thread waits for it.
class PlayWishes : public testing::Test {
 protected:
  static match::SittingOptions options() {
    match::SittingOptions options;
    options.plan = match::MatchPlan::from_seed(*rules::find_game("black-hole"), 3);
    options.chairs[1].person = true;
    return options;
  }
  void SetUp() override {
    thread_ = std::thread([this] {
      site_.play(
          [this](const std::function<void()>& job) {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(job);
            come_.notify_all();
          },
          [this](const match::MatchRecord&) {
            ++ended_;
            return std::optional<bool>();
          });
    });
    until("you");
  }
  void TearDown() override {
    site_.leave();
    thread_.join();
  }
  // Does the jobs that come until the game has this turn.
  void until(const std::string& turn) {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex_);
        if (jobs_.empty() && play().at("turn") == turn) return;
        ASSERT_TRUE(come_.wait_for(lock, std::chrono::minutes(10), [&] { return !jobs_.empty(); }));
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }
  [[nodiscard]] Json play() const { return site_.state().at("play"); }
  [[nodiscard]] Json moves() const {
    Json moves = Json::array();
    const Json state = site_.state();
    for (const Json& event : state.at("running")) {
      if (event.at("event") == "move") moves.push_back(event.at("line"));
    }
    return moves;
  }
  // The answer to a wish: its status and what it says.
  std::pair<unsigned, Json> wish(const std::string& body) {
    const auto answer = site_.wish(body);
    return {answer->status, Json::parse(answer->body)};
  }
  void expect_done(const Json& what) {
    const auto [status, answer] = wish(what.dump());
    EXPECT_EQ(status, 200U) << what;
    EXPECT_EQ(answer, (Json{{"ok", true}})) << what;
  }
  void expect_refused(const Json& what, const std::string& reason) {
    const auto [status, answer] = wish(what.dump());
    EXPECT_EQ(status, 200U) << what;
    EXPECT_EQ(answer, (Json{{"ok", false}, {"reason", reason}})) << what;
  }

  PlaySite site_{options(), page::Pages("referee")};
  std::mutex mutex_;
  std::condition_variable come_;
  std::deque<std::function<void()>> jobs_;
  int ended_ = 0;
  std::thread thread_;
};

TEST_F(PlayWishes, MovesAreTakenBackAndTheGameGivenUp) {
  expect_refused({{"do", "undo"}, {"ply", 0}}, "there is no move of yours to take back");
  expect_refused({{"do", "move"}, {"ply", 1}, {"move", "A3=1"}}, "the game is at move 1 by now");
  expect_refused({{"do", "again"}}, "the game is not over yet");
  expect_refused({{"do", "hint"}, {"ply", 0}}, "there is no bot to ask; --hint names one");
  EXPECT_EQ(wish(R"({"do":"move","ply":0,"move":"A9=1"})").second.at("ok"), false);
  EXPECT_FALSE(site_.get("/record", ""));
  expect_done({{"do", "move"}, {"ply", 0}, {"move", "A3=1"}});
  expect_refused({{"do", "move"}, {"ply", 0}, {"move", "A4=1"}}, "it is not your turn");
  until("you");
  EXPECT_EQ(play().at("ply"), 1);
  EXPECT_EQ(moves(), (Json{"A3=1"}));
  expect_done({{"do", "undo"}, {"ply", 1}});
  until("you");
  EXPECT_EQ(play().at("ply"), 0);
  expect_done({{"do", "move"}, {"ply", 0}, {"move", "A4=2"}});
  until("you");
  expect_done({{"do", "resign"}, {"ply", 1}});
  // Nobody is asked any more. It was the second person's turn to give up.
  until("over");
  EXPECT_EQ(ended_, 1);
  const Json result = play().at("result");
  EXPECT_EQ(result.at("bots").at(1).at("status"), "EXIT");
  EXPECT_NE(result.at("bots").at(0).at("status"), "EXIT");
  ASSERT_EQ(result.at("faults").size(), 1U);
  EXPECT_EQ(result.at("faults").at(0).at("reason"), "resigned");
  const auto record = site_.get("/record", "");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->file, "black-hole.json");
  EXPECT_EQ(Json::parse(record->body).at("schema"), "referee-match");
  EXPECT_TRUE(site_.get("/match/0", ""));
  EXPECT_FALSE(site_.get("/match/1", ""));
  expect_refused({{"do", "move"}, {"ply", 0}, {"move", "A3=1"}}, "the game is over");
  // On from an earlier move of the game that is over, and of one that is played.
  const Json over = play().at("ply");
  expect_refused({{"do", "from"}, {"ply", over}, {"to", over}},
                 "the game can go on from an earlier move, when it is your turn or over");
  expect_done({{"do", "from"}, {"ply", over}, {"to", 0}});
  until("you");
  EXPECT_EQ(moves(), Json::array());
  EXPECT_EQ(site_.state().at("running").at(0).at("seed"), 3);
  expect_done({{"do", "move"}, {"ply", 0}, {"move", "A4=2"}});
  until("you");
  expect_done({{"do", "move"}, {"ply", 1}, {"move", "A3=1"}});
  until("you");
  expect_done({{"do", "from"}, {"ply", 2}, {"to", 1}});
  until("you");
  EXPECT_EQ(moves(), (Json{"A4=2"}));
  expect_done({{"do", "from"}, {"ply", 1}, {"to", 0}});
  until("you");
  EXPECT_EQ(play().at("ply"), 0);
  // Asking why changes nothing.
  expect_done({{"do", "why"}, {"ply", 0}, {"move", "A3=1"}});
  EXPECT_EQ(wish(R"({"do":"why","ply":0,"move":"A9=1"})").second.at("ok"), false);
  EXPECT_EQ(play().at("ply"), 0);
  expect_done({{"do", "resign"}, {"ply", 0}});
  until("over");
  expect_done({{"do", "again"}});
  until("you");
  EXPECT_EQ(play().at("ply"), 0);
  EXPECT_EQ(site_.state().at("running").at(0).at("seed"), 4);
}

TEST_F(PlayWishes, WhatIsNoWishIsRefused) {
  for (const char* body : {"",
                           "{",
                           "[]",
                           "null",
                           "1",
                           "\"move\"",
                           "{}",
                           R"({"do":1})",
                           R"({"do":"quit"})",
                           R"({"do":"save","file":"/etc/passwd"})",
                           R"({"do":"bot","command":"sh"})",
                           R"({"do":"move","ply":0})",
                           R"({"do":"move","move":"A3=1"})",
                           R"({"do":"move","ply":-1,"move":"A3=1"})",
                           R"({"do":"move","ply":0.5,"move":"A3=1"})",
                           R"({"do":"move","ply":"0","move":"A3=1"})",
                           R"({"do":"move","ply":0,"move":["A3=1"]})",
                           R"({"do":"undo"})",
                           R"({"do":"move","do":"undo","ply":0})",
                           "\xff\xfe",
                           "{\"do\":\"\xff\"}"}) {
    const auto [status, answer] = wish(body);
    EXPECT_EQ(status, 400U) << body;
    EXPECT_TRUE(answer.contains("error")) << body;
  }
  EXPECT_EQ(wish(std::string(60'000, '[')).first, 400U);
  // Moves of any bytes reach the rules, which refuse them.
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string move;
    for (auto n = random() % 40; n > 0; --n) move += static_cast<char>(1 + random() % 127);
    const auto [status, answer] =
        wish(Json{{"do", "move"}, {"ply", 0}, {"move", "?" + move}}.dump());
    EXPECT_EQ(status, 200U);
    EXPECT_EQ(answer.at("ok"), false) << move;
  }
  EXPECT_EQ(play().at("ply"), 0);
  EXPECT_EQ(play().at("turn"), "you");
}

}  // namespace

}  // namespace referee::server
