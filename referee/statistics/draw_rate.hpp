// How often equal players draw: the law of draws that fits a rating list.
//
// A player of whom the score s is expected wins, draws and loses with probabilities w, d and l such
// that w + d / 2 = s and d = v sqrt(w l). That is Davidson's law of draws (1970), but with the
// expected score of the rating list, so that draws and ratings do not depend on each other. Between
// equal players the share of draws is v / (v + 2); this is the figure that is fitted and told.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "referee/statistics/estimate.hpp"

namespace referee::statistics {

// The probability of a draw if a player's expected score is `expected` and equal players draw with
// `rate`; all 0 to 1.
double draw_probability(double expected, double rate) noexcept;

// The draws of one encounter.
struct DrawResults {
  // What is expected of the first player when it has the first seat, and when it has the second.
  std::array<double, 2> expected{};
  double share_of_first = 0.5;             // of its single games, those in the first seat
  std::array<std::uint64_t, 2> singles{};  // games not in pairs: decided, drawn
  std::array<std::uint64_t, 3> pairs{};    // by how many of the two games were drawn
};

// The rate at which the expected number of draws is the one that was found, with its 95 % interval
// (symmetric in the odds; each pair is one result). Reach::nothing unless there were draws and
// decided games.
Estimate draw_rate(std::span<const DrawResults> results);

}  // namespace referee::statistics
