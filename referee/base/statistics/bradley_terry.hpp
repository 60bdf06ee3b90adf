// The likeliest ratings of one group of players, for the rating list.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace referee::statistics {

// Connections between players by the results of a tournament: for every player, the players that
// its edges lead to.
using Edges = std::vector<std::vector<std::size_t>>;

// Numbers the strongly connected parts: two players have the same number if each can be
// reached from the other. If all edges go both ways, these are the connected components.
// Numbers count from 0 in the order of each part's smallest player.
std::vector<std::size_t> connected_parts(const Edges& edges);

// Games between two players of the group, the lower number first.
struct Meeting {
  std::size_t low = 0;
  std::size_t high = 0;
  double games = 0;
  double score = 0;  // of `low`: wins and half the draws
  int seat = 0;      // 1: `low` had the first seat; -1: `high`; 0: either, or unknown
};

struct Fit {
  std::vector<double> ratings;  // natural units: expected score 1 / (1 + exp(-difference))
  double first_seat = 0;        // added to the difference for the first seat, if it was asked for
  // Covariance against a fixed point, row by row, `unknowns` in each: one for each player and, if
  // it was asked for, one for the first seat.
  std::vector<double> covariance;
  std::size_t unknowns = 0;

  [[nodiscard]] bool has_first_seat() const noexcept { return unknowns > ratings.size(); }
  // The expected score of the first of two players; `seat` as in Meeting.
  [[nodiscard]] double expected(std::size_t first, std::size_t second, int seat) const;
};

// Unknowns and results of a fit besides the ratings.
struct FitOptions {
  bool imagined_draws = false;  // each player has also drawn once against an opponent rated 0
  // The advantage of the first seat is fitted. It counts as drawn once against no advantage, so it
  // is always finite.
  bool first_seat = false;
};

// Ratings of players 0..players-1. Without imagined draws player 0 is rated 0, and the caller has
// checked that the likeliest ratings exist. Throws std::runtime_error if they are not found.
Fit fit_ratings(std::size_t players, std::span<const Meeting> meetings, const FitOptions& options);

}  // namespace referee::statistics
