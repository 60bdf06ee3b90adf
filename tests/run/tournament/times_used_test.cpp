#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "referee/run/tournament/standings.hpp"
#include "rules/random.hpp"

namespace referee::tournament {
namespace {

TEST(TimesUsed, OfNothing) {
  const TimesUsed none;
  EXPECT_EQ(none.count(), 0U);
  EXPECT_EQ(none.mean_us(), 0);
  EXPECT_EQ(none.quantile_us(0.95), 0);
  EXPECT_EQ(none.most_us(), 0);
}

TEST(TimesUsed, SmallOnesAreExact) {
  TimesUsed times;
  for (int us = 0; us < 64; ++us) times.add(us);
  for (int n = 1; n <= 64; ++n) EXPECT_EQ(times.quantile_us(n / 64.0), n - 1);
  EXPECT_EQ(times.mean_us(), 31.5);
}

TEST(TimesUsed, AQuantileIsNeverMoreThanTheLargest) {
  TimesUsed times;
  times.add(1'000'000);
  EXPECT_EQ(times.quantile_us(0.95), 1'000'000);
  EXPECT_EQ(times.most_us(), 1'000'000);
}

TEST(TimesUsed, NinetyFivePercentOfTwenty) {
  TimesUsed times;
  for (int i = 0; i < 19; ++i) times.add(10);
  times.add(50);
  EXPECT_EQ(times.quantile_us(0.95), 10);
  times.add(50);
  EXPECT_EQ(times.quantile_us(0.95), 50);
}

// Compared with exact quantiles, over the whole range.
TEST(TimesUsed, IsAsExactAsItSays) {
  rules::Stream stream(1, "times");
  for (int trial = 0; trial < 50; ++trial) {
    TimesUsed times;
    std::vector<std::int64_t> all;
    for (int i = 0; i < 200; ++i) {
      const auto digits = stream.below(53);
      all.push_back(static_cast<std::int64_t>((std::uint64_t{1} << digits) +
                                              stream.below(1U << std::min<unsigned>(digits, 31))));
      times.add(all.back());
    }
    std::sort(all.begin(), all.end());
    for (const double share : {0.01, 0.5, 0.95, 1.0}) {
      const auto right =
          static_cast<double>(all[static_cast<std::size_t>(std::ceil(share * 200)) - 1]);
      EXPECT_LE(std::abs(static_cast<double>(times.quantile_us(share)) - right), right / 64)
          << share << " of 200: " << right;
    }
    EXPECT_EQ(times.most_us(), all.back());
  }
}

}  // namespace
}  // namespace referee::tournament
