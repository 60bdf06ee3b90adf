// A ladder: all versions of some bots, which join and leave over the years.
//
// It is played in rounds of a few pairs of games, each pair one deal in both seat orders. Bots join
// and leave between rounds: each time a new period begins, and a round that was not complete ends.
//
// Pairs. Each round plays the most informative pairs, see statistics::Skills::most_telling(), as
// far as counts tell: a new bot plays until it is known as well as the others. Every fourth round
// is for the head of the list: only bots that may be the strongest play, by the results of the
// other rounds. So the strongest is found with fewer games, and no result decides whether the bots
// that it is about meet again in a round that counts for later choices. Where it does, a difference
// that came out too large is never corrected, and all ratings are drawn apart: periods that are
// `from_results` chose so.
//
// Numbers go on from round to round and never change. Matches that a period has cut off are left
// out. Format::planned is the number of matches so far.
//
// Bots are ranked by the ratings of all games, those of statistics::rate(): a game that repeats an
// earlier one counts once, and the first of the list is rated 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "referee/base/statistics/ratings.hpp"
#include "referee/base/statistics/skills.hpp"
#include "referee/run/formats/format.hpp"
#include "referee/run/formats/plan.hpp"

namespace referee::formats {

class Ladder {
 public:
  // Precondition: `format` has a period that begins with 0, and the last one has `bots` bots; two
  // or more play in each.
  Ladder(std::size_t bots, const Format& format);

  [[nodiscard]] std::uint64_t size() const noexcept { return format_.planned; }
  // The number of matches that are not left out.
  [[nodiscard]] std::uint64_t planned() const;
  [[nodiscard]] bool is_planned(std::uint64_t number) const { return !is_left_out(number); }
  // Whether a match belonged to a round that ended before it was played.
  [[nodiscard]] bool is_left_out(std::uint64_t number) const;
  [[nodiscard]] int rounds() const;
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const;
  bool note(std::uint64_t number, const GameFigures& game);
  // Ranks by rating; bots without games come last.
  [[nodiscard]] std::vector<Placed> ranking() const;

 private:
  struct Board {
    std::array<std::size_t, 2> bots{};
    int round = 0;
    int deal = 0;
  };
  // A game that was noted, as the lower bot of its pair sees it.
  struct Result {
    statistics::GameResult game{};
    bool is_new = false;  // repeats no other one
  };

  [[nodiscard]] bool from_results() const { return format_.periods[period_ - 1].from_results; }
  [[nodiscard]] bool is_for_the_head() const { return !from_results() && round_ % 4 == 0; }
  void begin_period();
  // Sets up the next round that has a match, if there is one.
  void begin_round();
  void end_round();
  [[nodiscard]] std::uint64_t end_of_period(std::size_t period) const;
  void add_to_ratings(std::uint64_t number);

  Format format_;
  std::size_t bots_;
  std::vector<int> since_;     // the round in which each bot joined
  std::vector<Board> boards_;  // by match number / 2
  std::size_t period_ = 0;     // number of periods that have begun
  int round_ = 0;
  std::uint64_t begin_ = 0;  // first number of the current round
  std::uint64_t end_ = 0;
  std::vector<std::optional<Result>> results_;  // of the current round
  std::uint64_t left_ = 0;                      // matches of it without a result
  statistics::Skills skills_;                   // by the rounds that are not for the head
  statistics::Skills counts_;                   // the same with even results
  std::unordered_set<std::uint64_t> seen_;      // marks of games
  std::map<std::pair<std::size_t, std::size_t>, statistics::Encounter> met_;
};

}  // namespace referee::formats
