#include "referee/base/statistics/skills.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace referee::statistics {
namespace {

TEST(Skills, LearnTheStrengthsThatTheResultsHave) {
  Skills skills;
  for (std::size_t player = 0; player < 4; ++player) skills.enter(player);
  const std::vector<double> strengths{0, 0.7, -0.5, 1.2};
  for (int round = 0; round < 400; ++round) {
    for (const auto& [low, high] : skills.most_telling(3, 2)) {
      skills.add(low, high, 2, 2 / (1 + std::exp(strengths[high] - strengths[low])));
    }
  }
  for (std::size_t player = 1; player < 4; ++player) {
    EXPECT_NEAR(skills.mean(player) - skills.mean(0), strengths[player], 0.05) << player;
  }
}

TEST(Skills, RememberWhoComesBack) {
  Skills skills;
  for (std::size_t player = 0; player < 3; ++player) skills.enter(player);
  for (int game = 0; game < 50; ++game) skills.add(0, 1, 2, 1.5);
  const double mean = skills.mean(1);
  const double variance = skills.variance(1);
  skills.leave(1);
  EXPECT_EQ(skills.players(), (std::vector<std::size_t>{0, 2}));
  skills.enter(1);
  EXPECT_EQ(skills.mean(1), mean);
  EXPECT_EQ(skills.variance(1), variance);
  EXPECT_LT(variance, Skills::usual_deviation * Skills::usual_deviation);
  EXPECT_TRUE(Skills().most_telling(4, 2).empty());
}

}  // namespace
}  // namespace referee::statistics
