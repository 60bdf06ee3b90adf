// Points are exact, as scorers say them and as sums.
#include "rules/points.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace rules {
namespace {

TEST(Points, AreReadAndShownWithAllDigits) {
  for (const char* text :
       {"0", "7", "-3", "0.92", "-0.5", "18446744073709551615", "-18446744073709551615",
        "123456789012345678.9", "0.000000000000000001", "18.446744073709551615"}) {
    const auto points = Points::read(text);
    ASSERT_TRUE(points) << text;
    EXPECT_EQ(points->text(), text);
  }
  EXPECT_EQ(Points::read("007.50")->text(), "7.5");
  EXPECT_EQ(Points::read("-0")->text(), "0");
  EXPECT_EQ(*Points::read("5.000"), 5);
  for (const char* wrong : {"", "-", ".5", "5.", ".", "1.2.3", "+1", " 1", "1 ", "1e5", "0x1",
                            "1,5", "18446744073709551616", "0.0000000000000000001"}) {
    EXPECT_FALSE(Points::read(wrong)) << wrong;
  }
}

TEST(Points, AreComparedExactly) {
  const Points less = *Points::read("9007199254740992.9");
  const Points more = *Points::read("9007199254740993");
  EXPECT_LT(less, more);
  EXPECT_NE(less, more);
  EXPECT_GT(*Points::read("-0.1"), *Points::read("-0.11"));
  EXPECT_TRUE(more.is_whole());
  EXPECT_FALSE(less.is_whole());
  EXPECT_EQ(less.whole(), 9'007'199'254'740'992);
  EXPECT_EQ(Points::read("-1.9")->whole(), -1);
}

TEST(Points, AddUpExactly) {
  Points sum;
  for (int i = 0; i < 10; ++i) sum += *Points::read("0.1");
  EXPECT_EQ(sum, 1);
  Points large = std::numeric_limits<std::int64_t>::max();
  large += large;
  EXPECT_EQ(large.text(), "18446744073709551614");
  large += *Points::read("0.25");
  EXPECT_EQ(large.text(), "18446744073709551614.25");
  // More digits than are kept: the last decimals go, and no digit before them.
  const Points tiny = *Points::read("0.000000000000000009");
  Points sum_of_many;
  for (int i = 0; i < 1000; ++i) sum_of_many += *Points::read("18446744073709551615");
  EXPECT_GT(sum_of_many, tiny);
  EXPECT_LT(tiny, sum_of_many);
  sum_of_many += tiny;
  EXPECT_EQ(sum_of_many.text(), "18446744073709551615000");
  sum_of_many += *Points::read("-0.5");
  EXPECT_EQ(sum_of_many.text(), "18446744073709551614999.5");
}

}  // namespace
}  // namespace rules
