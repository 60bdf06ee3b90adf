// The matches of a run that have no result because their judge, or the machine, failed in them.
// They stay open, as if they had not been begun: the store lacks them, so that the next run plays
// them. All other matches are played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <set>
#include <string>
#include <vector>

#include "referee/run/tournament/run_observer.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {

// Whether an exception from a match leaves only that match open: its judge or the machine failed,
// or its record is too long. False for all that concerns the run, such as records that cannot be
// written or wrong input.
bool leaves_open(const std::exception& error);

// `folder`: that of the manifest, to which the commands are relative.
MatchLeftOpen left_open_by(const std::exception& error, MatchStart match,
                           const config::Manifest& manifest);

// The failures since the last match that was played to its end. If a machine fails in every match,
// or a judge whatever the bots write, a run must not go through all of its matches; but a bot that
// makes the judge fail must not end it either.
class FailuresInARow {
 public:
  // `most`: failures in a row after which conclusions are drawn.
  explicit FailuresInARow(std::size_t most) : most_(most) {}

  void add(const MatchLeftOpen& match);
  void end() noexcept { count_ = 0; }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  // As many as `most`, and no bot may be the cause of all of them: no match will do.
  [[nodiscard]] bool hopeless() const { return count_ >= most_ && suspects_.empty(); }
  // As many as `most`, and these bots may be the cause of all of them: their matches are not tried.
  [[nodiscard]] bool concern(const rules::BySeat<std::string>& bots) const;
  // Those bots.
  [[nodiscard]] const std::set<std::string>& suspects() const noexcept { return suspects_; }

 private:
  std::size_t most_;
  std::size_t count_ = 0;
  std::set<std::string> suspects_;  // names; meaningless while count_ is 0
};

// What a command has left open, in all of its runs.
class OpenMatches {
 public:
  void add(MatchLeftOpen match) { all_.push_back(std::move(match)); }
  // Further ones that were not tried; `bots`: see FailuresInARow::suspects().
  void add_untried(std::uint64_t matches, const std::set<std::string>& bots);

  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
  // What to tell the user, in lines; nothing if there are none. `kept`: the others have been
  // recorded, so that the same command plays only these.
  [[nodiscard]] std::vector<std::string> lines(bool kept) const;

 private:
  std::vector<MatchLeftOpen> all_;
  std::uint64_t untried_ = 0;
  std::set<std::string> untried_bots_;
};

}  // namespace referee::tournament
