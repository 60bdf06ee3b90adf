
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

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", "abc"), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("abc", "abxc"), 1U);
  EXPECT_EQ(edit_distance("abc", "ac"), 1U);
  EXPECT_EQ(edit_distance("abc", "axc"), 1U);
  EXPECT_EQ(edit_distance("abcd", "acbd"), 1U);
  EXPECT_EQ(edit_distance("ab", "ba"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // a swapped pair is not torn apart
}

TEST(EditDistance, IsSymmetric) {
  const std::vector<std::string> words{"", "box", "obx", "black-hole", "blackhole", "6561", "2187"};
  for (const auto& a : words) {
    for (const auto& b : words)
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << ' ' << b;
  }
}

TEST(Nearest, IsATypingErrorAway) {
  const std::vector<std::string_view> games{"box", "black-hole"};
  EXPECT_EQ(nearest_in("blackhole", games), "black-hole");
  EXPECT_EQ(nearest_in("bx", games), "box");
  EXPECT_EQ(nearest_in("chess", games), std::nullopt);
  EXPECT_EQ(nearest_in("box", std::vector<std::string>{}), std::nullopt);
  // The nearest of several.
  EXPECT_EQ(nearest_in("6562", std::vector<std::string>{"2187", "6561"}), "6561");
}

TEST(Suggestion, NamesTheNearestOrAll) {
  const std::vector<std::string_view> games{"box", "black-hole"};
  EXPECT_EQ(suggestion("bx", games, "the games are"), "did you mean 'box'?");
  EXPECT_EQ(suggestion("bx", games, "the games are", '"'), "did you mean \"box\"?");
  EXPECT_EQ(suggestion("chess", games, "the games are"), "the games are box, black-hole");
}

}  // namespace
}  // namespace referee::text
