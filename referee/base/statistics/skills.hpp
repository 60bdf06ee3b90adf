// A running estimate of strengths that chooses the next pairs. Where it is given even results only,
// its choice follows from how often each two have met.
//
// Strengths have a normal law: a mean for each player, and a covariance of all of them. Each result
// moves it by one step of an extended Kalman filter for the Bradley-Terry model. That costs time in
// proportion to players^2, where rate() takes players^3 for every list; its means are rougher than
// those of rate(), which people read.
//
// The next pairs decide the course of a tournament, so every machine has to find the same: only
// additions, multiplications and divisions are used, no function of the system's library.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace referee::statistics {

class Skills {
 public:
  // The assumption about a new player: it is within this many natural units of the others' mean in
  // two cases of three; 350 Elo.
  static constexpr double usual_deviation = 2.0147;

  // Adds a player, known by a number, from now on. One that took part before has the strength and
  // the uncertainty that it left with. Precondition: it does not take part.
  void enter(std::size_t player);
  // Precondition, here and below: the players take part.
  void leave(std::size_t player);

  // Adds `games` games between two players, in which the first one got `score` points.
  void add(std::size_t first, std::size_t second, double games, double score);

  // The most informative pairs, each of `games` games, chosen one by one: each time the two with
  // the most p (1 - p) V, where p is the expected score of the one and V the variance of their
  // difference after the pairs before. So a new player plays until it is known as well as the
  // others, against those that are about as strong. Ties: the earlier player; the lower number is
  // first in each pair. Only pairs of two of `among`, if there are two or more; empty with fewer
  // than two players.
  [[nodiscard]] std::vector<std::array<std::size_t, 2>> most_telling(
      std::size_t pairs, double games, const std::vector<std::size_t>& among = {}) const;

  // The players that may be the strongest: those whose distance to the one with the highest mean is
  // at most its standard error; that one, too.
  [[nodiscard]] std::vector<std::size_t> contenders() const;

  // The players that take part, in the order of entering.
  [[nodiscard]] const std::vector<std::size_t>& players() const noexcept { return players_; }
  // The strength in natural units: the expected score is 1 / (1 + exp(-difference)).
  [[nodiscard]] double mean(std::size_t player) const { return means_[row_of(player)]; }
  [[nodiscard]] double variance(std::size_t player) const {
    const std::size_t row = row_of(player);
    return at(row, row);
  }

 private:
  struct Known {
    double mean = 0;
    double variance = 0;
  };

  [[nodiscard]] std::size_t row_of(std::size_t player) const;
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return covariance_[row * players_.size() + column];
  }
  [[nodiscard]] double variance_between(std::size_t one, std::size_t other) const {
    return at(one, one) + at(other, other) - 2 * at(one, other);
  }
  // Applies a result to the covariance; returns by how much each mean moves for each point that the
  // first of two rows got more than expected.
  std::vector<double> learn(std::size_t one, std::size_t other, double information);

  std::vector<std::size_t> players_;  // by row
  std::vector<double> means_;
  std::vector<double> covariance_;  // row by row
  std::map<std::size_t, Known> left_;
};

}  // namespace referee::statistics
