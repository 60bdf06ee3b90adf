// The lines of a judge's answers, taken apart, its boards and positions; what is shown of the
// exchanges with it, and the lines with which judges are tested.
#include "referee/play/judge/answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/play/judge/json_lines.hpp"
#include "referee/play/judge/position_check.hpp"
#include "rules/by_seat.hpp"
#include "rules/random.hpp"

namespace referee::judge {
namespace {

std::string bad(const std::function<void()>& read) {
  try {
    read();
  } catch (const BadAnswer& answer) {
    return answer.what;
  }
  return {};
}

TEST(JudgeAnswers, AreLinesOfWords) {
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a\n\nb"), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines_of("a\nb\n"), (Lines{"a", "b"}));
  std::string_view line = "move a b";
  EXPECT_EQ(take_word(line), "move");
  EXPECT_EQ(line, "a b");
  EXPECT_EQ(take_word(line), "a");
  EXPECT_EQ(take_word(line), "b");
  EXPECT_EQ(take_word(line), "");
  EXPECT_TRUE(is_refusal({"illegal because"}));
  EXPECT_FALSE(is_refusal({"illegal"}));
  EXPECT_FALSE(is_refusal({}));
  EXPECT_EQ(only_line({"deal 3 4"}, "deal", "a deal"), "3 4");
  for (const Lines& lines : {Lines{}, Lines{"dea 3"}, Lines{"deal 3", ""}}) {
    EXPECT_EQ(bad([&] { only_line(lines, "deal", "a deal"); }), "must say a deal");
  }
}

TEST(JudgeAnswers, HaveNumbersWithinTheirRange) {
  EXPECT_EQ(number_in("-7", -7, 7), -7);
  for (const char* wrong : {"", "8", "-8", "1.5", " 1", "1 ", "+1", "x"}) {
    EXPECT_NE(bad([&] { number_in(wrong, -7, 7); }), "") << wrong;
  }
  EXPECT_EQ(seat_in("1"), Seat::first);
  EXPECT_EQ(seat_in("2"), Seat::second);
  EXPECT_NE(bad([] { seat_in("3"); }), "");
}

TEST(JudgeResults, FollowFromScoresUnlessTheySayMore) {
  const ReadResult plain = read_result({"score 1 5", "score 2 3", "over", "more"}, 0, 0);
  EXPECT_TRUE(plain.over);
  EXPECT_EQ(plain.next, 3U);
  EXPECT_EQ(plain.result.seats[0].score, 5);
  EXPECT_EQ(plain.result.seats[0].board_points, 5);
  EXPECT_EQ(plain.result.seats[0].outcome, rules::Outcome::win);
  EXPECT_EQ(plain.result.seats[1].outcome, rules::Outcome::lose);
  const ReadResult full = read_result(
      {"x", "score 2 1", "points 1 9", "score 1 1", "game-points 1 2", "outcome 2 win"}, 1, 3);
  EXPECT_FALSE(full.over);
  EXPECT_EQ(full.result.seats[0].board_points, 9);
  EXPECT_EQ(full.result.seats[0].game_points, 2);
  EXPECT_EQ(full.result.seats[0].outcome, rules::Outcome::draw);
  EXPECT_EQ(full.result.seats[1].outcome, rules::Outcome::win);
  const ReadResult exact = read_result(
      {"score 1 1000000000000", "score 2 0", "points 1 0.92", "points 2 9007199254740993"}, 0, 0);
  EXPECT_EQ(exact.result.seats[0].score, 1'000'000'000'000);
  EXPECT_EQ(exact.result.seats[0].board_points.value().text(), "0.92");
  EXPECT_EQ(exact.result.seats[1].board_points.value().text(), "9007199254740993");
  EXPECT_EQ(bad([] {
              read_result({"score 1 1", "points 1 1e5"}, 0, 0);
            }),
            "says \"1e5\" where a number of points must be: digits, with at most 18 decimals");
  for (const Lines& lines :
       {Lines{"score 1 5"}, Lines{"score 1 5", "score 1 5", "score 2 5"},
        Lines{"score 1 1.5", "score 2 1"}, Lines{"score 1 1000000000001", "score 2 1"},
        Lines{"score 1 5", "score 2 5", "game-points 1 4"},
        Lines{"score 1 5", "score 2 5", "outcome 1 won"}, Lines{"goals 1 5"}}) {
    EXPECT_NE(bad([&] { read_result(lines, 0, 3); }), "") << lines.back();
  }
}

// The places of these result lines for three seats, and the outcomes.
std::vector<std::pair<int, rules::Outcome>> places_in(const Lines& lines) {
  std::vector<std::pair<int, rules::Outcome>> places;
  for (const rules::SeatResult& seat : read_result(lines, 0, 0, 3).result.seats) {
    places.emplace_back(seat.place, seat.outcome);
  }
  return places;
}

TEST(JudgeResults, PlaceMoreThanTwoSeats) {
  using Places = std::vector<std::pair<int, rules::Outcome>>;
  constexpr auto win = rules::Outcome::win;
  constexpr auto lose = rules::Outcome::lose;
  constexpr auto draw = rules::Outcome::draw;
  EXPECT_EQ(places_in({"score 1 3", "score 2 5", "score 3 -1"}),
            (Places{{2, lose}, {1, win}, {3, lose}}));
  EXPECT_EQ(places_in({"score 1 5", "score 2 5", "score 3 0"}),
            (Places{{1, draw}, {1, draw}, {3, lose}}));
  const Lines scores{"score 1 0", "score 2 0", "score 3 0"};
  const auto with = [&](Lines lines) {
    lines.insert(lines.end(), scores.begin(), scores.end());
    return lines;
  };
  EXPECT_EQ(places_in(with({"place 1 2", "place 2 2", "place 3 1"})),
            (Places{{2, lose}, {2, lose}, {1, win}}));
  EXPECT_EQ(bad([&] {
              places_in(with({"place 1 1", "place 3 2"}));
            }),
            "says places, and none of seat 2");
  EXPECT_EQ(bad([&] {
              places_in(with({"place 1 1", "place 2 1", "place 3 2"}));
            }),
            "gives seat 3 place 2, with 2 seats before it");
  EXPECT_EQ(bad([&] {
              places_in(with({"place 1 2", "place 2 2", "place 3 3"}));
            }),
            "gives seat 1 place 2, with 0 seats before it");
  EXPECT_EQ(bad([] {
              places_in({"score 1 0", "score 2 0"});
            }),
            "says no score of seat 3 in its result");
  for (const char* wrong : {"place 1 0", "place 1 4", "place 4 1", "place 1 x"}) {
    EXPECT_NE(bad([&] { places_in(with({wrong})); }), "") << wrong;
  }
}

TEST(JudgeResults, AreOfOneSeat) {
  const rules::SeatResult seat = read_result({"score 1 7", "over"}, 0, 0, 1).result.seats[0];
  EXPECT_EQ(seat.score, 7);
  EXPECT_EQ(seat.outcome, rules::Outcome::win);
  EXPECT_EQ(seat.place, 0);
  EXPECT_NE(bad([] { read_result({"score 1 7", "score 2 7"}, 0, 0, 1); }), "");
}

TEST(JudgeResults, MayNotKnowThePoints) {
  const ReadResult read =
      read_result({"points 1 unknown", "points 2 3", "score 1 0", "score 2 2"}, 0, 0);
  EXPECT_EQ(read.result.seats[0].board_points, std::nullopt);
  EXPECT_EQ(read.result.seats[1].board_points, 3);
  EXPECT_EQ(read.result.seats[0].outcome, rules::Outcome::lose);
  for (const char* second : {"points 1 4", "points 1 unknown"}) {
    const Lines lines{"points 1 unknown", second, "score 1 0", "score 2 2"};
    EXPECT_EQ(bad([&] { read_result(lines, 0, 0); }), "says the points of a seat twice");
  }
  const Lines turned{"points 1 4", "points 1 unknown", "score 1 0", "score 2 2"};
  EXPECT_EQ(bad([&] { read_result(turned, 0, 0); }), "says the points of a seat twice");
}

TEST(JudgeStates, ConvictSeats) {
  rules::BySeat<std::string> told;
  const ReadState state = read_state({"tell 1 Quit", "fault 1 illegal FOO is no action",
                                      "fault 2 timeout too late", "hidden", "turn 2"},
                                     0, 0, told);
  const std::vector<rules::Conviction> both{
      {Seat::first, rules::Status::illegal, "FOO is no action"},
      {Seat::second, rules::Status::timeout, "too late"}};
  EXPECT_EQ(state.convictions, both);
  EXPECT_TRUE(state.hidden);
  const ReadState end =
      read_state({"fault 2 illegal x", "score 1 2", "score 2 0", "over"}, 0, 0, told);
  EXPECT_EQ(end.convictions.size(), 1U);
  EXPECT_FALSE(end.turn.has_value());
  EXPECT_EQ(bad([&] {
              read_state({"fault 1 crash x", "turn 2"}, 0, 0, told);
            }),
            "says \"crash\" where the kind of a fault, illegal or timeout, must be");
  for (const Lines& lines : {Lines{"fault 1 illegal", "turn 2"}, Lines{"fault 1 illegal "},
                             Lines{"fault 1 illegal ", "turn 2"}}) {
    EXPECT_EQ(bad([&] { read_state(lines, 0, 0, told); }),
              "says no reason behind the kind of a fault");
  }
  for (const Lines& lines :
       {Lines{"fault 3 illegal x", "turn 2"}, Lines{"fault 1 illegal x"},
        Lines{"turn 2", "fault 1 illegal x"}, Lines{"hidden", "fault 1 illegal x", "turn 2"}}) {
    EXPECT_NE(bad([&] { read_state(lines, 0, 0, told); }), "") << lines[0];
  }
}

TEST(JudgeStates, AreOfAllSeats) {
  rules::BySeat<std::string> told(4);
  const ReadState state = read_state({"tell 4 a", "fault 3 illegal x", "turn 4"}, 0, 0, told);
  EXPECT_EQ(told, (rules::BySeat<std::string>{"", "", "", "a\n"}));
  EXPECT_EQ(state.convictions.front().seat, rules::seat_at(2));
  EXPECT_EQ(state.turn, rules::seat_at(3));
  EXPECT_NE(bad([&] { read_state({"turn 5"}, 0, 0, told); }), "");
}

TEST(JudgeStates, TellSeatsAndSayWhoseTurnItIs) {
  rules::BySeat<std::string> told{"before\n", ""};
  const ReadState state = read_state({"legal", "tell 1 a b", "tell 2 c", "turn 2"}, 1, 0, told);
  EXPECT_EQ(state.turn, Seat::second);
  EXPECT_EQ(told[0], "before\na b\n");
  EXPECT_EQ(told[1], "c\n");
  EXPECT_EQ(state.limit.count(), 0);
  EXPECT_FALSE(state.hidden);
  const ReadState timed = read_state({"tell 1 a", "hidden", "turn 1 50"}, 0, 0, told);
  EXPECT_EQ(timed.turn, Seat::first);
  EXPECT_EQ(timed.limit.count(), 50);
  EXPECT_TRUE(timed.hidden);
  EXPECT_EQ(timed.exit_line, "");
  EXPECT_EQ(read_state({"hidden", "exit (the end)", "turn 1"}, 0, 0, told).exit_line, "(the end)");
  EXPECT_EQ(bad([&] {
              read_state({"exit x", "over"}, 0, 0, told);
            }),
            "must say \"exit\" and a line only before \"turn SEAT\"");
  const ReadState end = read_state({"score 1 1", "score 2 0", "over"}, 0, 0, told);
  EXPECT_FALSE(end.turn.has_value());
  EXPECT_EQ(end.result.seats[0].outcome, rules::Outcome::win);
  for (const Lines& lines :
       {Lines{}, Lines{"tell 1 x"}, Lines{"turn 1", "turn 2"}, Lines{"score 1 1", "score 2 0"},
        Lines{"tell 3 x", "turn 1"}, Lines{"hidden"}, Lines{"turn 1 0"}, Lines{"turn 1 x"},
        Lines{"turn 1", "hidden"}, Lines{"exit ", "turn 1"}, Lines{"exit x", "hidden", "turn 1"}}) {
    EXPECT_NE(bad([&] { read_state(lines, 0, 0, told); }), "");
  }
}

TEST(JudgeDialogues, AreShownFromTheirEnd) {
  EXPECT_EQ(last_of({}), "");
  EXPECT_EQ(last_of({{"a", "1\n"}}), "\n> a\n1\n");
  EXPECT_EQ(last_of({{"a", "1\n"}, {"b", "2\n"}, {"c", "3\n"}, {"d", "4\n"}}),
            "\n> b\n2\n\n> c\n3\n\n> d\n4\n");
}

TEST(JudgeDialogues, DifferAtALineAndACharacter) {
  const Exchange first{"count", "count 3\nmore\n"};
  EXPECT_EQ(difference(first, "count 4\nmore\n"),
            "line 1 of the answer to `count` differs at character 7: it was 'count 3' at first, "
            "and is now 'count 4'");
  EXPECT_EQ(difference(first, "count 3\n"),
            "line 2 of the answer to `count` differs at character 1: it was 'more' at first, and "
            "is now nothing");
  EXPECT_EQ(difference({"x", ""}, "a\n"),
            "line 1 of the answer to `x` differs at character 1: it was nothing at first, and is "
            "now 'a'");
  const std::string longer(500, 'a');
  const std::string text = difference({"x", longer + "b\n"}, longer + "c\n");
  EXPECT_LT(text.size(), 400U);
  EXPECT_NE(text.find("differs at character 501: it was '...aaa"), std::string::npos) << text;
}

TEST(SpoiltLines, AreSimilarAndMostlyOthers) {
  rules::Stream stream(1, "spoilt");
  std::set<std::string> lines;
  for (int i = 0; i < 1000; ++i) {
    lines.insert(spoilt("b2", stream));
    EXPECT_LE(spoilt({}, stream).size(), 2U);
  }
  for (const char* const line :
       {"", "b2b2", "B2", "b+2", "b-2", "b02", "b2.0", "b\xd9\xa2", "b\xef\xbc\x92",
        "\xd0\xb0"
        "b2"}) {
    EXPECT_TRUE(lines.contains(line)) << line;
  }
  EXPECT_GT(lines.size(), 70U);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 33U) << line;
}

TEST(OddLines, AreDifferentAndOneHasFullLength) {
  const std::vector<std::string> lines = odd_lines(500);
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), lines.size());
  EXPECT_EQ(lines.back(), std::string(500, '9'));
  for (const char* const line : {"1_0", "-1", "1.5", "\xc2\xb2", "18446744073709551617"}) {
    EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end()) << line;
  }
}

