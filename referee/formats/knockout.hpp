// A knockout: the loser of a pairing is out.
//
// Bots are seeded by their place in the list and are put in the usual bracket, so that
// seeds 1 and 2 can meet only in the final, 1 to 4 only from the semi-finals on. If
// their number is not a power of two, the best seeds skip the first round.
// A pairing consists of one or more deals, each played in both seat orders. It is won by the bot
// with more game points in total, then by the one with the higher score (see Measure), then by
// the better seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/formats/plan.hpp"

namespace referee::formats {

class Knockout {
 public:
  // Precondition: at least two bots and one deal.
  Knockout(std::size_t bots, int deals);

  [[nodiscard]] std::uint64_t size() const noexcept { return (bots_ - 1) * per_board_; }
  [[nodiscard]] int rounds() const noexcept { return rounds_; }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const;
  bool note(std::uint64_t number, const GameFigures& game);
  // By the round in which each bot lost; bots that lost in the same round share a place.
  [[nodiscard]] std::vector<Placed> ranking() const;

 private:
  struct Board {
    std::array<std::size_t, 2> bots{};  // the better seed first
    std::array<Measure, 2> measures;
    std::uint64_t games = 0;
  };
  struct Round {
    std::uint64_t begin = 0;  // number of its first match
    std::vector<Board> boards;
  };

  void begin_round();
  void decide(const Board& board);

  std::uint64_t bots_;
  std::uint64_t per_board_;
  int rounds_ = 0;
  std::vector<std::optional<std::size_t>> bracket_;  // the bot at each place; empty: a bye
  std::vector<Round> played_;                        // the last one may be incomplete
  std::size_t boards_left_ = 0;
  std::vector<int> wins_;  // rounds that each bot has survived
};

}  // namespace referee::formats
