// The plan of an imported tournament: a list of its pairings.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "referee/run/formats/format.hpp"
#include "referee/run/formats/plan.hpp"

namespace referee::formats {

class Recorded {
 public:
  // Precondition: at least one match.
  explicit Recorded(std::vector<RecordedMatch> matches) : matches_(std::move(matches)) {}

  [[nodiscard]] std::uint64_t size() const noexcept { return matches_.size(); }
  [[nodiscard]] std::optional<Slot> find(std::uint64_t number) const {
    const RecordedMatch& match = matches_[number];
    return Slot{match.round, 0, match.bots};
  }
  [[nodiscard]] const RecordedMatch& recorded(std::uint64_t number) const {
    return matches_[number];
  }
  bool note(std::uint64_t /*number*/, const GameFigures& /*game*/) { return false; }
  // Empty, since the standings over all games are the ranking.
  [[nodiscard]] std::vector<Placed> ranking() const { return {}; }

 private:
  std::vector<RecordedMatch> matches_;
};

}  // namespace referee::formats
