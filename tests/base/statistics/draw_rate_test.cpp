// Between equal players everything about the rate of draws can be written down.
#include "referee/base/statistics/draw_rate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/estimate.hpp"

namespace referee::statistics {
namespace {

TEST(DrawRate, OfEqualPlayersIsTheShareWithTheIntervalOfItsResults) {
  for (const auto& [decided, drawn] : std::vector<std::array<std::uint64_t, 2>>{
           {1, 1}, {3, 1}, {6, 2}, {1, 9}, {60, 40}, {900, 100}}) {
    DrawResults results;
    results.expected = {0.5, 0.5};
    results.singles = {decided, drawn};
    const Estimate estimate = draw_rate(std::vector{results});
    const auto n = static_cast<double>(decided + drawn);
    const double rate = static_cast<double>(drawn) / n;
    const double unit = rate * (1 - rate);
    const double imagined = (rate * rate + (1 - rate) * (1 - rate)) / 2;
    const double deviation = std::sqrt(n / (n - 1) * n * unit + imagined) / (n * unit);
    const double reach = student_t_quantile(0.975, n) * deviation;
    const double odds = std::log(rate / (1 - rate));
    EXPECT_EQ(estimate.reach, Reach::two_sided);
    EXPECT_NEAR(estimate.value, rate, 1e-9) << n;
    EXPECT_NEAR(estimate.low.value(), 1 / (1 + std::exp(reach - odds)), 1e-6) << n;
    EXPECT_NEAR(estimate.high.value(), 1 / (1 + std::exp(-reach - odds)), 1e-6) << n;
  }
}

TEST(DrawRate, IsUnknownWithoutDrawsOrWithoutDecidedGames) {
  DrawResults results;
  results.expected = {0.5, 0.5};
  EXPECT_EQ(draw_rate({}).reach, Reach::nothing);
  results.singles = {7, 0};
  EXPECT_EQ(draw_rate(std::vector{results}).reach, Reach::nothing);
  results.singles = {0, 7};
  EXPECT_EQ(draw_rate(std::vector{results}).reach, Reach::nothing);
}

}  // namespace
}  // namespace referee::statistics
