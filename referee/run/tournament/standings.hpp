// Standings. They are computed from a store's records when needed, and never stored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "referee/base/statistics/paired_points.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/answer.hpp"
#include "referee/run/store/store.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {

// The time that a bot used in each of its games: mean, largest and quantiles, in memory that does
// not grow with the number of games.
//
// A histogram with 32 buckets for each power of two. Count, mean and largest are
// exact. A quantile is the middle of the bucket that it falls into, never more than
// the largest: exact up to 63 us, above that at most 1/64 (1.6 %) off.
class TimesUsed {
 public:
  // Precondition: us >= 0.
  void add(std::int64_t us);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::int64_t most_us() const noexcept { return most_; }
  // Microseconds; 0 without any values.
  [[nodiscard]] double mean_us() const noexcept;
  // The smallest value that at least `share` (above 0, at most 1) of all values do not exceed,
  // by nearest rank. Microseconds; 0 without any values.
  [[nodiscard]] std::int64_t quantile_us(double share) const noexcept;

 private:
  std::uint64_t count_ = 0;
  std::int64_t most_ = 0;
  double total_ = 0;                    // whole numbers, exact up to 2^53 us (285 years)
  std::vector<std::uint32_t> buckets_;  // up to the highest that occurs, at most 1,952
};

// Sums over some of a bot's games.
struct Tally {
  std::uint64_t games = 0;
  std::int64_t score = 0;
  std::int64_t game_points = 0;
  std::optional<rules::Points> board_points;  // nothing: nobody has said any
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::int64_t beaten = 0;      // of games of more than two seats: the sum of store::beaten_by()
  std::uint64_t opponents = 0;  // in these games

  // Adds a seat's game; of two seats formats::first_seat_result() says who has won, of more the
  // record. A bot that failed gets no game points. In a cooperative game, and alone, nobody wins or
  // loses.
  void add(const store::MatchSummary& match, std::size_t seat, bool cooperative);
  // Adds it as a game of two, against the bot of the seat `other`.
  void add_against(const store::MatchSummary& match, std::size_t seat, std::size_t other,
                   bool cooperative);
  friend bool operator==(const Tally&, const Tally&) = default;

 private:
  void add_result(const store::MatchSummary& match, std::size_t seat);
};

// Of a game of one seat: what the answers of a bot are worth beside those of the others to the same
// deals.
struct Alone {
  double part = 0;              // mean part of the best answer, see store::part_of_best(); 0..1
  std::uint64_t best = 0;       // deals on which nobody has a better one
  std::uint64_t answered = 0;   // deals with a score
  double mean = 0;              // of these scores
  std::optional<double> log10;  // mean of their logarithm to base 10, where all are above 0
};

struct Row {
  int place = 0;  // from 1; bots that no key separates share a place
  std::string bot;
  std::string hash;  // and note, of a version in a ladder, see config::BotEntry
  std::string note;
  Tally total;
  rules::BySeat<Tally> by_seat;
  std::map<std::string, std::uint64_t> faults;  // by kind, kinds that occurred
  std::uint64_t irregular_losses = 0;           // games lost by a fault
  // Time-outs on the wall clock in which waits for a processor took a tenth or more of the time: on
  // an idle machine they might not have happened.
  std::uint64_t starved = 0;
  // Games in which it ran for long before its first turn, see
  // match::BotMeasurements::before_first_turn; and the longest time, microseconds.
  std::uint64_t ran_before_turn = 0;
  std::int64_t longest_before_turn_us = 0;
  // Of games of more than two seats: in how many it had each place, the best one first.
  rules::BySeat<std::uint64_t> places{};
  [[nodiscard]] statistics::PairedPoints mean_place() const;  // with 1 for the best
  std::optional<Alone> alone;                                 // in ranked standings
  std::int64_t among_tied = 0;  // score against those with the same total, where it decides
  // Time used in each game; differs from run to run. Games whose times are unknown (see
  // match::Measurements) are left out.
  TimesUsed cpu;
  TimesUsed wall;
  // The figures that the format ranks by (see Placed), with the same place. Only in formats
  // that have their own ranking.
  std::optional<formats::Placed> format;
};

// All games of a round between two bots.
struct Meeting {
  std::uint64_t games = 0;
  std::array<formats::Measure, 2> measures;

  // What decides: game points where they differ, else scores.
  [[nodiscard]] std::array<std::int64_t, 2> result() const noexcept;
};
// The round, and the positions of both bots in the config, the lower one first.
using MeetingKey = std::pair<int, std::array<std::size_t, 2>>;

// The answers to a deal of a game of one seat, by the position of the bot in the config; there may
// be none of the last ones.
using DealAnswers = std::vector<std::optional<store::Answer>>;
// The best of them, the first one of equals; null if there is none.
const store::Answer* best_of(const rules::GameInfo& game, const DealAnswers& answers);
using DealKey = std::pair<int, std::uint64_t>;  // the round, and the seed

