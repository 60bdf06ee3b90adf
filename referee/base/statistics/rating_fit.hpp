// Whether one number for each player explains the results. A rating list always has an answer, also
// where strength is not an order: scissors beat paper, paper beats rock, rock beats scissors.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "referee/base/statistics/ratings.hpp"

namespace referee::statistics {

// Two players whose own games contradict the list: their result would be that far off by chance in
// at most 5 % of all lists, among all players that met.
struct Misfit {
  std::size_t first = 0;
  std::size_t second = 0;
  double games = 0;
  double score = 0;     // of `first`, in games
  double expected = 0;  // the score that the list expects of it
};

// Pearson's test of the results against those that the list expects.
struct FitCheck {
  double chi_square = 0;
  double freedom = 0;           // 0: there is nothing to test, each result sets a rating by itself
  double p = 1;                 // the chance of results so far off if the list is right
  std::vector<Misfit> misfits;  // the worst first

  // Whether a reader should be warned.
  [[nodiscard]] bool fails() const noexcept { return p < 0.01 || !misfits.empty(); }
};

// `encounters`: those that the list was made from. Players who met in too few games to be clearly
// off are left out. Where pairs of games vary more than single games would, the results may be off
// by more.
FitCheck check_fit(const RatingList& list, std::span<const Encounter> encounters);

}  // namespace referee::statistics
