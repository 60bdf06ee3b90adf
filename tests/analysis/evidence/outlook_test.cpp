#include "referee/analysis/evidence/outlook.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

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

// What it says after some pairs, against what comparisons take from there on whose pairs go on with
// the mean and the spread that those had.
void expect_right(const ComparisonRules& rules) {
  constexpr int shown = 40;
  Drawn first(7);
  Comparison begun(rules);
  for (int i = 0; i < shown; ++i) begun.add(first.pair(3, 25));
  const auto left = pairs_left(begun);
  ASSERT_TRUE(left.has_value());
  const double mean = begun.points().mean();
  // Of three equally likely differences.
  const double spread = std::sqrt(begun.points().variance().value() * 3 / 2);
  constexpr int runs = 60;
  double taken = 0;
  for (int run = 0; run < runs; ++run) {
    Drawn further(static_cast<std::uint64_t>(100 + run));
    for (int i = 0; i < shown; ++i) further.pair(0, 0);  // whose games are known
    Comparison comparison = begun;
    while (comparison.state() == State::open) {
      comparison.add(further.pair(mean, spread));
    }
    taken += static_cast<double>(comparison.played() - shown) / runs;
  }
  EXPECT_NEAR(*left / taken, 1, 0.25) << *left << " against " << taken;
}

TEST(PairsLeft, ByPoints) { expect_right(wide_rules(false)); }
TEST(PairsLeft, AgainstAField) { expect_right(wide_rules(true)); }

TEST(PairsLeft, ByWins) {
  Drawn drawn(7);
  Comparison comparison((ComparisonRules()));
  for (int i = 0; i < 100; ++i) comparison.add(drawn.pair(0, 1));
  const auto left = pairs_left(comparison);
  ASSERT_TRUE(left.has_value());
  EXPECT_GT(*left, 0);
}

TEST(PairsLeft, IsAtMostWhatTheRulesLeave) {
  ComparisonRules rules = wide_rules(false);
  rules.most_pairs = 50;
  Drawn drawn(3);
  Comparison comparison(rules);
  for (int i = 0; i < 45; ++i) comparison.add(drawn.pair(2.5, 60));
  ASSERT_EQ(comparison.state(), State::open);
  EXPECT_NEAR(pairs_left(comparison).value_or(0), 5, 1e-9);
  for (int i = 0; i < 5; ++i) comparison.add(drawn.pair(2.5, 60));
  EXPECT_EQ(pairs_left(comparison), std::nullopt);
}

TEST(PairsLeft, NothingIsSaidOfLittleAndOfWhatHasEnded) {
  Drawn drawn(3);
  Comparison comparison(wide_rules(false));
  for (int i = 0; i < 19; ++i) comparison.add(drawn.pair(2, 25));
  EXPECT_EQ(pairs_left(comparison), std::nullopt);
  comparison.add(drawn.pair(2, 25));
  EXPECT_NE(pairs_left(comparison), std::nullopt);
  while (comparison.state() == State::open) comparison.add(drawn.pair(40, 25));
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_EQ(pairs_left(comparison), std::nullopt);

  // Differences that were cut on both sides: nothing can be decided any more.
  Comparison cut(wide_rules(false));
  for (int i = 0; i < 20; ++i) cut.add(drawn.pair(2, 25));
  for (const double beyond : {400.0, -400.0}) cut.add(drawn.pair(beyond, 0));
  EXPECT_EQ(cut.state(), State::limit_too_small);
  EXPECT_EQ(pairs_left(cut), std::nullopt);
}

// A bot that learns, and the course of pairs that do not depend on each other.
TEST(Drift, SeesThatTheHalvesDisagree) {
  const auto compared = [](int run, bool wins) {
    ComparisonRules rules;
    if (!wins) rules = point_rules(0, 10, 200);
    rules.elo = {0, 60};
    Comparison comparison(rules);
    rules::Stream stream(static_cast<std::uint64_t>(run), "halves");
    while (comparison.state() == State::open) {
      const auto game = [&] { return stream.below(2) > 0 ? GameResult::win : GameResult::loss; };
      const auto one = game();
      const auto two = game();
      comparison.add(pair(one, two, comparison.count(),
                          50.0 * (static_cast<int>(one) + static_cast<int>(two) - 2)));
      if (comparison.count() == 160) break;
    }
    return drift(comparison);
  };
  int false_alarms = 0;
  for (int run = 0; run < 200; ++run) false_alarms += compared(run, run % 2 == 0).has_value();
  EXPECT_LE(false_alarms, 3);
  Comparison learner((ComparisonRules()));
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto result = i % 4 == 0 || i >= 50 ? GameResult::win : GameResult::loss;
    learner.add(pair(result, i % 2 == 0 ? GameResult::win : GameResult::loss, i));
  }
  ASSERT_TRUE(drift(learner));
  EXPECT_NEAR((*drift(learner))[0], 0.38, 0.02);
  EXPECT_NEAR((*drift(learner))[1], 0.75, 0.02);
}

}  // namespace
}  // namespace referee::evidence
