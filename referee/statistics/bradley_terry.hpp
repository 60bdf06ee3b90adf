// The likeliest ratings of one group of players, for the rating list.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace referee::statistics {

// All games between two players of the group, the lower number first.
struct Meeting {
  std::size_t low = 0;
  std::size_t high = 0;
  double games = 0;
  double score = 0;  // of `low`: wins and half the draws
};

struct Fit {
  std::vector<double> ratings;     // natural units: expected score 1 / (1 + exp(-difference))
  std::vector<double> covariance;  // players^2, row by row, against a fixed point
};

// Ratings of players 0..players-1. With `imagined_draws` every player has also drawn once
// against an opponent rated 0; without, player 0 is rated 0, and the caller has made sure
// that the likeliest ratings exist. Throws std::runtime_error if they are not found.
Fit fit_ratings(std::size_t players, std::span<const Meeting> meetings, bool imagined_draws);

}  // namespace referee::statistics
