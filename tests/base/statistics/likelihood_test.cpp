#include <gtest/gtest.h>

#include <cmath>

#include "referee/base/statistics/likeliest_laws.hpp"
#include "tests/base/statistics/simulated.hpp"

namespace referee::statistics {
namespace {

using simulated::Random;

std::uint64_t any_count(Random& random) {
  const double u = random.uniform();
  if (u < 0.25) return 0;
  return static_cast<std::uint64_t>(std::exp(12 * random.uniform()));
}

PairCounts any_pairs(Random& random) {
  return PairCounts::joined(any_count(random), any_count(random), any_count(random),
                            any_count(random), 1 + any_count(random));
}

double likelihood(const Sample& sample, const Shares& law) {
  double sum = 0;
  for (std::size_t i = 0; i < sample.size; ++i) sum += sample.shares[i] * std::log(law[i]);
  return sum;
}

double effect(const Sample& sample, const Shares& law) {
  const Moments m = moments(sample, law);
  return (m.mean - 0.5) / m.deviation;
}

// Some law of the wanted property, which `property` must rise to when results are tilted
// upwards: the sample's shares disturbed at random, then tilted.
template <typename Property>
Shares rival(const Sample& sample, Random& random, double wanted, double disturbance,
             const Property& property) {
  Shares start{};
  for (std::size_t i = 0; i < sample.size; ++i) {
    start[i] = sample.shares[i] * std::exp(disturbance * random.normal());
  }
  double low = -300;
  double high = 300;
  Shares law{};
  for (int step = 0; step < 100; ++step) {
    const double slope = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < sample.size; ++i) {
      law[i] = start[i] * std::exp(slope * (sample.values[i] - (slope > 0 ? 1 : 0)));
      sum += law[i];
    }
    for (double& share : law) share /= sum;
    (property(law) < wanted ? low : high) = slope;
  }
  return law;
}

TEST(Likelihood, LawsFulfilTheirHypothesis) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Sample sample = Sample::of(any_pairs(random));
    const double mean = 0.02 + 0.96 * random.uniform();
    EXPECT_NEAR(moments(sample, law_with_mean(sample, mean)).mean, mean, 1e-12);
    const double wanted = 3 * random.normal();
    EXPECT_NEAR(effect(sample, law_with_effect(sample, wanted)), wanted,
                1e-9 * (1 + std::abs(wanted)));
  }
}

TEST(Likelihood, NoOtherLawIsLikelier) {
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    const Sample sample = Sample::of(any_pairs(random));
    const double mean = 0.1 + 0.8 * random.uniform();
    const double wanted = random.normal();
    const double best_mean = likelihood(sample, law_with_mean(sample, mean));
    const double best_effect = likelihood(sample, law_with_effect(sample, wanted));
    for (const double disturbance : {0.0, 0.01, 0.3, 2.0}) {
      const auto mean_of = [&](const Shares& law) { return moments(sample, law).mean; };
      const auto effect_of = [&](const Shares& law) { return effect(sample, law); };
      const Shares a = rival(sample, random, mean, disturbance, mean_of);
      const Shares b = rival(sample, random, wanted, disturbance, effect_of);
      EXPECT_LE(likelihood(sample, a), best_mean + 1e-11);
      EXPECT_LE(likelihood(sample, b), best_effect + 1e-11);
    }
  }
}

// If the sample fulfils the hypothesis, the law is the sample's own.
TEST(Likelihood, TheSampleItselfIsLikeliest) {
  const Sample sample = Sample::of(PairCounts::joined(3, 10, 40, 17, 9));
  const Shares same = law_with_effect(sample, effect(sample, sample.shares));
  const Shares again = law_with_mean(sample, moments(sample, sample.shares).mean);
  for (std::size_t i = 0; i < sample.size; ++i) {
    EXPECT_NEAR(same[i], sample.shares[i], 1e-10);
    EXPECT_NEAR(again[i], sample.shares[i], 1e-10);
  }
}

TEST(Likelihood, UnseenResultsCountAThousandth) {
  const Sample sample = Sample::of(GameCounts{.wins = 2, .losses = 0, .draws = 1});
  EXPECT_EQ(sample.size, 3U);
  EXPECT_NEAR(sample.total, 3.001, 1e-12);
  EXPECT_NEAR(sample.shares[0], 0.001 / 3.001, 1e-12);
}

}  // namespace
}  // namespace referee::statistics
