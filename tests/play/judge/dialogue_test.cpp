// What is shown of the exchanges with a judge, and the lines with which judges are tested.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "referee/play/judge/answers.hpp"
#include "referee/play/judge/position_check.hpp"
#include "rules/random.hpp"

namespace referee::judge {
namespace {

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

}  // namespace
}  // namespace referee::judge
