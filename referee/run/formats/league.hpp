// The plans that do not depend on results: round robin, gauntlet, and the list of pairings of an
// imported tournament.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "referee/run/formats/format.hpp"
#include "referee/run/formats/plan.hpp"
#include "rules/catalogue.hpp"

namespace referee::formats {

// A round robin: in every round every pair plays twice, once in each seat order.
class RoundRobin {
 public:
  RoundRobin(std::size_t bots, int rounds)
      : bots_(bots),
        per_round_(std::uint64_t{bots} * (bots - 1)),
        size_(per_round_ * static_cast<std::uint64_t>(rounds)) {}

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const {
    return Slot{static_cast<int>(number / per_round_) + 1, 0,
                round_robin_pair(bots_, number % per_round_)};
  }
  // The number of a match that find() returns.
  [[nodiscard]] std::uint64_t number_of(const Slot& slot) const {
    return static_cast<std::uint64_t>(slot.round - 1) * per_round_ +
           round_robin_number(bots_, slot.bots);
  }
  bool note(std::uint64_t /*number*/, const GameFigures& /*game*/) { return false; }
  // Empty, since the standings over all games are the ranking.
  [[nodiscard]] std::vector<Placed> ranking() const { return {}; }

 private:
  std::size_t bots_;
  std::uint64_t per_round_;
  std::uint64_t size_;
};

// The first bots of the list, the challengers, play against each of the others, once in each seat
// order in every round. Challengers do not meet each other.
class Gauntlet {
 public:
  // Precondition: 1 <= challengers < bots.
  Gauntlet(const rules::GameInfo& game, std::size_t bots, std::size_t challengers, int rounds)
      : game_(&game),
        challengers_(challengers),
        others_(bots - challengers),
        per_round_(2 * std::uint64_t{challengers} * others_),
        size_(per_round_ * static_cast<std::uint64_t>(rounds)),
        table_(bots) {}

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const;
  // The number of a match that find() returns.
  [[nodiscard]] std::uint64_t number_of(const Slot& slot) const;
  bool note(std::uint64_t number, const GameFigures& game);
  // The challengers, then the others, each ranked by the game's keys.
  [[nodiscard]] std::vector<Placed> ranking() const;

 private:
  const rules::GameInfo* game_;
  std::size_t challengers_;
  std::size_t others_;
  std::uint64_t per_round_;
  std::uint64_t size_;
  Table table_;
};

// The plan of an imported tournament: a list of its pairings.
class Recorded {
 public:
  // Precondition: at least one match.
  explicit Recorded(std::vector<RecordedMatch> matches) : matches_(std::move(matches)) {}

  [[nodiscard]] std::uint64_t size() const noexcept { return matches_.size(); }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const {
    const RecordedMatch& match = matches_[number];
    return Slot{match.round, 0, match.bots};
  }
  [[nodiscard]] const RecordedMatch& recorded(std::uint64_t number) const {
    return matches_[number];
  }
  bool note(std::uint64_t /*number*/, const GameFigures& /*game*/) { return false; }
  // Empty, since the standings over all games are the ranking.
  [[nodiscard]] std::vector<Placed> ranking() const { return {}; }

 private:
  std::vector<RecordedMatch> matches_;
};

}  // namespace referee::formats
