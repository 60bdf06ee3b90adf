// How often do the printed 95 % intervals cover the truth?
#pragma once

#include <cstdint>
#include <string>

#include "tests/base/statistics/simulated.hpp"

namespace simulated {

// Of many runs, in per cent.
struct Coverage {
  double elo = 0;
  double normalized_elo = 0;  // or points
  double plain = 0;           // the same figure with its plain interval
  // By how much the estimate is too high, and the plain one, in the middle of the runs; in the
  // figure's unit.
  double lean = 0;
  double plain_lean = 0;
  double pairs = 0;  // the mean number of pairs
  double width = 0;  // of the interval, in widths of the plain one, on the average
};

// The interval of `pairs` pairs with the true normalised Elo `strength`.
Coverage fixed_coverage(const PairScenario& scenario, double strength, std::uint64_t pairs,
                        std::uint64_t runs, std::uint64_t seed);

// The estimates after a sequential stop, if the truth lies at `place`: 0 at elo0, 1 at elo1.
Coverage stopped_coverage(const PairScenario& scenario, double place, std::uint64_t most_pairs,
                          std::uint64_t runs, std::uint64_t seed);
Coverage stopped_coverage(const PointScenario& scenario, double place, std::uint64_t most_pairs,
                          std::uint64_t runs, std::uint64_t seed);

// How often a test between two equally strong bots ends with a likelihood of superiority of at
// least 95 %, and of at most 5 %; in per cent.
struct SureOfEqual {
  double above = 0;
  double below = 0;
  double naive_above = 0;  // the same of the naive figure
  double naive_below = 0;
};
SureOfEqual sure_of_equal(const PairScenario& scenario, std::uint64_t runs, std::uint64_t seed);

// Errors of a rating list: `players` players, each 40 Elo stronger than the one before, meet each
// other in `rounds` pairs, drawn from the shares of the scenario. In per cent, how many of the
// differences to the first player are covered.
double rating_coverage(const PairScenario& scenario, std::size_t players, std::uint64_t rounds,
                       std::uint64_t runs, std::uint64_t seed);

// Lists likewise, each player `apart` Elo stronger than the one before: in per cent, how many have
// a true place for all players, and how many for the one that the list has first.
struct PlacesCoverage {
  double all = 0;
  double leader = 0;
};
PlacesCoverage places_coverage(const PairScenario& scenario, std::size_t players, double apart,
                               std::uint64_t rounds, std::uint64_t runs, std::uint64_t seed);

// A rating list of single games with an advantage of the first seat, which the stronger player has
// in 7 games of 10. The share of draws between equal players is `draws`.
struct SeatedScenario {
  std::size_t players = 2;  // each 40 Elo stronger than the one before
  std::uint64_t games = 0;  // of each two
  double advantage = 0;     // in Elo
  double draws = 0;
  double first_of_stronger = 0.7;  // share of games in which the stronger player has the first seat
  double apart = 40;               // Elo between neighbours
};

// In per cent, how many intervals cover the truth.
struct SeatedCoverage {
  double differences = 0;  // to the first player
  double unseated = 0;     // the same if the list does not know of seats
  double advantage = 0;
  double draws = 0;
  double fitted = 0;  // how many lists took the advantage into account
};
SeatedCoverage seated_coverage(const SeatedScenario& scenario, std::uint64_t runs,
                               std::uint64_t seed);

}  // namespace simulated
