// Simulated comparisons against a field.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tests/base/statistics/simulated.hpp"

namespace simulated {

// New and base against some opponents, each game won or lost. What is needed to win a game is the
// luck of the deal, which both share, and luck of its own.
struct FieldScenario {
  std::string_view name;
  // How much stronger than the base bot the new one is against each opponent, where the mean
  // difference is 0: who beats some and loses to others may be no better.
  std::vector<double> tilts;
  std::vector<double> strengths;  // of the base bot against each, in the same unit
  double shared = 0;              // the share of the luck that is the deal's, 0..1
  double gain = 0;                // H1, in per cent of the games
};
std::span<const FieldScenario> field_scenarios();

// By how much the new bot has to be stronger against all, besides its tilts, to win `gain` per cent
// more games than the base bot; and the difference of one deal in per cent.
double shift_of(const FieldScenario& scenario, double gain);
double draw(const FieldScenario& scenario, double shift, Random& random);

Outcome run(const FieldScenario& scenario, bool under_h1, std::uint64_t runs, std::uint64_t seed);

}  // namespace simulated
