// The games of a tournament as its rating lists need them: who won, game by game, and,
// where an event has just two bots, pair by pair.
//
// Not taken from the cross table of the standings, which scores a game in which one bot
// failed by the board for the other one: there both may have lost. Here the bot that did not
// fail has won; if both failed it is a draw (see first_seat_result).
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

// What can be seen of the games between two bots, one of them always in the first seat.
struct SeatGames {
  // Scores, points on the board, faults and length; two different games rarely share all.
  using Look = std::array<int, 7>;
  Look first{};  // of the first game seen
  statistics::GameResult result{};
  std::uint64_t count = 0;
  bool same = true;  // all of them
};

struct EventGames {
  const rules::GameInfo* game = nullptr;
  std::vector<std::string> bots;  // in the order of the config
  // By positions of bots, the lower one first, as that one sees them. Empty in a
  // cooperative game, which nobody wins.
  std::map<std::pair<std::size_t, std::size_t>, statistics::GameCounts> games;
  // Rounds with both seat orders played, as the first bot sees them. Only for two bots
  // that play against each other in both seat orders, and not for imported games, of which
  // it is not known which two belong together.
  statistics::PairCounts pairs;
  bool recorded = false;   // played elsewhere
  bool both_seats = true;  // each pairing is played in both seat orders

  // By the bots of the first and the second seat.
  std::map<std::pair<std::size_t, std::size_t>, SeatGames> by_seats;

  [[nodiscard]] bool has_pairs() const noexcept;
  // Deterministic bots repeat one game again and again, which is worth no more than one
  // game: if two bots have played three or more games in one seat order, and all were alike,
  // these count as one.
  [[nodiscard]] std::vector<statistics::Encounter> encounters() const;
  [[nodiscard]] statistics::PairCounts distinct_pairs() const;
  // Games that the two functions above leave out.
  [[nodiscard]] std::uint64_t repeated() const;
};

// Collects matches one by one, in any order. Memory grows with the number of rounds of
// which one half is still missing.
class RatingGames {
 public:
  explicit RatingGames(const store::Manifest& manifest);

  // A match of this tournament, as Store::read gives it: each number once. Throws
  // std::invalid_argument if no event has such a match.
  void add(const store::MatchSummary& match);
  // One for each event, in the order of the manifest.
  [[nodiscard]] const std::vector<EventGames>& events() const noexcept { return events_; }

 private:
  [[nodiscard]] std::size_t event_of(const store::MatchSummary& match) const;

  store::Schedule schedule_;
  std::vector<EventGames> events_;
  std::vector<std::uint64_t> begins_;  // number of the first match of each event
  // First halves of pairs, by event and pairing: in an event both seat orders of a pairing
  // stand next to each other.
  std::map<std::pair<std::size_t, std::uint64_t>, statistics::GameResult> halves_;
};

}  // namespace referee::evidence