TEST(OtherStructures, AreOfLinesInJson) {
  const std::vector<std::string> lines =
      other_structures(R"({"go": [["a", 1], ["b", 2], ["c", 3]], "say": ""})", 5000);
  const auto has = [&](const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  for (const char* const line :
       {"null", "[]", "{}", "-1", "1e+99", R"({"go":[["a",1],["b",2],["c",3]]})", R"({"say":""})",
        R"({"go":{},"say":""})", R"({"go":[[],["b",2],["c",3]],"say":""})",
        R"({"go":[["a",1],["b",2],null],"say":""})",
        R"({"go":[[null,1],["b",2],["c",3]],"say":""})",
        R"({"go":[["a",1],["b",2],["c",3]],"say":-1})"}) {
    EXPECT_TRUE(has(line)) << line;
  }
  EXPECT_TRUE(has(std::string(1000, '[') + std::string(1000, ']')));
  EXPECT_FALSE(has(R"({"go":[["a",1],[],["c",3]],"say":""})")) << "of a list the ends are enough";
  EXPECT_FALSE(has(R"({"go":[["a",1],["b",2],["c",3]],"say":""})")) << "it is the line itself";
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), lines.size());
  for (const std::string& line : other_structures(R"([[1, 2, 3]])", 100)) {
    EXPECT_LE(line.size(), 100U);
  }
  for (const std::string& line :
       {std::string("7"), std::string("{"), std::string(), std::string("a1"),
        std::string(2000, '[') + std::string(2000, ']')}) {
    EXPECT_TRUE(other_structures(line, 5000).empty()) << line;
  }
}

