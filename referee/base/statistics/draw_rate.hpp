// The rate at which equal players draw: the law of draws that fits a rating list.
//
// A player with expected score s wins, draws and loses with probabilities w, d and l such that w +
// d / 2 = s and d = v sqrt(w l). That is Davidson's law of draws (1970), but with the expected
// score of the rating list, so that draws and ratings do not depend on each other. Between equal
// players the share of draws is v / (v + 2); this is the figure that is fitted and reported.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "referee/base/statistics/estimate.hpp"

namespace referee::statistics {

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

}  // namespace referee::statistics
