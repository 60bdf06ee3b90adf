// The games of a tournament as its rating lists need them: who won each game and, in an event with
// two bots, each pair.
//
// This differs from the cross table of the standings. There the opponent of a bot that failed gets
// the result of the board, so both may have lost. Here the bot that did not fail has won; if both
// failed, it is a draw (see first_seat_result).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "referee/statistics/counts.hpp"
#include "referee/statistics/ratings.hpp"
#include "referee/store/manifest.hpp"
#include "referee/store/schedule.hpp"
#include "referee/store/store.hpp"

namespace referee::evidence {

struct EventGames {
  const rules::GameInfo* game = nullptr;
  std::vector<std::string> bots;  // in the order of the config
  // By the positions of two bots, the lower one first, with its results. Empty in a cooperative
  // game, which nobody wins. A game that repeats an earlier one of the same bots in the same seats,
  // deal and moves, is worth no more than one game: each counts once.
  std::map<std::pair<std::size_t, std::size_t>, statistics::GameCounts> games;
  // Of the same two bots' rounds with both seat orders: the pairs of which both games count. Only
  // where both_seats is set, and not for imported games.
  std::map<std::pair<std::size_t, std::size_t>, statistics::PairCounts> pairs_of;
  // Who had the first seat in `games`, and the pairs of `pairs_of` by seat.
  std::map<std::pair<std::size_t, std::size_t>, statistics::SeatCounts> seats_of;
  // The first bot's results in rounds of which both seat orders were played. Only for two bots
  // that play both seat orders, and not for imported games, where it is unknown which two games
  // make a pair. Likewise without pairs that repeat earlier ones.
  statistics::PairCounts pairs;
  std::uint64_t repeated = 0;  // games that `games` leaves out
  bool recorded = false;       // played elsewhere
  bool both_seats = true;      // each pairing is played in both seat orders

  [[nodiscard]] bool has_pairs() const noexcept;
  // `games` as the rating takes them.
  [[nodiscard]] std::vector<statistics::Encounter> encounters() const;
};

// Collects matches one by one, in any order. Memory grows by some 100 bytes with each different
// game.
class RatingGames {
 public:
  explicit RatingGames(const store::Manifest& manifest);

  // Adds a match of this tournament, as Store::read passes it; each number once. Throws
  // std::invalid_argument if no event has such a match.
  void add(const store::MatchSummary& match);
  // One for each event, in the order of the manifest.
  [[nodiscard]] const std::vector<EventGames>& events() const noexcept { return events_; }

 private:
  [[nodiscard]] std::size_t event_of(const store::MatchSummary& match) const;

  store::Schedule schedule_;
  std::vector<EventGames> events_;
  std::vector<std::uint64_t> begins_;  // number of the first match of each event
  // The first games of incomplete pairs, by event and pairing; the two seat orders of a pairing
  // have adjacent match numbers.
  struct Half {
    statistics::GameResult result{};
    std::uint64_t mark = 0;
    bool in_order = true;  // the bot of the lower position had the first seat
    bool is_new = true;    // no game before it was the same
  };
  std::map<std::pair<std::size_t, std::uint64_t>, Half> halves_;
  std::unordered_set<std::uint64_t> games_seen_;  // marks
  std::unordered_set<std::uint64_t> pairs_seen_;
};

}  // namespace referee::evidence
