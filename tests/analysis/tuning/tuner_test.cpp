#include "referee/analysis/tuning/tuner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "tests/base/statistics/simulated.hpp"

namespace referee::tuning {
namespace {

// How strong a bot is at a point, in logits.
using Height = std::function<double(const Point&)>;

constexpr unsigned duels = 8;

// One pair of games: -1 to 1.
double pair_of(const Height& height, const Point& a, const Point& b, simulated::Random& random) {
  const double chance = 1 / (1 + std::exp(height(b) - height(a)));
  double score = 0;
  for (int game = 0; game < 2; ++game) score += random.uniform() < chance ? 0.5 : -0.5;
  return score;
}

Observed observe(const Tuner::Duel& duel, const std::function<double()>& difference, int pairs) {
  Observed observed{duel.first, duel.second, 0, 0, 0};
  for (int i = 0; i < pairs; ++i) {
    const double one = difference();
    const double before = one - observed.mean;
    observed.mean += before / static_cast<double>(++observed.count);
    observed.squares += before * (one - observed.mean);
  }
  return observed;
}

void play(Tuner& tuner, const Height& height, int rounds, int pairs, simulated::Random& random) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<Observed> results;
    for (const Tuner::Duel& duel : tuner.next(duels)) {
      results.push_back(observe(
          duel, [&] { return pair_of(height, duel.first, duel.second, random); }, pairs));
    }
    tuner.add(results);
  }
}

// A hill of 100 Elo between the start and its top.
Height hill(const Point& start, const Point& top) {
  const auto distance = [top](const Point& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - top[i]) * (x[i] - top[i]);
    return sum;
  };
  constexpr double logits = 100 / 173.7;
  return
      [distance, scale = logits / distance(start)](const Point& x) { return -scale * distance(x); };
}

TEST(Tuner, FindsTheTopFromABadStartInNineRunsOfTen) {
  for (const std::size_t parameters : {1U, 2U, 4U}) {
    int found = 0;
    constexpr int runs = 10;
    for (int run = 0; run < runs; ++run) {
      simulated::Random random(static_cast<std::uint64_t>(run) + 1);
      Point start(parameters);
      Point top(parameters);
      for (std::size_t i = 0; i < parameters; ++i) {
        start[i] = random.uniform() < 0.5 ? 0.05 : 0.95;
        top[i] = 0.2 + 0.6 * random.uniform();
      }
      const Height height = hill(start, top);
      Tuner tuner({start, std::vector<double>(parameters), Response::scores,
                   static_cast<std::uint64_t>(run)});
      play(tuner, height, 12, 5, random);  // 480 pairs
      // Three quarters of what there is to gain.
      if (height(tuner.best()) > height(start) / 4) ++found;
    }
    EXPECT_GE(found, 9) << parameters << " parameters";
  }
}

TEST(Tuner, FindsTheTopOfPointsWithHeavyNoise) {
  simulated::Random random(5);
  Tuner tuner({{0.9, 0.9}, {0, 0}, Response::points, 3});
  const auto height = [](const Point& x) { return -200 * std::pow(x[0] - 0.3, 2) - 50 * x[1]; };
  for (int round = 0; round < 12; ++round) {
    std::vector<Observed> results;
    for (const Tuner::Duel& duel : tuner.next(duels)) {
      results.push_back(observe(
          duel, [&] { return height(duel.first) - height(duel.second) + 60 * random.normal(); },
          10));
    }
    tuner.add(results);
  }
  EXPECT_NEAR(tuner.best()[0], 0.3, 0.15);
  EXPECT_LT(tuner.best()[1], 0.2);
  const std::vector<Known> known = tuner.known();
  EXPECT_TRUE(known[0].determined);
  EXPECT_LE(known[0].low, 0.3);
  EXPECT_GE(known[0].high, 0.3);
}

TEST(Tuner, SaysWhatTheDataCannotTell) {
  simulated::Random random(7);
  Tuner tuner({{0.1, 0.1}, {0, 0}, Response::scores, 1});
  play(
      tuner, [](const Point& x) { return -8 * std::pow(x[0] - 0.6, 2); }, 12, 20, random);
  const std::vector<Known> known = tuner.known();
  EXPECT_TRUE(known[0].determined);
  EXPECT_NEAR(known[0].value, 0.6, 0.12);
  EXPECT_FALSE(known[1].determined);
  // The region gets narrower where something is known, and not where nothing is.
  const Region& region = tuner.path().back().region;
  EXPECT_LT(region.high[0] - region.low[0], region.high[1] - region.low[1]);
}

