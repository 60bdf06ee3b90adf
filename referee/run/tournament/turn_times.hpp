// Times of single turns: by the number of the move, and where they came near a limit.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/match/record.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/tournament/standings.hpp"

namespace referee::tournament {

// Turns of one bot with the same number of the move, in all of its games.
struct TurnsAt {
  std::uint64_t turns = 0;
  std::int64_t total_us = 0;
  std::int64_t most_us = 0;  // in one turn

  void add(std::int64_t us);
  // Adds all turns of `other`.
  void add(const TurnsAt& other);
  // Microseconds; 0 without any turns.
  [[nodiscard]] double mean_us() const noexcept;
};

// The turn of a game in which a bot came nearest to a limit.
struct NearLimit {
  std::string bot;
  std::uint64_t match = 0;
  int ply = 0;               // number of the move, from 1
  bool of_turn = false;      // near the limit of a single turn; else the budget
  std::int64_t used_us = 0;  // of this turn; else of all turns so far
  std::int64_t limit_us = 0;

  // The share of the limit that was used; 1 at the limit.
  [[nodiscard]] double share() const noexcept;
};

// The turns of one event. Times are those that bots are charged, see Measurements.
struct EventTurns {
  // Turns by bot; move number 1 is at position 0. Turns that failed are left out, and the jury's.
  std::map<std::string, std::vector<TurnsAt>> bots;
  // Nearest first; one turn for each bot of a match. Turns that failed are left out: those that
  // took too long are faults.
  std::vector<NearLimit> nearest;
};

// Collects matches one by one. Memory grows with the length of games, not with their number.
class TurnTimes {
 public:
  static constexpr std::size_t most_listed = 10;  // of EventTurns::nearest

  explicit TurnTimes(const config::Manifest& manifest, Selection selection = {});

  // Adds a match of this tournament, as Store::read passes it with Extent::whole. Throws JsonError
  // for a line that is not a record.
  void add(const store::MatchSummary& match, std::string_view line);

  // The events in the order of the manifest.
  [[nodiscard]] const std::vector<EventTurns>& events() const noexcept { return events_; }

 private:
  void add_seat(EventTurns& event, const match::MatchRecord& record, std::uint64_t match,
                rules::Seat seat);

  config::Schedule schedule_;
  std::vector<const rules::GameInfo*> games_;  // of the events
  Selection selection_;
  std::vector<EventTurns> events_;
};

}  // namespace referee::tournament
