#include "referee/analysis/evidence/outlook.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
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
  ComparisonRules rules;
  rules.measure_only = true;
  Comparison learner(rules);
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto result = i % 4 == 0 || i >= 50 ? GameResult::win : GameResult::loss;
    learner.add(pair(result, i % 2 == 0 ? GameResult::win : GameResult::loss, i));
  }
  ASSERT_TRUE(drift(learner));
  EXPECT_NEAR((*drift(learner))[0], 0.38, 0.02);
  EXPECT_NEAR((*drift(learner))[1], 0.75, 0.02);
}

// Without bots it supposes independent games of equal ones; a sample measures, and what was given
// goes before both.
TEST(ForecastCost, TakesTheDeviationThatIsKnownBest) {
  const double usual = std::sqrt(0.9 / 8);
  const ForecastSample sample{10, 1, std::chrono::seconds(5), 2, 0.2, 4};
  const ForecastSample alike{10, 0, std::chrono::seconds(5), 2, 0, 2};
  struct Case {
    std::optional<double> given;
    std::optional<ForecastSample> sample;
    double deviation;
    bool measured;
    std::uint64_t matches;
  };
  for (const Case& one :
       {Case{{}, {}, usual, false, 3}, Case{0.3, {}, 0.3, false, 3}, Case{{}, sample, 0.2, true, 4},
        Case{0.3, sample, 0.3, false, 4}, Case{{}, alike, usual, false, 2}}) {
    const CostForecast cost = forecast_cost({}, 3, 5.0, one.given, one.sample);
    SCOPED_TRACE(one.deviation);
    EXPECT_NEAR(cost.deviation, one.deviation, 1e-12);
    EXPECT_EQ(cost.deviation_measured, one.measured);
    EXPECT_EQ(cost.matches_of_pair, one.matches);
    EXPECT_EQ(cost.sample.has_value(), one.sample.has_value());
  }
  for (const bool field : {false, true}) {
    const ComparisonRules points = wide_rules(field);
    EXPECT_THROW(forecast_cost(points, 2, {}, {}, {}), std::invalid_argument);
    EXPECT_THROW(forecast_cost(points, 2, {}, {}, alike), std::invalid_argument);
    EXPECT_EQ(forecast_cost(points, 2, {}, 25.0, alike).deviation, 25);
  }
}

TEST(ForecastCost, ShowsTruthsAroundTheHypotheses) {
  ComparisonRules rules;
  rules.elo = {-10, 20};
  const CostForecast five = forecast_cost(rules, 2, {}, {}, {});
  std::vector<double> truths;
  for (const auto& row : five.rows) truths.push_back(row.truth);
  EXPECT_EQ(truths, (std::vector<double>{-40, -10, 5, 20, 50}));
  EXPECT_NEAR(five.rows[1].forecast.chance_h1, 0.05, 0.02);
  EXPECT_NEAR(five.rows[3].forecast.chance_h0, 0.05, 0.02);
  EXPECT_LT(five.rows[4].forecast.mean_pairs, five.rows[2].forecast.mean_pairs);
  const CostForecast one = forecast_cost(rules, 2, 7.0, {}, {});
  ASSERT_EQ(one.rows.size(), 1U);
  EXPECT_EQ(one.rows[0].truth, 7);
  EXPECT_LE(forecast_cost(wide_rules(false), 2, 3.0, 25.0, {}).rows[0].forecast.p95_pairs,
            static_cast<double>(rules.most_pairs));
}

}  // namespace
}  // namespace referee::evidence