struct EventStandings {
  const rules::GameInfo* game = nullptr;
  std::uint64_t played = 0;   // matches
  std::uint64_t planned = 0;  // number needed by the results so far; 0: nobody has planned them
  std::vector<Row> rows;      // best first; equal ones in the order of the config
  // cross[i][j]: the results of bot i (position in the config) against bot j.
  std::vector<std::vector<Tally>> cross;
  std::vector<std::string> bots;  // in the order of the config
  // Matches that repeat an earlier one of the same bots in the same seats, deal and moves; by the
  // positions of the bots in the config, in ascending order.
  std::map<std::vector<std::size_t>, std::uint64_t> repeated;
  std::map<DealKey, DealAnswers> deals;    // of a game of one seat
  std::map<MeetingKey, Meeting> meetings;  // in formats in which bots meet by their results
  int shortest = 0;                        // plies; 0 if nothing was played
  int longest = 0;
  formats::FormatKind format = formats::FormatKind::round_robin;
  int rounds = 0;                                       // of the whole format; 0 in a selection
  int swiss_rounds = 0;                                 // official: the first of them
  std::string selection;                                // see Selection::text()
  bool by_mean = false;                                 // whether means rank it, see ranked()
  int tie_break = 0;                                    // knockout: see formats::Format
  std::string source;                                   // the name of an imported competition
  kernel::ClockKind clock = kernel::ClockKind::cpu;     // the clock by which bots were charged
  double speed = 1;                                     // see config::Manifest
  kernel::TimeLimits times;                             // of the event
  std::map<std::string, kernel::TimeLimits> own_times;  // of bots that have others
};

// Whether the share of opponents that a bot has beaten ranks it before the game's own keys.
inline bool ranks_by_opponents(const rules::GameInfo& game) {
  return game.seats() > rules::usual_seats && !game.cooperative;
}
// Whether bots play alone, so that answers to the same deal rank them: the part of the best where
// scores are relative, else the mean score and, where less is better, first fewer failures.
inline bool ranks_by_answers(const rules::GameInfo& game) { return game.seats() == 1; }
// Whether that is one of the keys by which a game is ranked.
bool ranked_by(const rules::GameInfo& game, rules::RankingKey key);

// The matches that count.
struct Selection {
  std::vector<std::string> bots;              // those between these; empty: between all
  std::optional<std::pair<int, int>> rounds;  // the first and the last; nothing: all

  [[nodiscard]] bool all() const noexcept { return bots.empty() && !rounds; }
  // Whether a match of this round between these counts.
  [[nodiscard]] bool takes(int round, const rules::BySeat<std::string>& of) const;
  // "between alpha and beta, rounds 3 to 7"; empty for all.
  [[nodiscard]] std::string text() const;
};

// Collects matches one by one. Memory grows by some 40 bytes with each different game.
class Standings {
 public:
  explicit Standings(const config::Manifest& manifest, Selection selection = {});

  // Adds a match of this tournament, as Store::read passes it: each number once, and, where
  // pairings depend on earlier rounds, after all matches of those. Throws std::out_of_range if
  // the schedule does not have the number or does not know its pairing yet.
  void add(const store::MatchSummary& match);
  // The standings by the rules of the format, if it has its own (see docs/reference/formats.md),
  // else by the keys of the game, see rules::RankingKey. A selection is always ranked by the
  // latter, as a round robin; bots that are not selected are left out. Sums of unequal numbers of
  // games say little, so while a round robin or gauntlet is not complete, or in a selection, the
  // mean of the game's first key ranks bots whose numbers differ.
  [[nodiscard]] std::vector<EventStandings> ranked() const;

 private:
  void count(EventStandings& event, const config::Pairing& pairing,
             const store::MatchSummary& match);
  [[nodiscard]] bool selects(const EventStandings& event, const config::Pairing& pairing) const;
  [[nodiscard]] EventStandings selected(EventStandings event) const;

  config::Schedule schedule_;
  Selection selection_;
  std::vector<EventStandings> events_;  // rows in the order of the config, no places yet
  std::unordered_set<std::uint64_t> games_seen_;
};

// Standings of matches that nobody has planned: of a file, or of a comparison. A game's bots are
// ranked by their mean scores.
class UnplannedStandings {
 public:
  // Adds a game; its bots come with its matches.
  void add(const rules::GameInfo& game, kernel::ClockKind clock);
  // Precondition: its game was added.
  void add(const store::MatchSummary& match);
  // In the order of the games.
  [[nodiscard]] std::vector<EventStandings> ranked() const;

 private:
  struct Event {
    EventStandings standings;
    std::map<std::string, std::size_t> bots;  // positions by name
  };
  static std::size_t position_of(const std::string& bot, Event& event);

  std::vector<Event> events_;
};

// The results of earlier programs of bots that were changed, see run/config/generations.hpp.
class EarlierPrograms {
 public:
  explicit EarlierPrograms(const config::Manifest& manifest) : manifest_(manifest) {}

  // Adds a record that Store::read passes to `replaced`.
  void add(const store::MatchSummary& match);

  struct Row {
    const rules::GameInfo* game = nullptr;
    std::string bot;  // a name that is not in the newest manifest
    Tally total;
  };
  // The rows by game and name.
  [[nodiscard]] std::vector<Row> rows() const;

 private:
  const config::Manifest& manifest_;
  std::vector<Row> rows_;
};

}  // namespace referee::tournament
