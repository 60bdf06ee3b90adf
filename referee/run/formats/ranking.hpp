// Ranks bots: first by the figures of the format, then by the game's own keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/game_counts.hpp"
#include "rules/by_seat.hpp"
#include "rules/catalogue.hpp"

namespace referee::formats {

// The score of one seat in one game, also of a bot that failed; it has no game points.
struct SeatFigures {
  std::int64_t score = 0;
  int game_points = 0;
  bool failed = false;
  bool won = false;  // on the board
};
struct GameFigures : rules::BySeat<SeatFigures> {
  using BySeat::BySeat;
  // Equal for games that repeat each other move by move, see store::game_hash(); nothing: not
  // known.
  std::optional<std::uint64_t> mark = {};
};

// The result of a game for its first seat. A bot that failed has lost and the other one has won,
// whatever the board says; if both failed, it is a draw.
statistics::GameResult first_seat_result(const GameFigures& game) noexcept;

// Decides a pairing: game points first, then scores, each summed over the games of the pairing.
// In games without game points these are all 0.
struct Measure {
  std::int64_t game_points = 0;
  std::int64_t score = 0;

  void add(const SeatFigures& seat) noexcept {
    if (!seat.failed) game_points += seat.game_points;
    score += seat.score;
  }
  friend auto operator<=>(const Measure&, const Measure&) = default;  // NOLINT(*-use-nullptr)
};

// Sums over games. Memory grows with the square of the number of bots, not with the number of
// games.
class Table {
 public:
  explicit Table(std::size_t bots) : rows_(bots), scores_(bots * bots) {}

  void add(const rules::BySeat<std::size_t>& bots, const GameFigures& game);

  struct Sums {
    Measure measure;
    std::int64_t irregular_losses = 0;
  };
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] const Sums& of(std::size_t bot) const noexcept { return rows_[bot]; }
  // The score of `bot` in all games against `other`.
  [[nodiscard]] std::int64_t against(std::size_t bot, std::size_t other) const noexcept {
    return scores_[bot * rows_.size() + other];
  }

 private:
  std::vector<Sums> rows_;
  std::vector<std::int64_t> scores_;
};

// A version in a ladder.
struct LadderFigures {
  // Rating in Elo; the first of the list has 0. Half the 95 % interval of the difference to that
  // one; both without a value if there are no games.
  double elo = 0;
  double error = 0;
  statistics::Reach reach = statistics::Reach::nothing;
  int since = 1;      // the first round in which it could play
  bool plays = true;  // whether it plays further games

  friend bool operator==(const LadderFigures&, const LadderFigures&) = default;
};

// A bot (position in the event's list) and its place from 1. Bots that no key separates share a
// place.
struct Placed {
  std::size_t bot = 0;
  int place = 0;
  // The figures that the format ranks by; 0 in other formats. See docs/reference/formats.md.
  int group = 0;     // official: 1 final, 2 not qualified; gauntlet: 1 challengers, 2 others
  int wins = 0;      // knockout: rounds survived
  int points = 0;    // swiss, official: half points, two for a pairing won
  int buchholz = 0;  // swiss, official: half points of all opponents
  Measure final;     // official: over the games of the round robin
  std::optional<LadderFigures> ladder;

  friend bool operator==(const Placed&, const Placed&) = default;
};

// Gives a value to each bot of a group that is equal by all earlier keys; higher is better. The
// values come in the order of the group.
using Key = std::function<std::vector<std::int64_t>(std::span<const Placed>)>;

// A key that depends on one bot alone.
Key key_of(std::function<std::int64_t(const Placed&)> value);
// Whether a game is ranked by its score, and faults only separate bots whose scores are equal.
bool ranks_by_score_then_faults(const rules::GameInfo& game);
// The keys of a game. They read from `table`, which must outlive them.
std::vector<Key> keys_of(const rules::GameInfo& game, const Table& table);

// Sorts a group, best first, and gives places from `place` on. Bots that no key separates keep
// their order.
void rank(std::span<Placed> group, std::span<const Key> keys, int place = 1);

}  // namespace referee::formats