const rules::Layout& board() {
  static const rules::Layout layout = read_layout(
      {R"(layout {"shape": "hexagon", "cells": [["a", 0, 0], ["b", 2, -1]], "labels": [["x", 0, 3]]})"});
  return layout;
}

rules::Scene scene_in(const std::string& json, bool over = false) {
  const std::string line = "scene " + json;
  return read_scene({line}, board(), over);
}

TEST(JudgeLayouts, HaveCellsAndLabels) {
  EXPECT_TRUE(read_layout({R"(layout {"shape": "square", "cells": []})"}).cells.empty());
  EXPECT_EQ(board().shape, rules::CellShape::hexagon);
  ASSERT_EQ(board().cells.size(), 2U);
  EXPECT_EQ(board().cells[1].name, "b");
  EXPECT_EQ(board().cells[1].x, 2);
  EXPECT_EQ(board().cells[1].y, -1);
  ASSERT_EQ(board().labels.size(), 1U);
  for (const char* wrong : {"layout", "scene {}", R"(layout {"cells": [["a", 0, 0]]})",
                            R"(layout {"shape": "round", "cells": [["a", 0, 0]]})",
                            R"(layout {"shape": "square", "cells": [["a", 0, 0], ["a", 2, 0]]})",
                            R"(layout {"shape": "square", "cells": [["a", 0, 10001]]})",
                            R"(layout {"shape": "square", "cells": [["a", 0]]})",
                            R"(layout {"shape": "square", "cells": [["a", 0, 0]], "size": 3})"}) {
    EXPECT_THROW(read_layout({wrong}), BadAnswer) << wrong;
  }
  const std::string twice = bad([] {
    static_cast<void>(
        read_layout({R"(layout {"shape": "square", "cells": [["a", 0, 0], ["a", 2, 0]]})"}));
  });
  EXPECT_NE(twice.find("cells[1]: two cells have this name"), std::string::npos) << twice;
}

