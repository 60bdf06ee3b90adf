#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/base/text/words.hpp"

namespace referee::text {
namespace {

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
