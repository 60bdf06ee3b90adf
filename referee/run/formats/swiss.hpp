// A Swiss tournament: any number of rounds, in each of which bots with similar points meet.
//
// A pairing is won by the bot with more game points in its games, then by the one with the higher
// score (see Measure). The winner gets 2 half points; if all is equal, both get 1. A bye counts
// as a pairing won. Bots are ranked by points, by Buchholz (the points of all opponents, where a
// bye counts as one half point for each round so far), by the game's keys over all games and, for
// pairing only, by their place in the list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/run/formats/league.hpp"
#include "referee/run/formats/plan.hpp"
#include "referee/run/formats/swiss_lookahead.hpp"
#include "referee/run/formats/swiss_pairing.hpp"
#include "rules/catalogue.hpp"

namespace referee::formats {

class Swiss {
 public:
  // `look_ahead`: rounds leave no avoidable rematches to later ones, see swiss_lookahead.hpp.
  // Precondition: at least two bots and one round.
  Swiss(const rules::GameInfo& game, std::size_t bots, int rounds, SeatOrders seats,
        bool look_ahead = false);

  [[nodiscard]] std::uint64_t size() const noexcept { return per_round_ * rounds_; }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const;
  bool note(std::uint64_t number, const GameFigures& game);
  [[nodiscard]] std::vector<Placed> ranking() const;
  // The order in which bots are paired and qualify. It is that of the ranking, but faults that only
  // separate equal scores do not count: when they became a key of some games, the rounds of what
  // had begun had to stay as they were.
  [[nodiscard]] std::vector<Placed> seeding() const;

  [[nodiscard]] bool complete() const noexcept { return complete_rounds_ == rounds_; }
  // Whether the last round is the best pairing by itself, rather than one chosen by looking ahead.
  [[nodiscard]] bool is_best_pairing() const noexcept {
    return !lookahead_ || lookahead_->was_best();
  }
  // The rounds paired so far; boards and bye are positions in the list.
  [[nodiscard]] const std::vector<SwissRound>& rounds() const noexcept { return paired_; }

 private:
  struct Board {
    std::array<Measure, 2> measures;  // in the order of SwissRound::boards
    std::uint64_t games = 0;
  };

  // By `order`, the keys of the game, after those of all Swiss tournaments.
  [[nodiscard]] std::vector<Placed> ranked(std::vector<Key> order) const;
  void pair_next();
  void decide(std::size_t board);
  void give_bye();

  const rules::GameInfo* game_;
  SeatOrders seats_;
  std::optional<SwissLookahead> lookahead_;
  std::uint64_t rounds_;
  std::uint64_t per_board_;
  std::uint64_t per_round_;
  std::uint64_t complete_rounds_ = 0;
  std::vector<SwissRound> paired_;
  std::vector<Board> boards_;      // of the last round that is paired
  std::size_t boards_left_ = 0;    // number of boards that are not decided
  std::vector<SwissPlayer> bots_;  // in the order of the list
  Table table_;
};

}  // namespace referee::formats