// Of tops by the surface and by the one of the next shorter reach, drawn anew.
TEST(Tuner, AnIntervalHolds95PercentOfLikelyTops) {
  simulated::Random random(3);
  Tuner tuner({{0.1}, {0}, Response::scores, 4});
  play(
      tuner, [](const Point& x) { return -8 * std::pow(x[0] - 0.5, 2); }, 12, 20, random);
  const Region near = tuner.path().back().region;
  const Surface surface = tuner.surface();
  const Surface nearer(tuner.observed(), Response::scores, near, Search::local,
                       surface.reach() * next_reach);
  const Known known = tuner.known()[0];
  int inside = 0;
  for (const Surface* one : {&surface, &nearer}) {
    for (const Point& top : one->likely_tops(surface.holds(), 2000, 99)) {
      if (known.low <= top[0] && top[0] <= known.high) ++inside;
    }
  }
  EXPECT_NEAR(inside / 4000.0, 0.95, 0.02);
}

TEST(Tuner, TheLastRoundPlaysTheBestAgainstPointsBesideIt) {
  simulated::Random random(3);
  Tuner tuner({{0.1, 0.9}, {0, 0.3}, Response::scores, 4, 6});
  play(
      tuner, [](const Point& x) { return -4 * std::pow(x[0] - 0.5, 2) - 4 * x[1]; }, 5, 40, random);
  const auto last = tuner.next(duels);
  ASSERT_EQ(last.size(), 3U) << "below the second there is nothing";
  for (const auto& [best, beside] : last) {
    EXPECT_EQ(best, tuner.best());
    const bool second = best[1] != beside[1];
    EXPECT_NE(best[0] != beside[0], second);
    EXPECT_NEAR(std::abs(best[0] - beside[0]) + std::abs(best[1] - beside[1]), second ? 0.3 : 0.1,
                1e-9);
  }
}

TEST(Tuner, ALastRoundThatTheSurfaceDoesNotExplainSaysSo) {
  for (const bool drops : {false, true}) {
    simulated::Random random(3);
    Tuner tuner({{0.1}, {0}, Response::scores, 4, 12});
    const Height height = [](const Point& x) { return -4 * std::pow(x[0] - 0.5, 2); };
    play(tuner, height, 11, 40, random);
    const Point best = tuner.best();
    play(
        tuner, [&](const Point& x) { return height(x) - (drops && x != best ? 0.7 : 0); }, 1, 40,
        random);
    EXPECT_EQ(tuner.fits(), !drops);
  }
}

TEST(Tuner, ABestAtTheEndOfItsRangeLiesThere) {
  simulated::Random random(3);
  Tuner tuner({{0.5, 0.5}, {0, 0}, Response::scores, 4});
  play(
      tuner, [](const Point& x) { return 2 * x[0] - 4 * std::pow(x[1] - 0.1, 2); }, 12, 40, random);
  EXPECT_EQ(tuner.best()[0], 1);
  EXPECT_NEAR(tuner.best()[1], 0.1, 0.1);
}

TEST(Tuner, AParameterWhoseShortIntervalHoldsItsStartStaysThere) {
  simulated::Random random(3);
  Tuner tuner({{0.5, 0.1}, {0, 0}, Response::scores, 4});
  play(
      tuner,
      [](const Point& x) { return -8 * std::pow(x[0] - 0.5, 2) - 8 * std::pow(x[1] - 0.5, 2); }, 12,
      100, random);
  EXPECT_EQ(tuner.best()[0], 0.5);
  EXPECT_NEAR(tuner.best()[1], 0.5, 0.1);
}

