// Boards and positions as judges describe them.
#include <gtest/gtest.h>

#include <string>

#include "referee/play/judge/answers.hpp"

namespace referee::judge {
namespace {

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
  EXPECT_EQ(board().shape, rules::CellShape::hexagon);
  ASSERT_EQ(board().cells.size(), 2U);
  EXPECT_EQ(board().cells[1].name, "b");
  EXPECT_EQ(board().cells[1].x, 2);
  EXPECT_EQ(board().cells[1].y, -1);
  ASSERT_EQ(board().labels.size(), 1U);
  for (const char* wrong : {"layout", "scene {}", R"(layout {"cells": [["a", 0, 0]]})",
                            R"(layout {"shape": "round", "cells": [["a", 0, 0]]})",
                            R"(layout {"shape": "square", "cells": []})",
                            R"(layout {"shape": "square", "cells": [["a", 0, 0], ["a", 2, 0]]})",
                            R"(layout {"shape": "square", "cells": [["a", 0, 10001]]})",
                            R"(layout {"shape": "square", "cells": [["a", 0]]})",
                            R"(layout {"shape": "square", "cells": [["a", 0, 0]], "size": 3})"}) {
    EXPECT_THROW(read_layout({wrong}), BadAnswer) << wrong;
  }
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
