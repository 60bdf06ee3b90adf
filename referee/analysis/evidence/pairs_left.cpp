#include "referee/analysis/evidence/pairs_left.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/forecast.hpp"

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

std::optional<double> pairs_left(const Comparison& comparison) {
  constexpr std::uint64_t least = 20;
  const std::uint64_t most = comparison.rules().most_pairs;
  const std::uint64_t left = most - std::min(most, comparison.played());
  const PairTest& test = comparison.test();
  if (left == 0 || comparison.count() < least) return std::nullopt;
  // A test on points that has decided against what was cut decides nothing any more.
  const bool ended = test.points() && test.points()->limit_too_small();
  if (ended || test.decision() != statistics::Decision::proceed) return std::nullopt;
  return test.wins() ? left_of(*test.wins(), comparison, left)
                     : left_of(*test.points(), comparison, left);
}

}  // namespace referee::evidence
