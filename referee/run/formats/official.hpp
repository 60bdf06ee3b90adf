// The format of the official competitions: Swiss rounds, then a full round robin of
// the bots that qualify.
//
// The best bots of the Swiss ranking qualify; among bots that share a place, the order of the
// list decides. The final ranking lists the qualified bots first, ranked by the game's keys over
// the games of the round robin only, then the others in their Swiss order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/run/formats/format.hpp"
#include "referee/run/formats/league.hpp"
#include "referee/run/formats/plan.hpp"
#include "referee/run/formats/swiss.hpp"
#include "rules/catalogue.hpp"

namespace referee::formats {

// What the official competition did with a field of sixty: this many Swiss rounds, and then a round
// robin of this many bots. A smaller field plays as many rounds as there are opponents, and all
// qualify.
inline constexpr unsigned official_swiss_rounds = 11;
inline constexpr unsigned official_qualify = 58;

class Official {
 public:
  // Precondition: 2 <= qualify <= bots; at least one round of each kind.
  Official(const rules::GameInfo& game, std::size_t bots, const Format& format, int rounds);

  [[nodiscard]] std::uint64_t size() const noexcept { return swiss_.size() + final_.size(); }
  // Finds a match; rounds of the round robin follow those of the Swiss part.
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const;
  bool note(std::uint64_t number, const GameFigures& game);
  // Until the Swiss part is complete, this is its ranking.
  [[nodiscard]] std::vector<Placed> ranking() const;

  [[nodiscard]] const Swiss& swiss() const noexcept { return swiss_; }
  // The qualified bots, in the order of the list; empty until they are known.
  [[nodiscard]] const std::vector<std::size_t>& qualified() const noexcept { return qualified_; }

 private:
  const rules::GameInfo* game_;
  int swiss_rounds_;
  std::size_t places_;
  Swiss swiss_;
  RoundRobin final_;
  Table table_;  // of the round robin
  std::vector<std::size_t> qualified_;
};

}  // namespace referee::formats
