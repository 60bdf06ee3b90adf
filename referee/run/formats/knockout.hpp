// A knockout: the loser of a pairing is out.
//
// Bots are seeded by their place in the list and are put in the usual bracket, so that
// seeds 1 and 2 can meet only in the final, 1 to 4 only from the semi-finals on. If
// their number is not a power of two, the best seeds skip the first round.
// A pairing consists of one or more deals, each played in both seat orders. It is won by the bot
// with more game points in total, then by the one with the higher score (see Measure). If both
// are equal, further deals play it off, each in both seat orders, until one of them decides; after
// the last one the better seed goes on.
//
// Numbers: each round has those of its boards, one board after the other, then those of the
// play-offs that it may need: the first deal of all boards, the second one of all boards, and so
// on. So the numbers are fixed from the beginning; those of play-offs that are not needed are left
// out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/run/formats/plan.hpp"

namespace referee::formats {

class Knockout {
 public:
  // `play_offs`: the most further deals that a tied pairing plays. Precondition: at least two bots
  // and one deal.
  Knockout(std::size_t bots, int deals, int play_offs = 0);

  // The number of matches, including play-offs, whether they are needed or not.
  [[nodiscard]] std::uint64_t size() const noexcept {
    return (bots_ - 1) * (per_board_ + 2 * most_play_offs_);
  }
  // The number of matches needed by all results so far; grows with every play-off.
  [[nodiscard]] std::uint64_t planned() const noexcept { return planned_; }
  // Whether a match is among those.
  [[nodiscard]] bool is_planned(std::uint64_t number) const;
  // Whether a match belongs to a play-off that is known not to be needed.
  [[nodiscard]] bool is_left_out(std::uint64_t number) const;
  [[nodiscard]] int rounds() const noexcept { return rounds_; }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const;
  bool note(std::uint64_t number, const GameFigures& game);
  // Ranks by the round in which each bot lost; bots that lost in the same round share a place.
  [[nodiscard]] std::vector<Placed> ranking() const;

 private:
  struct Board {
    std::array<std::size_t, 2> bots{};  // the better seed first
    std::array<Measure, 2> measures;
    std::uint64_t games = 0;
    std::uint64_t play_offs = 0;  // number of deals that have begun
    bool decided = false;
  };
  struct Round {
    std::uint64_t begin = 0;  // number of its first match
    std::vector<Board> boards;
  };
  // The place of a match in a round.
  struct Place {
    std::size_t board = 0;
    std::uint64_t deal = 0;      // from 0, play-offs included
    std::uint64_t play_off = 0;  // from 1; 0: none
    bool swapped = false;        // the worse seed has the first seat
  };

  void begin_round();
  // Sets up the next round if all boards of this one are decided.
  void end_round();
  void decide(Board& board);
  [[nodiscard]] std::uint64_t matches_of(const Round& round) const;
  [[nodiscard]] Place place_of(const Round& round, std::uint64_t number) const;
  // The round of a match number; nothing if that round has not begun.
  [[nodiscard]] const Round* round_of(std::uint64_t number) const;

  std::uint64_t bots_;
  std::uint64_t per_board_;
  std::uint64_t most_play_offs_;
  std::uint64_t planned_;
  int rounds_ = 0;
  std::vector<std::optional<std::size_t>> bracket_;  // the bot at each place; empty: a bye
  std::vector<Round> played_;                        // the last one may be incomplete
  std::size_t boards_left_ = 0;
  std::vector<int> wins_;  // rounds that each bot has survived
};

}  // namespace referee::formats
