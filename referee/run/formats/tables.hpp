// A round robin of a game that has another number of seats than two.
//
// With one seat each bot plays alone, once in each round, on the round's deal.
//
// With more, a round has as many tables as there are bots, all with the same deal: each bot sits at
// one table in each seat. Who sits with whom is drawn from a seed such that all pairs meet equally
// often, as far as numbers allow: after any number of rounds up to most_drawn_rounds two pairs have
// met at most twice more or less than each other with up to five seats, three times with more.
// Later rounds repeat them.
//
// With TableChoice::all a round has every group of bots that fits at a table, and each in every
// rotation of its seats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/run/formats/format.hpp"
#include "referee/run/formats/plan.hpp"
#include "rules/by_seat.hpp"

namespace referee::formats {

inline constexpr int most_drawn_rounds = 1000;

// The number of tables of a round; nothing if it does not fit into 63 bits.
std::optional<std::uint64_t> tables_of_a_round(std::size_t bots, std::size_t seats,
                                               TableChoice choice);

class Tables {
 public:
  // Precondition: 1 <= seats <= bots, seats <= rules::most_seats, rounds >= 1; and all matches fit
  // into 63 bits.
  Tables(std::size_t bots, std::size_t seats, int rounds, TableChoice choice, std::uint64_t seed);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const;
  // The match of a round in which this bot plays. Precondition: one seat.
  [[nodiscard]] std::uint64_t number_of(const Slot& slot) const {
    return (static_cast<std::uint64_t>(slot.round) - 1) * per_round_ + slot.bots[0];
  }
  bool note(std::uint64_t /*number*/, const GameFigures& /*game*/) { return false; }
  // Empty, since the standings over all games are the ranking.
  [[nodiscard]] std::vector<Placed> ranking() const { return {}; }

 private:
  using Shifts = rules::BySeat<std::uint16_t>;

  [[nodiscard]] rules::BySeat<std::size_t> drawn(std::size_t round, std::uint64_t table) const;
  [[nodiscard]] rules::BySeat<std::size_t> group(std::uint64_t number) const;

  std::size_t bots_;
  std::size_t seats_;
  TableChoice choice_;
  std::uint64_t per_round_;
  std::uint64_t size_;
  std::vector<std::size_t> order_;  // positions in the event's list, around a circle
  // Of each drawn round: how far around the circle the bot of each seat sits from the table's own.
  std::vector<Shifts> shifts_;
};

}  // namespace referee::formats