TEST(Tuner, RoundsGrowWithThePairs) {
  EXPECT_EQ(rounds_of(7), 1U);
  EXPECT_EQ(rounds_of(24), 3U);
  EXPECT_EQ(rounds_of(480), 12U);
  EXPECT_EQ(rounds_of(1000), 25U);
  EXPECT_EQ(rounds_of(100'000), 60U);
  EXPECT_EQ(rounds_of(100'000, Search::first), 12U);
  for (const std::uint64_t pairs : {1U, 15U, 24U, 401U, 3001U}) {
    for (const Search search : {Search::first, Search::local}) {
      const unsigned rounds = rounds_of(pairs, search);
      std::uint64_t sum = 0;
      for (unsigned round = 0; round < rounds; ++round) {
        sum += pairs_of(pairs, round, rounds, search);
        EXPECT_GT(pairs_of(pairs, round, rounds, search), 0U);
      }
      EXPECT_EQ(sum, pairs);
    }
  }
}

TEST(Tuner, RoundsFollowFromWhatWasAddedAlone) {
  const Height height = [](const Point& x) { return -3 * std::pow(x[0] - x[1], 2); };
  const auto run = [&] {
    simulated::Random random(11);
    Tuner tuner({{0.5, 0.2}, {0, 0}, Response::scores, 9});
    play(tuner, height, 3, 4, random);
    return tuner.next(duels);
  };
  EXPECT_EQ(run(), run());
  EXPECT_NE(Tuner({{0.5, 0.2}, {0, 0}, Response::scores, 9}).next(duels),
            Tuner({{0.5, 0.2}, {0, 0}, Response::scores, 10}).next(duels));
}

TEST(Tuner, SpreadsThePointsOfARound) {
  const Tuner tuner({{0.5, 0.5, 0.5}, {0, 0, 0}, Response::scores, 2});
  const auto round = tuner.next(duels);
  ASSERT_EQ(round.size(), duels);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<int> levels(2 * duels);
    for (const auto& [first, second] : round) {
      EXPECT_NEAR(std::abs(first[axis] - second[axis]), 0.5, 1e-12);
      for (const double x : {first[axis], second[axis]}) {
        ASSERT_GE(x, 0);
        ASSERT_LT(x, 1);
        ++levels[static_cast<std::size_t>(x * 2 * duels)];
      }
    }
    EXPECT_TRUE(std::all_of(levels.begin(), levels.end(), [](int n) { return n == 1; })) << axis;
  }
}

TEST(Tuner, KeepsPointsAStepApart) {
  simulated::Random random(1);
  Tuner tuner({{0.5}, {0.25}, Response::scores, 2});
  play(
      tuner, [](const Point& x) { return -40 * std::pow(x[0] - 0.5, 2); }, 10, 40, random);
  for (const auto& [first, second] : tuner.next(duels)) {
    EXPECT_GE(std::abs(first[0] - second[0]), 0.25 - 1e-12);
  }
}

TEST(Tuner, GoesOnWhereNothingVariesOrNothingWasPlayed) {
  Tuner tuner({{0.5}, {0}, Response::points, 2});
  tuner.add({});
  EXPECT_EQ(tuner.rounds(), 1U);
  EXPECT_EQ(tuner.best(), Point{0.5});
  EXPECT_THROW(static_cast<void>(tuner.known()), std::invalid_argument);
  const std::vector<Observed> equal{{{0.1}, {0.6}, 5, 0, 0}, {{0.3}, {0.8}, 5, 0, 0}};
  tuner.add(equal);
  EXPECT_FALSE(tuner.known()[0].determined);
  EXPECT_TRUE(std::isfinite(tuner.best()[0]));
}

TEST(Tuner, RefusesWhatIsNoPlan) {
  EXPECT_THROW(Tuner({{}, {}, Response::scores, 1}), std::invalid_argument);
  EXPECT_THROW(Tuner({{1.5}, {0}, Response::scores, 1}), std::invalid_argument);
  EXPECT_THROW(Tuner({{0.5}, {}, Response::scores, 1}), std::invalid_argument);
}

TEST(Surface, IsTheQuadraticThatWasObserved) {
  const auto height = [](const Point& x) {
    return 3 * x[0] - 2 * x[1] - 4 * x[0] * x[0] - x[1] * x[1] + 2 * x[0] * x[1];
  };
  simulated::Random random(4);
  std::vector<Observed> observed;
  for (int i = 0; i < 40; ++i) {
    const Tuner::Duel duel{{random.uniform(), random.uniform()},
                           {random.uniform(), random.uniform()}};
    observed.push_back(observe(
        duel, [&] { return height(duel.first) - height(duel.second) + 0.01 * random.normal(); },
        20));
  }
  const Surface surface(observed, Response::points, {{0, 0}, {1, 1}});
  const Difference found = surface.difference({0.2, 0.9}, {0.7, 0.1});
  EXPECT_NEAR(found.mean, height({0.2, 0.9}) - height({0.7, 0.1}), 0.02);
  EXPECT_GT(found.error, 0);
  EXPECT_LT(found.error, 0.02);
  const Difference back = surface.difference({0.7, 0.1}, {0.2, 0.9});
  EXPECT_DOUBLE_EQ(found.mean, -back.mean);
}

}  // namespace
}  // namespace referee::tuning
