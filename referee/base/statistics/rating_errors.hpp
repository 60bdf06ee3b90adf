// The errors of the fitted ratings of a group, and its draws; for the rating list.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "referee/base/statistics/bradley_terry.hpp"
#include "referee/base/statistics/draw_rate.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/ratings.hpp"

namespace referee::statistics {

// The errors of a group.
struct Errors {
  std::vector<double> covariance;  // as in Fit
  double freedom = 0;              // degrees, for Student's t
};

// A sandwich estimate: the inverse curvature of the likelihood around the spread of the results,
// which holds whatever the law of a pair. `members` are the players of the group in rising order,
// numbered by their place in `fit`; encounters of others are left out. If the fit has the first
// seat, all encounters of the group must know it. `ranked`: see rate().
Errors errors_of(const Fit& fit, const std::vector<std::size_t>& members,
                 std::span<const Encounter> encounters, bool imagined_draws,
                 std::span<const Ranked> ranked = {});

// Adds the draws in the group's games. Arguments likewise.
void add_draws(std::vector<DrawResults>& draws, const Fit& fit,
               const std::vector<std::size_t>& members, std::span<const Encounter> encounters);

}  // namespace referee::statistics
