// Swiss rounds that leave no rematches to later rounds.
//
// Where the number of rounds comes near the number of bots, the best pairing of a round may leave a
// graph of pairs that have not met which cannot be divided into pairings of all bots any more. Then
// a later round has a rematch that an earlier choice could have avoided.
//
// With an odd number of bots, "the bye" is one more bot here, so that n is even. As long as no more
// rounds than n / 2 are planned nothing has to be done: when one of them is paired, each bot still
// has at least n / 2 others whom it has not met, and then a pairing exists (Dirac 1952). Otherwise
// a plan for all rounds is kept, at first that of a round robin. The best pairing of a round is
// played if a search finds a plan that goes on from it; else the best one without one of its
// boards, the lowest boards first; else the best round of the old plan, with which the rest of that
// plan goes on. So there is never a rematch in the first n - 1 rounds. In more rounds than that
// everybody meets everybody again, and each such cycle is planned like the first.
//
// With one game a pairing the seats matter more than rematches (see swiss_pairing.hpp). Where they
// forbid every pairing from which the plan can go on, the plan is given up and nothing is promised.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/run/formats/swiss_pairing.hpp"

namespace referee::formats {

// The most bots for which a plan is kept; more would take too long.
inline constexpr std::size_t most_planned_bots = 64;

class SwissLookahead {
 public:
  SwissLookahead(std::size_t bots, std::uint64_t rounds, SeatOrders seats);

  // The pairing of round `round`, from 0, of the players, best ranked first, as pair_swiss takes
  // and gives it; `bots` are their positions in the list. To be called for each round in its turn.
  SwissRound pair(std::uint64_t round, const std::vector<SwissPlayer>& players,
                  const std::vector<std::size_t>& bots);
  // Whether the last pairing was the best one by itself.
  [[nodiscard]] bool was_best() const noexcept { return was_best_; }

 private:
  // The partner of each bot, by positions in the list; that of the bye is the last.
  using Partners = std::vector<std::uint8_t>;
  using Plan = std::vector<Partners>;

  void begin_cycle(std::uint64_t rounds);
  // A plan of that many rounds of the pairs that have not met, without those of `first`.
  [[nodiscard]] std::optional<Plan> plan_after(const Partners& first, std::size_t rounds) const;
  [[nodiscard]] bool accept(const Partners& partners, std::size_t left);
  void play(const Partners& partners);

  std::size_t bots_;
  std::size_t size_;  // bots_ and, if that is odd, the bye
  std::uint64_t rounds_;
  SeatOrders seats_;
  bool active_ = false;  // whether it is used in this cycle
  bool was_best_ = true;
  Plan plan_;                        // for this round and the rest of the cycle
  std::vector<std::uint64_t> open_;  // bots that each has not met in this cycle, as bits
};

// Whether looking ahead makes a difference.
constexpr bool look_ahead_matters(std::size_t bots, std::uint64_t rounds) {
  const std::size_t size = bots + bots % 2;
  return size <= most_planned_bots && 2 * rounds > size;
}

// The rematches that a Swiss tournament of this size cannot avoid, in a sentence without a full
// stop; empty if there are none.
std::string unavoidable_rematches(std::size_t bots, std::uint64_t rounds, SeatOrders seats);

}  // namespace referee::formats
