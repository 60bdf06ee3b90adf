#include "referee/analysis/evidence/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/forecast.hpp"
#include "referee/base/statistics/stopped.hpp"

namespace referee::evidence {
namespace {

std::optional<double> left_of(const statistics::WinTest& test, const Comparison& comparison,
                              std::uint64_t most) {
  const ComparisonRules& rules = comparison.rules();
  const auto strength = statistics::strength(comparison.pairs());
  if (strength.careful_variance == 0) return std::nullopt;
  const double truth = rules.model == statistics::Model::logistic ? strength.elo.value
                                                                  : strength.normalized_elo.value;
  return statistics::forecast(rules.win_question(),
                              {truth, std::sqrt(strength.careful_variance), most}, &test)
      .mean_pairs;
}

double left_of(const statistics::CutPointTest& test, const Comparison& comparison,
               std::uint64_t most) {
  const statistics::PairedPoints& seen = comparison.points();
  const double deviation = std::sqrt(seen.variance().value_or(0));
  const auto mean_of = [&](std::uint64_t runs) {
    return statistics::forecast(comparison.rules().points, test.test(),
                                {seen.mean(), deviation, most}, runs)
        .mean_pairs;
  };
  // As many runs as take some hundredths of a second.
  constexpr double all_pairs = 4e5;
  constexpr std::uint64_t first_runs = 10;
  return mean_of(
      static_cast<std::uint64_t>(std::clamp(all_pairs / (mean_of(first_runs) + 1), 20.0, 200.0)));
}

}  // namespace

std::optional<double> pairs_left(const Comparison& comparison, std::uint64_t most) {
  constexpr std::uint64_t least = 20;
  const std::uint64_t left = most - std::min(most, comparison.played());
  const PairTest& test = comparison.test();
  if (const auto until = comparison.rules().until) {
    const auto strength = statistics::strength(comparison.pairs());
    if (comparison.count() < least || strength.careful_variance == 0) return std::nullopt;
    const double all =
        statistics::pairs_until(*until, strength.score, std::sqrt(strength.careful_variance));
    return std::clamp(all - static_cast<double>(comparison.count()), 1.0,
                      static_cast<double>(left));
  }
  if (left == 0 || comparison.count() < least) return std::nullopt;
  // A test on points that has decided against what was cut decides nothing any more.
  const bool ended = test.points() && test.points()->limit_too_small();
  if (ended || test.decision() != statistics::Decision::proceed) return std::nullopt;
  return test.wins() ? left_of(*test.wins(), comparison, left)
                     : left_of(*test.points(), comparison, left);
}

std::optional<std::array<double, 2>> drift(const Comparison& comparison) {
  constexpr std::uint64_t least = 40;
  constexpr double rare = 3.29;  // standard errors
  const std::uint64_t all = comparison.count();
  if (all < least) return std::nullopt;
  const bool wins = comparison.test().wins().has_value();
  const auto mean = [wins](const CoursePoint& point) {
    return wins ? statistics::strength(point.pairs).score : point.points.mean();
  };
  const std::vector<CoursePoint> course = comparison.course().points();
  const auto half = std::find_if(course.begin(), course.end(), [all](const CoursePoint& point) {
    return 2 * point.points.count() >= all;
  });
  const auto n = static_cast<double>(all);
  const auto before = static_cast<double>(half->points.count());
  const double first = mean(*half);
  const double second = (n * mean(course.back()) - before * first) / (n - before);
  const double variance = wins ? statistics::strength(comparison.pairs()).variance
                               : comparison.points().variance().value_or(0);
  const double error = std::sqrt(variance * (1 / before + 1 / (n - before)));
  if (!(std::abs(first - second) > rare * error) || error == 0) return std::nullopt;
  return std::array{first, second};
}

}  // namespace referee::evidence
