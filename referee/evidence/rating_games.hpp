// The games of a tournament as its rating lists need them: who won each game and, in an event with
// two bots, each pair.
//
// This differs from the cross table of the standings. There the opponent of a bot that failed gets
// the result of the board, so both may have lost. Here the bot that did not fail has won; if both
// failed, it is a draw (see first_seat_result).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/statistics/counts.hpp"
#include "referee/statistics/ratings.hpp"
#include "referee/store/manifest.hpp"
#include "referee/store/schedule.hpp"
#include "referee/store/store.hpp"

namespace referee::evidence {

// The games between two bots in one seat order.
struct SeatGames {
  // Scores, points on the board, faults and length: two different games rarely agree in all.
  using Look = std::array<int, 7>;
  Look first{};  // of the first game seen
  statistics::GameResult result{};
  std::uint64_t count = 0;
  bool same = true;  // all games so far look like the first
};

struct EventGames {
  const rules::GameInfo* game = nullptr;
  std::vector<std::string> bots;  // in the order of the config
  // By the positions of two bots, the lower one first, with its results. Empty in a cooperative
  // game, which nobody wins.
  std::map<std::pair<std::size_t, std::size_t>, statistics::GameCounts> games;
  // The first bot's results in rounds of which both seat orders were played. Only for two bots
  // that play both seat orders, and not for imported games, where it is unknown which two games
  // make a pair.
  statistics::PairCounts pairs;
  bool recorded = false;   // played elsewhere
  bool both_seats = true;  // each pairing is played in both seat orders

  // By the bots of the first and the second seat.
  std::map<std::pair<std::size_t, std::size_t>, SeatGames> by_seats;

  [[nodiscard]] bool has_pairs() const noexcept;
  // Deterministic bots repeat the same game, which is worth no more than one game. So if two bots
  // have played three or more games in one seat order, and all were alike, they count as one.
  [[nodiscard]] std::vector<statistics::Encounter> encounters() const;
  [[nodiscard]] statistics::PairCounts distinct_pairs() const;
  // The number of games that encounters() and distinct_pairs() leave out.
  [[nodiscard]] std::uint64_t repeated() const;
};

// Collects matches one by one, in any order. Memory grows with the number of pairs of which one
// game is still missing.
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
  std::map<std::pair<std::size_t, std::uint64_t>, statistics::GameResult> halves_;
};

}  // namespace referee::evidence
