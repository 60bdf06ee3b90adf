// Ends a test on wins early where one bot is far stronger than either hypothesis says.
//
// The ratio of a sequential test saturates: however clearly a bot wins, a pair adds only so much to
// it. Here a capital of 1 is divided among several stakes and bet, pair after pair, on the score of
// a pair (0, 1/4, ..., 1) being above the most that H0 allows; another one on it being below the
// least that H1 allows. If H0 holds, the first game is fair or worse, and its capital ever reaches
// 1/alpha with a probability of at most alpha (Ville's inequality), whatever the law of the pairs.
// The same goes for H1 and beta.
#pragma once

#include <array>
#include <cstddef>

#include "referee/base/statistics/sprt.hpp"

namespace referee::statistics {

class FarStop {
 public:
  // Throws as bounds() does, and for Model::bayesian.
  FarStop(const Hypotheses& hypotheses, const Risks& risks, Model model);

  // Counts one more pair, which has won this number of quarters of its points, 0..4.
  void add(std::size_t quarters) noexcept;

  // The first answer that was reached is final.
  [[nodiscard]] Decision decision() const noexcept { return decision_; }

 private:
  // Shares of the capital that can be lost in one pair.
  static constexpr std::array stakes{0.95, 0.65, 0.45, 0.3, 0.2, 0.13};
  using Capitals = std::array<double, stakes.size()>;  // logarithms

  // The amounts that a pair with each score adds to the capitals.
  std::array<Capitals, 5> won_above_{};
  std::array<Capitals, 5> won_below_{};
  Capitals above_{};
  Capitals below_{};
  double needed_for_h1_ = 0;
  double needed_for_h0_ = 0;
  Decision decision_ = Decision::proceed;
};

}  // namespace referee::statistics
