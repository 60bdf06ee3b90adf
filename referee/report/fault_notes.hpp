// Faults as lines for people, while a tournament runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "referee/match/record.hpp"

namespace referee::report {

// Only the first `in_full` faults of a bot of one kind in one game get their own lines; further
// ones are counted, so that a broken bot does not fill the screen.
class FaultNotes {
 public:
  static constexpr std::uint64_t in_full = 10;

  // The lines about the faults of a match, without newlines.
  std::vector<std::string> add(const match::MatchRecord& record);
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  std::uint64_t count_ = 0;
  std::map<std::string, std::uint64_t> count_of_;  // by game, kind and bot
};

}  // namespace referee::report
