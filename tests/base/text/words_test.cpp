#include "referee/base/text/words.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace referee::text {
namespace {

using Words = std::vector<std::string>;

TEST(Plural, HasAnSUnlessToldOtherwise) {
  EXPECT_EQ(plural(0, "game"), "0 games");
  EXPECT_EQ(plural(1, "game"), "1 game");
  EXPECT_EQ(plural(2, "game"), "2 games");
  EXPECT_EQ(plural(1, "match", "matches"), "1 match");
  EXPECT_EQ(plural(18'446'744'073'709'551'615U, "match", "matches"),
            "18446744073709551615 matches");
}

TEST(Join, PutsSeparatorsBetweenAllTexts) {
  EXPECT_EQ(join(Words{}), "");
  EXPECT_EQ(join(Words{"a"}), "a");
  EXPECT_EQ(join(Words{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join(Words{"", "", "c"}, ","), ",,c");  // empty texts are texts, too
  EXPECT_EQ(join(std::set<std::string_view>{"b", "a"}, "|"), "a|b");
}

TEST(JoinWith, PutsAWordBeforeTheLast) {
  EXPECT_EQ(join_with(Words{}, "and"), "");
  EXPECT_EQ(join_with(Words{"a"}, "and"), "a");
  EXPECT_EQ(join_with(Words{"a", "b"}, "or"), "a or b");
  EXPECT_EQ(join_with(Words{"a", "b", "c", "d"}, "and"), "a, b, c and d");
}

TEST(AddToList, SeparatesFromTheSecondOn) {
  std::string list;
  add_to_list(list, "a");
  EXPECT_EQ(list, "a");
  add_to_list(list, "b", "; ");
  EXPECT_EQ(list, "a; b");
}

TEST(LinesOf, AreWithoutTheirEnds) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n"), Lines{"a"});
  EXPECT_EQ(lines_of("\na\r\n\r\n\rb\r"), (Lines{"", "a", "", "\rb"}));
}

TEST(InQuotes, IsInDoubleQuotationMarks) { EXPECT_EQ(in_quotes("a"), "\"a\""); }

TEST(Words, Amounts) {
  using namespace std::chrono_literals;
  EXPECT_EQ(seconds_text(30s), "30 s");
  EXPECT_EQ(seconds_text(500ms), "0.5 s");
  EXPECT_EQ(seconds_text(1001ms), "1.001 s");
  EXPECT_EQ(seconds_text(1ns), "0.000000001 s");
  EXPECT_EQ(bytes_text(1000), "1000 bytes");
  EXPECT_EQ(bytes_text(1 << 20), "1 MiB");
  EXPECT_EQ(bytes_text(std::size_t{3} << 30), "3 GiB");
  EXPECT_EQ(bytes_text(1536), "1536 bytes");
  EXPECT_EQ(signal_text(11), "signal 11 (Segmentation fault)");
}

}  // namespace
}  // namespace referee::text
