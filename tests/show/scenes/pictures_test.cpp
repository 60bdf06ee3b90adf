// Pictures of positions: what they say, and that they are whole.
#include "referee/show/scenes/pictures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "referee/show/scenes/match_data.hpp"
#include "rules/catalogue.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::scenes {
namespace {

using report::contains;
using report::count;
using report::sample_record;

// Every element is closed, and only elements of pictures are there.
void expect_well_formed(const std::string& svg) {
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(count(svg, "<"), count(svg, ">"));
  EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
  for (const char* foreign : {"<script", "href", "url(", "onload", "nan", "inf"}) {
    EXPECT_FALSE(contains(svg, foreign)) << foreign;
  }
}

TEST(Svg, EveryGameAtItsBeginningInTheMiddleAndAtItsEnd) {
  for (const rules::GameInfo& game : rules::games()) {
    const auto record = sample_record(game.name, 4);
    const int last = static_cast<int>(record.plies.size());
    for (const int ply : {0, last / 2, last}) {
      const std::string svg = picture_of(record, ply);
      expect_well_formed(svg);
      const std::string head =
          ply == 0 ? ">before the first move<" : ">move " + std::to_string(ply) + ", ";
      EXPECT_TRUE(contains(svg, head)) << game.name;
      // A shape for each cell at least.
      EXPECT_GE(count(svg, "<polygon"), game.layout().cells.size());
      for (const auto& label : game.layout().labels) {
        EXPECT_TRUE(contains(svg, ">" + label.text + "</text>")) << label.text;
      }
    }
  }
}

// In 6561 and 2187 an arrow shows where each line of pieces came from.
TEST(Svg, SlidesLeaveATrace) {
  for (const char* game : {"6561", "2187"}) {
    const auto record = sample_record(game, 4);
    int slides = 0;
    for (std::size_t i = 0; i < 60; ++i) {
      const std::string svg = picture_of(record, static_cast<int>(i) + 1);
      const bool slid = record.plies[i].line.size() == 1;
      slides += slid ? 1 : 0;
      if (!slid) {
        EXPECT_EQ(count(svg, "#d0106a"), 0U) << game << ' ' << i;
      } else if (contains(svg, "<circle")) {
        EXPECT_GE(count(svg, "#d0106a"), 2U) << game << ' ' << i;
      }
    }
    EXPECT_GT(slides, 10);
  }
}

TEST(Svg, WhatBotsAreCalledIsText) {
  auto record = sample_record("box", 4);
  record.bots[0].name = "<script>alert(1)</script>&\"'";
  record.bots[1].name = "\x1b[31m\xff";
  const std::string svg = picture_of(record, 1);
  expect_well_formed(svg);
  EXPECT_TRUE(contains(svg, "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;"));
  EXPECT_FALSE(contains(svg, "\x1b"));
}

TEST(Svg, MarksAreDrawn) {
  const auto record = sample_record("turn-right", 5);
  const std::string svg = picture_of(record, static_cast<int>(record.plies.size()));
  EXPECT_TRUE(contains(svg, "stroke-linejoin"));  // the circuit
  const auto hole = sample_record("black-hole", 5);
  EXPECT_TRUE(contains(picture_of(hole, 30), "stroke-dasharray"));
  EXPECT_FALSE(contains(picture_of(hole, 29), "stroke-dasharray"));
}

// What gives points is framed in the colour of its seat, the second one's dashed.
TEST(Svg, FramesHaveTheInkOfTheirSeats) {
  const auto& game = *rules::find_game("box");
  rules::Scene scene;
  scene.looks.resize(game.layout().cells.size());
  for (rules::Look& look : scene.looks) look = {rules::Colour::tile3, '3', ""};
  scene.seats = {rules::Look{rules::Colour::white, 'w', ""}, {rules::Colour::red, 'r', ""}};
  const auto frame = [&](rules::Seat seat) {
    scene.marks = {{rules::Mark::Kind::scoring, seat, 1, {0, 1, 21, 20}}};
    const std::string svg = svg_of(game.layout(), scene, "t", {});
    expect_well_formed(svg);
    return svg.substr(svg.find("fill=\"none\""));
  };
  const std::string first = frame(rules::Seat::first);
  EXPECT_TRUE(contains(first, "stroke=\"#fdfdfb\"")) << first;
  EXPECT_TRUE(contains(first, "stroke=\"#1c1b19\"")) << "dark beneath what is white";
  EXPECT_FALSE(contains(first, "stroke-dasharray"));
  const std::string second = frame(rules::Seat::second);
  EXPECT_TRUE(contains(second, "stroke=\"#8f3206\"")) << second;
  EXPECT_TRUE(contains(second, "stroke-dasharray"));
  scene.seats = {};
  EXPECT_TRUE(contains(frame(rules::Seat::first), "stroke=\"#7a1fa2\""));
  EXPECT_TRUE(contains(frame(rules::Seat::second), "stroke=\"#0b6b35\""));
}

TEST(Svg, RecordsThatLeaveTheRules) {
  auto record = sample_record("box", 4);
  record.deal = "nonsense";
  EXPECT_TRUE(contains(picture_of(record, 3), "the deal cannot be played"));
}

}  // namespace
}  // namespace referee::scenes
