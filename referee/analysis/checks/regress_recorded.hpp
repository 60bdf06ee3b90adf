// The common part of checks on recorded games: the bot takes one seat of a recorded game, and the
// other seat is played from the record.
//
// In every game's protocol a bot reads only the moves of the other seat. So it reaches a recorded
// position only if it makes the recorded moves of its seat itself; if it makes another move, the
// game departs from the record there.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/checks/regress_games.hpp"

namespace referee::checks {

// The part of a recorded game that is needed to replay it against one seat.
struct ReplayedGame {
  std::string place;  // "games.jsonl: line 3"
  match::MatchPlan plan;
  match::Seat seat{};             // the bot's
  std::vector<match::Ply> plies;  // without those after the bot's own fault
};

struct RecordedPlan {
  config::Event event;  // its bots: the bot under test, and "recorded" for the record
  std::vector<ReplayedGame> games;
};

// Reads "game", "budget", "command", "records", "match" and "as", and the records that they name.
// Throws JsonError, StoreError and std::system_error.
RecordedPlan read_recorded(const text::JsonReader& reader, const CheckContext& context);

// The place where a game first differs from the record.
struct Difference {
  std::size_t ply = 0;  // from 1
  std::string played;   // the move, or the fault in words
  std::string recorded;
};

class RecordedCheck : public Check {
 public:
  [[nodiscard]] std::uint64_t games() const final { return goals_.size(); }
  [[nodiscard]] CheckGame game(std::uint64_t index) const final;
  void note(const match::MatchRecord& record) final;
  [[nodiscard]] Outcome outcome() const final;

 protected:
  static constexpr std::size_t no_end = std::numeric_limits<std::size_t>::max();

  // One game to be played.
  struct Goal {
    std::size_t recorded = 0;  // which of the plan's games
    std::size_t compared = 0;  // plies from the beginning in which the bot's moves are compared
    std::size_t given = 0;     // plies from the beginning that the record plays
  };
  struct Result {
    std::optional<Difference> difference;
    std::optional<match::MatchFault> fault;  // of the bot
  };

  RecordedCheck(std::string name, std::string_view kind, const CheckContext& context,
                RecordedPlan plan, std::vector<Goal> goals);

  [[nodiscard]] const ReplayedGame& recorded_of(const Goal& goal) const {
    return games_[goal.recorded];
  }
  // "games.jsonl: line 3 as blue, seed 7"
  [[nodiscard]] std::string where(const Goal& goal) const;
  [[nodiscard]] static std::string fault_text(const match::MatchFault& fault);

  // Judges by the results that are known, by position in `goals`.
  virtual void judge(Outcome& outcome, const std::vector<Goal>& goals,
                     const std::map<std::uint64_t, Result>& results) const = 0;

 private:
  std::vector<ReplayedGame> games_;
  std::vector<Goal> goals_;
  std::map<std::uint64_t, Result> results_;
};

}  // namespace referee::checks
