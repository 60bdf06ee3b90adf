#include "referee/text/words.hpp"

#include <gtest/gtest.h>

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

TEST(InQuotes, IsInDoubleQuotationMarks) { EXPECT_EQ(in_quotes("a"), "\"a\""); }

}  // namespace
}  // namespace referee::text