TEST(JudgeScenes, HaveWhatTheySay) {
  const rules::Scene scene = scene_in(R"({
      "cells": {"b": ["red", "r", "12"]}, "marks": [["last", 2, 3, ["a", "b"]]],
      "parts": [[1, "a row", 5]], "seats": [["red", "r", ""], ["blue", "b", ""]],
      "status": "to move", "notes": ["one", "two"],
      "input": {"most_corners": 4, "separator": "-", "option_first": true, "arranged": ["a"],
                "options": [{"name": "q", "key": "Q", "count": 2,
                             "ghosts": [[1, -1, "blue", "b", ""]]}],
                "groups": [{"options": [0], "cells": ["b"]}]}})");
  ASSERT_EQ(scene.looks.size(), 2U);
  EXPECT_EQ(scene.looks[0].colour, rules::Colour::empty);
  EXPECT_EQ(scene.looks[1].colour, rules::Colour::red);
  EXPECT_EQ(scene.looks[1].text, "12");
  ASSERT_EQ(scene.marks.size(), 1U);
  EXPECT_EQ(scene.marks[0].seat, Seat::second);
  EXPECT_EQ(scene.marks[0].points, 3);
  EXPECT_EQ(scene.marks[0].cells, (std::vector<rules::CellId>{0, 1}));
  ASSERT_EQ(scene.parts.size(), 1U);
  EXPECT_EQ(scene.parts[0].seat, Seat::first);
  EXPECT_EQ(scene.seats[1].colour, rules::Colour::blue);
  EXPECT_EQ(scene.status, "to move");
  EXPECT_EQ(scene.notes, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(scene.input.most_corners, 4);
  EXPECT_EQ(scene.input.separator, "-");
  ASSERT_EQ(scene.input.options.size(), 1U);
  EXPECT_EQ(scene.input.options[0].text, "q");
  EXPECT_EQ(scene.input.options[0].ghosts.size(), 1U);
  ASSERT_EQ(scene.input.groups.size(), 1U);
  EXPECT_EQ(scene.input.groups[0].cells, std::vector<rules::CellId>{1});
}

