#include "tests/base/statistics/field.hpp"

#include <algorithm>
#include <cmath>

#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/point_test.hpp"

namespace simulated {
namespace {

using namespace referee::statistics;  // NOLINT: this file is all about that room

// A game is won where strength and luck together are above 0; luck is standard normal.
double chance(double strength) { return normal_cdf(strength); }

}  // namespace

double shift_of(const FieldScenario& scenario, double gain) {
  const auto more = [&](double shift) {
    double sum = 0;
    for (std::size_t i = 0; i < scenario.tilts.size(); ++i) {
      sum +=
          chance(scenario.strengths[i] + scenario.tilts[i] + shift) - chance(scenario.strengths[i]);
    }
    return 100 * sum / static_cast<double>(scenario.tilts.size());
  };
  double low = -5;
  double high = 5;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (more(middle) < gain ? low : high) = middle;
  }
  return low;
}

double draw(const FieldScenario& scenario, double shift, Random& random) {
  const double deal = std::sqrt(scenario.shared);
  const double own = std::sqrt(1 - scenario.shared);
  double difference = 0;
  for (std::size_t i = 0; i < scenario.tilts.size(); ++i) {
    for (int seat = 0; seat < 2; ++seat) {
      const double common = deal * random.normal();
      const auto won = [&](double strength) {
        return strength + common + own * random.normal() > 0 ? 100 : 0;
      };
      difference += won(scenario.strengths[i] + scenario.tilts[i] + shift);
      difference -= won(scenario.strengths[i]);
    }
  }
  return difference / (2 * static_cast<double>(scenario.tilts.size()));
}

std::span<const FieldScenario> field_scenarios() {
  static const std::vector<FieldScenario> scenarios{
      {"one opponent", {0}, {0}, 0.5, 10},
      {"four equal opponents", {0, 0, 0, 0}, {0, 0, 0, 0}, 0.5, 5},
      {"beats two, loses to two", {1, 1, -1, -1}, {0, 0, 0, 0}, 0.5, 5},
      {"eight, from weak to strong",
       {0, 0, 0, 0, 0, 0, 0, 0},
       {2, 1.5, 1, 0.5, 0, -0.5, -1, -1.5},
       0.3,
       5},
      {"nearly all is won", {0, 0, 0}, {2.2, 2.2, 2.2}, 0.5, 1},
  };
  return scenarios;
}

Outcome run(const FieldScenario& scenario, bool under_h1, std::uint64_t runs, std::uint64_t seed) {
  const double shift = shift_of(scenario, under_h1 ? scenario.gain : 0);
  Random random(seed);
  Collector collector;
  for (std::uint64_t i = 0; i < runs; ++i) {
    PointTest test({0, scenario.gain, -100, 100});
    while (test.decision() == Decision::proceed && test.points().count() < most_simulated_pairs) {
      test.add(draw(scenario, shift, random));
    }
    collector.add(test.decision(), test.points().count());
  }
  return collector.finish(std::string(scenario.name));
}

}  // namespace simulated
