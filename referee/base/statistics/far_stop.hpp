// Ends a test on wins early where one bot is far stronger than the question asks, and what may then
// be said of its strength.
#pragma once

#include <array>
#include <cstddef>

#include "referee/base/statistics/game_counts.hpp"
#include "referee/base/statistics/sprt.hpp"

namespace referee::statistics {

// The ratio of a sequential test saturates: however clearly a bot wins, a pair adds only so much to
// it. Here a capital of 1 is divided among several stakes and bet, pair after pair, on the score of
// a pair (0, 1/4, ..., 1) being above the most that H0 allows; another one on it being below the
// least that H1 allows. If H0 holds, the first game is fair or worse, and its capital ever reaches
// 1/alpha with a probability of at most alpha (Ville's inequality), whatever the law of the pairs.
// The same goes for H1 and beta.
class FarStop {
 public:
  // Throws as bounds() does, and for Model::bayesian.
  FarStop(const Hypotheses& hypotheses, const Risks& risks, Model model);

  // Counts one more pair, which has won this number of quarters of its points, 0..4.
  void add(std::size_t quarters) noexcept;

  // The first answer that was reached is final.
  [[nodiscard]] Decision decision() const noexcept { return decision_; }

 private:
  // One for each stake: logarithms.
  using Capitals = std::array<double, 6>;

  // The amounts that a pair with each score adds to the capitals.
  std::array<Capitals, 5> won_above_{};
  std::array<Capitals, 5> won_below_{};
  Capitals above_{};
  Capitals below_{};
  double needed_for_h1_ = 0;
  double needed_for_h0_ = 0;
  Decision decision_ = Decision::proceed;
};

// Ends of the mean score of a pair, 0..1.
struct ScoreBounds {
  double low = 0;
  double high = 1;
};

// What the bets of a far stop say after these pairs of any mean: it is at least `low` with the
// confidence 1 - alpha, and at most `high` with 1 - beta, whatever the law of the pairs and however
// it was decided to stop. `low` is the largest mean against which the capital is 1/alpha or more.
ScoreBounds score_bounds(const PairCounts& pairs, const Risks& risks);

// The normalised Elo of the widest law with this mean score, 0..1, where every pair scores 0 or 1:
// the one nearest to 0.
double widest_elo(double score) noexcept;

}  // namespace referee::statistics