TEST(JudgeScenes, LetAnyCellBeClickedIfTheySayNothing) {
  ASSERT_EQ(scene_in("{}").input.groups.size(), 1U);
  EXPECT_EQ(scene_in("{}").input.groups[0].cells, (std::vector<rules::CellId>{0, 1}));
  EXPECT_TRUE(scene_in("{}", true).input.groups.empty());
}

TEST(JudgeScenes, AreRefusedWithMistakes) {
  for (const char* wrong :
       {"[]", R"({"colour": 1})", R"({"cells": {"c": ["red", "r", ""]}})",
        R"({"cells": {"a": ["pink", "r", ""]}})", R"({"cells": {"a": ["red", "rr", ""]}})",
        R"({"cells": {"a": ["red", ".", ""]}})", R"({"cells": {"a": ["red", "r", "1234567"]}})",
        R"({"cells": {"a": ["red", "r", ""], "b": ["blue", "r", ""]}})",
        R"({"marks": [["first", 1, 0, []]]})", R"({"marks": [["last", 3, 0, []]]})",
        R"({"marks": [["last", 1, 0, ["a"]], ["last", 1, 0, ["a"]]]})",
        R"({"parts": [[0, "x", 1]]})", R"({"seats": [["red", "r", ""]]})",
        R"({"input": {"most_corners": 3}})", R"({"input": {"groups": [{}]}})",
        R"({"input": {"groups": [{"options": [0]}]}})"}) {
    EXPECT_THROW(scene_in(wrong), BadAnswer) << wrong;
  }
}

}  // namespace
}  // namespace referee::judge
