#include "referee/analysis/evidence/pairs_left.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>

#include "comparison_support.hpp"
#include "rules/random.hpp"

namespace referee::evidence {
namespace {

using statistics::GameResult;
using State = Comparison::State;

// A comparison of pairs of which the difference in points is `mean` on the average.
class Drawn {
 public:
  explicit Drawn(std::uint64_t seed) : stream_(seed, "pairs left") {}

  PairResult pair(double mean, double spread) {
    PairResult pair;
    const double difference = mean + spread * (stream_.below(3) - 1.0);
    pair.new_points = 50 + difference;
    pair.base_points = 50;
    for (GameResult& game : pair.games) {
      game = static_cast<GameResult>(stream_.below(10) < 6 ? 2 : 0);
    }
    pair.hashes = {++number_};
    return pair;
  }
  // Both games by this difference in Elo.
  PairResult won(double elo) {
    PairResult pair = this->pair(0, 0);
    const auto chance = static_cast<std::uint64_t>(1e6 * statistics::score_of_elo(elo));
    for (GameResult& game : pair.games) {
      game = stream_.below(1'000'000) < chance ? GameResult::win : GameResult::loss;
    }
    return pair;
  }

 private:
  rules::Stream stream_;
  std::uint64_t number_ = 0;
};

ComparisonRules wide_rules(bool field) {
  ComparisonRules rules;
  rules.field = field;
  rules.by = field ? Yardstick::wins : Yardstick::points;
  rules.points = field ? statistics::PointHypotheses{0, 5, -100, 100}
                       : statistics::PointHypotheses{0, 5, -150, 150};
  return rules;
}

// Of comparisons that go on after some pairs, nine of ten must take as many more as was said: of
// 60, 48 or more with a chance of 99 %; of 20, 15 or more.
template <typename Next>
void expect_right(const ComparisonRules& rules, double truth, const Next& next, int runs = 60,
                  int least = 48) {
  int right = 0;
  int begun = 0;
  for (std::uint64_t run = 0; begun < runs; ++run) {
    Drawn drawn(1000 * run + 7);
    Comparison comparison(rules);
    for (int i = 0; i < 25 && comparison.state() == State::open; ++i) {
      comparison.add(next(drawn, truth));
    }
    if (comparison.state() != State::open) continue;
    ++begun;
    const auto left = pairs_left(comparison);
    ASSERT_TRUE(left.has_value());
    EXPECT_LE(left->low, left->mean);
    EXPECT_LE(left->mean, left->high);
    const std::uint64_t before = comparison.played();
    while (comparison.state() == State::open) comparison.add(next(drawn, truth));
    const auto taken = static_cast<double>(comparison.played() - before);
    right += taken >= left->low && taken <= left->high;
  }
  EXPECT_GE(right, least) << truth;
}

void expect_right_by_points(bool field) {
  for (const double truth : {0.0, 2.5, 5.0}) {
    expect_right(wide_rules(field), truth,
                 [](Drawn& drawn, double mean) { return drawn.pair(mean, 25); });
  }
}
TEST(PairsLeft, ByPoints) { expect_right_by_points(false); }
TEST(PairsLeft, AgainstAField) { expect_right_by_points(true); }

TEST(PairsLeft, ByWins) {
  ComparisonRules rules;
  rules.elo = {0, 100};
  rules.model = statistics::Model::logistic;
  for (const double truth : {0.0, 50.0, 100.0}) {
    expect_right(
        rules, truth, [](Drawn& drawn, double elo) { return drawn.won(elo); }, 20, 15);
  }
}

// What is seen after few pairs is mostly far from the question, and so is not the forecast.
TEST(PairsLeft, DoesNotTakeWhatWasSeenForTheTruth) {
  Drawn drawn(7);
  Comparison comparison((ComparisonRules()));  // 0 against 10
  for (int i = 0; i < 40; ++i) comparison.add(drawn.won(0));
  const auto left = pairs_left(comparison);
  ASSERT_TRUE(left.has_value());
  EXPECT_GT(left->mean, 1500);
  EXPECT_GT(left->high, 6000);
}

TEST(PairsLeft, IsAtMostWhatTheRulesLeave) {
  ComparisonRules rules = wide_rules(false);
  rules.most_pairs = 50;
  Drawn drawn(3);
  Comparison comparison(rules);
  for (int i = 0; i < 45; ++i) comparison.add(drawn.pair(2.5, 60));
  ASSERT_EQ(comparison.state(), State::open);
  const auto left = pairs_left(comparison);
  ASSERT_TRUE(left.has_value());
  EXPECT_NEAR(left->mean, 5, 1e-9);
  EXPECT_NEAR(left->high, 5, 1e-9);
  for (int i = 0; i < 5; ++i) comparison.add(drawn.pair(2.5, 60));
  EXPECT_FALSE(pairs_left(comparison));
}

TEST(PairsLeft, NothingIsSaidOfLittleAndOfWhatHasEnded) {
  Drawn drawn(3);
  Comparison comparison(wide_rules(false));
  for (int i = 0; i < 19; ++i) comparison.add(drawn.pair(2, 25));
  EXPECT_FALSE(pairs_left(comparison));
  comparison.add(drawn.pair(2, 25));
  EXPECT_TRUE(pairs_left(comparison));
  while (comparison.state() == State::open) comparison.add(drawn.pair(40, 25));
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_FALSE(pairs_left(comparison));

  // Differences that were cut on both sides: nothing can be decided any more.
  Comparison cut(wide_rules(false));
  for (int i = 0; i < 20; ++i) cut.add(drawn.pair(2, 25));
  for (const double beyond : {400.0, -400.0}) cut.add(drawn.pair(beyond, 0));
  EXPECT_EQ(cut.state(), State::limit_too_small);
  EXPECT_EQ(pairs_left(cut), std::nullopt);
}

// A bot that learns, and the course of pairs that do not depend on each other.
class Drifts : public testing::Test {
 protected:
  // Of 160 pairs, each game of which is won with a chance that depends on the number of the pair.
  template <typename Chance>
  static std::optional<Drift> of(int run, bool wins, const Chance& chance) {
    ComparisonRules rules;
    if (!wins) rules = point_rules(0, 10, 200);
    rules.elo = {0, 1};  // not decided soon
    rules.far_stop = false;
    Comparison comparison(rules);
    rules::Stream stream(static_cast<std::uint64_t>(run), "drift");
    while (comparison.state() == State::open && comparison.count() < 160) {
      const auto game = [&] {
        return stream.below(100) < chance(comparison.count()) ? GameResult::win : GameResult::loss;
      };
      const auto one = game();
      const auto two = game();
      comparison.add(pair(one, two, comparison.count(),
                          50.0 * (static_cast<int>(one) + static_cast<int>(two) - 2)));
    }
    return drift(comparison);
  }
};

TEST_F(Drifts, AreNotSeenInIndependentPairs) {
  int false_alarms = 0;
  for (int run = 0; run < 200; ++run) {
    false_alarms += of(run, run % 2 == 0, [](std::uint64_t) { return 50U; }).has_value();
  }
  EXPECT_LE(false_alarms, 3);
}

TEST_F(Drifts, OfABotThatLearns) {
  Comparison learner((ComparisonRules()));
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto result = i % 4 == 0 || i >= 50 ? GameResult::win : GameResult::loss;
    learner.add(pair(result, i % 2 == 0 ? GameResult::win : GameResult::loss, i));
  }
  const auto found = drift(learner);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->from, 1U);
  EXPECT_EQ(found->to, 50U);
  EXPECT_NEAR(found->inside, 0.38, 0.02);
  EXPECT_NEAR(found->outside, 0.75, 0.02);
}

// The halves are equal.
TEST_F(Drifts, OfAMachineThatIsSlowAgainAndAgain) {
  int seen = 0;
  for (int run = 0; run < 20; ++run) {
    const auto found = of(run, true, [](std::uint64_t at) { return at / 20 % 2 == 0 ? 80U : 20U; });
    if (!found || found->to == 80) continue;
    ++seen;
    EXPECT_EQ(found->from % 20, 1U);
    EXPECT_EQ(found->to - found->from, 19U);
    EXPECT_GT(std::abs(found->inside - found->outside), 0.2);
  }
  EXPECT_GE(seen, 15);
}

}  // namespace
}  // namespace referee::evidence
