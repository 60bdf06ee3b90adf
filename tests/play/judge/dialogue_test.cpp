// What is shown of the exchanges with a judge, and the lines with which judges are tested.
#include "referee/play/judge/dialogue.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "referee/play/judge/spoilt_line.hpp"
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
  for (int i = 0; i < 300; ++i) {
    lines.insert(spoilt("b2", stream));
    EXPECT_LE(spoilt({}, stream).size(), 1U);
  }
  EXPECT_TRUE(lines.contains(""));
  EXPECT_TRUE(lines.contains("b2b2"));
  EXPECT_TRUE(lines.contains("B2"));
  EXPECT_GT(lines.size(), 30U);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 4U) << line;
}

}  // namespace
}  // namespace referee::judge
