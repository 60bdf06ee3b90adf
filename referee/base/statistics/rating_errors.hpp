// The errors of the fitted ratings of a group, and its draws; for the rating list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/base/statistics/bradley_terry.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/ratings.hpp"

namespace referee::statistics {

// The rate at which equal players draw: the law of draws that fits a rating list.
//
// A player with expected score s wins, draws and loses with probabilities w, d and l such that w +
// d / 2 = s and d = v sqrt(w l). That is Davidson's law of draws (1970), but with the expected
// score of the rating list, so that draws and ratings do not depend on each other. Between equal
// players the share of draws is v / (v + 2); this is the figure that is fitted and reported.

// The probability of a draw if a player's expected score is `expected` and equal players draw with
// `rate`; all 0 to 1.
double draw_probability(double expected, double rate) noexcept;

// The draws of one encounter.
struct DrawResults {
  // The expected score of the first player when it has the first seat, and when it has the second.
  std::array<double, 2> expected{};
  double share_of_first = 0.5;             // the share of its single games in the first seat
  std::array<std::uint64_t, 2> singles{};  // games not in pairs: decided, drawn
  std::array<std::uint64_t, 3> pairs{};    // by the number of drawn games: 0, 1, 2
};

// The rate at which the expected number of draws equals the observed one, with its 95 % interval
// (symmetric in the odds; each pair is one result). Reach::nothing unless there were draws and
// decided games.
Estimate draw_rate(std::span<const DrawResults> results);

// The errors of a group.
struct Errors {
  std::vector<double> covariance;  // as in Fit
  double freedom = 0;              // degrees, for Student's t
};

// A sandwich estimate: the inverse curvature of the likelihood around the spread of the results,
// which holds whatever the law of a pair. `members` are the players of the group in rising order,
// numbered by their place in `fit`; encounters of others are left out. If the fit has the first
// seat, all encounters of the group must know it.
Errors errors_of(const Fit& fit, const std::vector<std::size_t>& members,
                 std::span<const Encounter> encounters, bool imagined_draws);

// Adds the draws in the group's games. Arguments likewise.
void add_draws(std::vector<DrawResults>& draws, const Fit& fit,
               const std::vector<std::size_t>& members, std::span<const Encounter> encounters);

}  // namespace referee::statistics
