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
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "referee/base/statistics/game_counts.hpp"
#include "referee/base/statistics/ratings.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/store.hpp"

namespace referee::evidence {

struct EventGames {
  const rules::GameInfo* game = nullptr;
  std::vector<std::string> bots;  // in the order of the config
  // Results by the positions of two bots, the lower one first. Empty in a cooperative game, which
  // nobody wins. A game that repeats an earlier one of the same bots in the same seats, deal and
  // moves, is worth no more than one game: each counts once.
  std::map<std::pair<std::size_t, std::size_t>, statistics::GameCounts> games;
  // Of a game of more than two seats: the different ones, of which `games` has each two bots.
  std::vector<statistics::Ranked> ranked;
  // The same with all repetitions: the repeated games may be a bot's best.
  std::map<std::pair<std::size_t, std::size_t>, statistics::GameCounts> all_games;
  // Pairs of games of the same two bots in both seat orders of a round. A pair counts if neither of
  // its games is in a pair of an earlier round that counts, so that no game is in two pairs. Only
  // where both_seats is set, and not for imported games.
  std::map<std::pair<std::size_t, std::size_t>, statistics::PairCounts> pairs_of;
  // Results in `games` and `pairs_of` by seat.
  std::map<std::pair<std::size_t, std::size_t>, statistics::SeatCounts> seats_of;
  // The first bot's results in rounds of which both seat orders were played. Only for two bots
  // that play both seat orders, and not for imported games, where it is unknown which two games
  // make a pair. The pairs that count are those of `pairs_of`.
  statistics::PairCounts pairs;
  std::uint64_t repeated = 0;  // games that `games` leaves out
  bool recorded = false;       // played elsewhere
  bool both_seats = true;      // each pairing is played in both seat orders

  [[nodiscard]] bool has_pairs() const noexcept;
  // `games` as the rating takes them.
  [[nodiscard]] std::vector<statistics::Encounter> encounters() const;
};

// Collects matches one by one; the result does not depend on their order. Memory grows by some 200
// bytes with each different game. Not thread-safe, not even for reading.
class RatingGames {
 public:
  explicit RatingGames(const config::Manifest& manifest);

  // Adds a match of this tournament, as Store::read passes it; each number once. Throws
  // std::invalid_argument if no event has such a match.
  void add(const store::MatchSummary& match);
  // The games of each event, in the order of the manifest.
  [[nodiscard]] const std::vector<EventGames>& events() const;

 private:
  // Two games of a round in the two seat orders, as the bot of the lower position sees them.
  struct Pair {
    std::pair<std::size_t, std::size_t> bots;         // as in EventGames::games
    std::array<statistics::GameResult, 2> results{};  // in the first seat and in the second
    std::array<std::uint64_t, 2> hashes{};            // of the games, likewise
  };
  // An event, and a pairing of it. The two seat orders have adjacent match numbers.
  using Round = std::pair<std::size_t, std::uint64_t>;

  [[nodiscard]] std::size_t event_of(const store::MatchSummary& match) const;
  void add_table(EventGames& event, const store::MatchSummary& match, std::uint64_t hash);
  void add_pair(const Round& round, const Pair& pair);
  // Counts the pair if both of its games are in no pair that counts; returns whether it did.
  bool count(const Round& round, const Pair& pair) const;
  void recount() const;

  config::Schedule schedule_;
  std::vector<std::uint64_t> begins_;  // number of the first match of each event
  // The first games of incomplete pairs.
  struct Half {
    statistics::GameResult result{};
    std::uint64_t hash = 0;
    bool in_order = true;  // the bot of the lower position had the first seat
  };
  std::map<Round, Half> halves_;
  std::unordered_map<std::uint64_t, statistics::GameResult> games_seen_;  // by their hashes
  // The pairs that differ in a game, each where it was played first.
  std::map<Round, Pair> pairs_;
  std::map<std::array<std::uint64_t, 2>, Round> round_of_;  // of each in pairs_, by its hashes
  // Where no games repeat, each pair counts as it arrives. If some do, the earlier round goes
  // first, whichever was added first: then they are counted again on demand.
  mutable std::vector<EventGames> events_;
  mutable std::unordered_set<std::uint64_t> in_pairs_;  // hashes of the games of pairs that count
  mutable bool stale_ = false;
};

}  // namespace referee::evidence
