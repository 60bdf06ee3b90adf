// The common part of the plans of all formats: the matches of one event, numbered from 0, and the
// results so far.
//
// A plan is a class with
//
//   size()            how many matches there are, fixed from the beginning;
//   find(number)      the match of that number; nothing while it depends on results
//                     that are not known yet;
//   note(number, game)  adds the result of a match that find() knows, once; true if
//                     find() knows more matches now;
//   ranking()         the bots ranked by all results so far.
//
// Plans are values. Their answers depend on the results they know, never on the order in which
// these arrived.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "rules/catalogue.hpp"

namespace referee::formats {

// Ranks bots: first by the figures of the format, then by the game's own keys.

// The score of one seat in one game, also of a bot that failed; it has no game points.
struct SeatFigures {
  std::int64_t score = 0;
  int game_points = 0;
  bool failed = false;
  bool won = false;  // on the board
};
struct GameFigures : std::array<SeatFigures, 2> {
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
  friend auto operator<=>(const Measure&, const Measure&) = default;
};

// Sums over games. Memory grows with the square of the number of bots, not with the number of
// games.
class Table {
 public:
  explicit Table(std::size_t bots) : rows_(bots), scores_(bots * bots) {}

  void add(const std::array<std::size_t, 2>& bots, const GameFigures& game);

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

// One match of a plan.
struct Slot {
  int round = 1;                      // from 1
  int deal = 0;                       // of the round, from 0
  std::array<std::size_t, 2> bots{};  // positions in the event's list, by seat
};

// All bots of an event in the order of the list, without places.
inline std::vector<Placed> in_list_order(std::size_t bots) {
  std::vector<Placed> list(bots);
  for (std::size_t i = 0; i < bots; ++i) list[i].bot = i;
  return list;
}

// Match `within` (0..bots*(bots-1)-1) of a round robin. Pairs come in the order (0,1), (0,2), ...,
// (1,2), ..., the two seat orders of each next to each other.
inline std::array<std::size_t, 2> round_robin_pair(std::size_t bots, std::uint64_t within) {
  auto pair = static_cast<std::size_t>(within / 2);
  std::size_t first = 0;
  for (std::size_t left = bots - 1; pair >= left; --left) {
    pair -= left;
    ++first;
  }
  const std::size_t second = first + 1 + pair;
  return within % 2 == 0 ? std::array{first, second} : std::array{second, first};
}

// The number, within a round, of the match between these two.
inline std::uint64_t round_robin_number(std::size_t bots, const std::array<std::size_t, 2>& pair) {
  const auto [first, second] = std::minmax(pair[0], pair[1]);
  const std::uint64_t before = std::uint64_t{first} * (2 * bots - first - 1) / 2;
  return 2 * (before + second - first - 1) + (pair[0] == first ? 0 : 1);
}

}  // namespace referee::formats
