// What the page is given about one match.
#include "referee/show/scenes/match_data.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rules/catalogue.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::scenes {
namespace {

using report::sample_fault;
using report::sample_record;
using text::Json;

TEST(MatchData, HasWhatTheRecordHas) {
  for (const rules::GameInfo& game : rules::games()) {
    const auto record = sample_record(game.name, 3);
    const Json data = match_data(record, {17, 261343, "referee replay x"}, Detail::full);
    EXPECT_EQ(data["n"], 17);
    EXPECT_EQ(data["official"], 261343);
    EXPECT_EQ(data["moves"].size(), record.plies.size());
    EXPECT_EQ(data["scenes"].size(), record.plies.size() + 1);
    EXPECT_EQ(data["cpu"].size(), record.plies.size());
    EXPECT_EQ(data["bots"][0]["name"], "alpha");
    EXPECT_FALSE(data.contains("misfit"));
    // All lines that the seats were sent, as the rules hand them out.
    const auto again = game.start(record.deal);
    std::string sent;
    for (const auto& ply : record.plies) {
      again->take_lines(ply.seat, sent);
      ASSERT_TRUE(again->play(ply.line));
    }
    again->take_lines(rules::Seat::first, sent);
    again->take_lines(rules::Seat::second, sent);
    std::string told;
    for (const Json& lines : data["sent"]) told += lines[2].get<std::string>();
    EXPECT_EQ(told, sent) << game.name;

    const Json brief = match_data(record, {17, {}, {}}, Detail::brief);
    EXPECT_FALSE(brief.contains("sent"));
    EXPECT_LT(brief.dump().size(), data.dump().size());
    EXPECT_FALSE(brief.contains("relayed"));
    for (const Json& scene : data["scenes"]) EXPECT_FALSE(scene.contains("input"));
    EXPECT_EQ(brief["moves"], data.value("relayed", data["moves"]));
    // The last move is where something changed, or it is told where it was.
    for (std::size_t i = 1; i < data["scenes"].size(); ++i) {
      const Json& one = brief["scenes"][i];
      for (const Json& mark : one.value("marks", Json::array())) {
        EXPECT_TRUE(mark.size() == 4 || (mark[0] == "last" && one.contains("cells"))) << mark;
      }
    }
    EXPECT_EQ(game_data(game)["board"]["cells"].size(), game.layout().cells.size());
  }
}

// A judge takes its time: it is asked only for what the record does not say.
TEST(MatchData, InBriefAJudgeThatDrawsNothingIsNotAsked) {
  auto record = sample_record("box", 3);
  rules::GameInfo game = *record.game;
  game.outside = rules::Outside{};
  game.outside->facts = R"({"can": ["count", "draw"]})";
  game.start = [](std::string_view) -> std::unique_ptr<rules::Game> {
    throw std::runtime_error("the judge is asked");
  };
  record.game = &game;
  EXPECT_THROW((void)match_data(record, {}, Detail::brief), std::runtime_error);
  game.outside->facts = R"({"can": ["count", "result"]})";
  EXPECT_THROW((void)match_data(record, {}, Detail::full), std::runtime_error);
  const Json scenes = match_data(record, {}, Detail::brief)["scenes"];
  ASSERT_EQ(scenes.size(), record.plies.size() + 1);
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const bool same = i > 0 && record.plies[i].seat == record.plies[i - 1].seat;
    EXPECT_EQ(scenes[i].contains("to_move"), !same);
    if (!same) EXPECT_EQ(scenes[i]["to_move"], seat_number(record.plies[i].seat));
    EXPECT_FALSE(scenes[i].contains("points"));
  }
  EXPECT_EQ(scenes.back()["to_move"], 0);
  EXPECT_EQ(scenes.back()["score"],
            (Json{record.scores[0].result.score, record.scores[1].result.score}));
}

TEST(MatchData, MovesOutOfTurnKeepTheirSeats) {
  auto record = sample_record("box", 3);
  EXPECT_FALSE(match_data(record, {}, Detail::full).contains("seats"));
  record.plies.resize(4);
  record.plies[2].seat = rules::Seat::second;
  for (const Detail detail : {Detail::full, Detail::brief}) {
    EXPECT_EQ(match_data(record, {}, detail)["seats"], "1222");
  }
}

TEST(MatchData, StderrStandsBesideItsMove) {
  auto record = sample_record("box", 3);
  record.measured.stderr_bytes = {3, 0, 4};
  record.measured.bots[0].departure.stderr_tail = "oneTWO\x1b\ngone";
  record.measured.bots[0].departure.stderr_total = 12;
  record.measured.bots[1].departure.stderr_total = 0;
  const Json errors = match_data(record, {}, Detail::full)["errors"];
  ASSERT_EQ(errors.size(), 3U) << errors.dump();
  EXPECT_EQ(errors[0], (Json{1, 1, "one"}));
  EXPECT_EQ(errors[1], (Json{3, 1, "TWO\\x1b"}));
  EXPECT_EQ(errors[2][0], record.plies.size() + 1);
  EXPECT_TRUE(errors[2][2].get<std::string>().ends_with("gone"));
}

TEST(MatchData, TellsProcessorTimeFromTimeThatPassed) {
  auto record = sample_record("box", 3);
  const auto us = [](std::int64_t count) { return std::chrono::microseconds(count); };
  record.measured.cpu = {us(11), us(12)};
  record.measured.wall = {us(21), us(22)};
  record.measured.bots[0].cpu = us(31);
  record.measured.bots[0].wall = us(41);
  const Json data = match_data(record, {}, Detail::full);
  EXPECT_EQ(data["cpu"], (Json{11, 12}));
  EXPECT_EQ(data["wall"], (Json{21, 22}));
  EXPECT_EQ(data["bots"][0]["cpu"], 31);
  EXPECT_EQ(data["bots"][0]["wall"], 41);
}

TEST(MatchData, FaultsAndWhatLeavesTheRules) {
  auto record = sample_record("turn-right", 5, {sample_fault(40, bot::FaultKind::illegal, "why")});
  record.faults[0].line = "<b>\x1b";
  const Json fault =
      match_data(record, {3, {}, "referee replay r.json"}, Detail::full)["faults"][0];
  EXPECT_EQ(fault["ply"], 40);
  EXPECT_EQ(fault["kind"], "illegal");
  EXPECT_EQ(fault["line"], "<b>\\x1b");
  EXPECT_EQ(fault["again"], "referee replay r.json");
  EXPECT_GT(fault["legal_count"], 0);
  record.plies[3].line = "zz";
  const Json data = match_data(record, {}, Detail::full);
  EXPECT_TRUE(data["misfit"].get<std::string>().starts_with("move 4 is not legal"));
  EXPECT_EQ(data["scenes"].size(), 4U);
}

}  // namespace
}  // namespace referee::scenes
