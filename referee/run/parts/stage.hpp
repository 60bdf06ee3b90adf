// The part of a tournament that can be played now.
//
// A stage is all matches whose bots are known from the results of the stages before: a round of a
// Swiss, of a knockout or of a ladder, the play-offs that its ties call for, the round robin of the
// official format; with all matches of those events that depend on no results. A tournament in
// which nothing depends on results is one stage. Within a stage matches are played in any order,
// anywhere.
//
// When all matches of a stage are there, merge() closes it with a seal, stage-NNNN.json: which
// records count no longer changes, whatever arrives late, so everybody pairs the next stage from
// the same results.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/run/store/store.hpp"

namespace referee::parts {

// Matches begin..end-1.
struct MatchRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  friend bool operator==(const MatchRange&, const MatchRange&) = default;
};

// The number of these matches.
std::uint64_t size_of(const std::vector<MatchRange>& ranges) noexcept;

struct Stage {
  unsigned number = 1;
  // All matches of the stage, played or not, for each event in order. None if the tournament is
  // complete.
  std::vector<std::vector<MatchRange>> events;
  // The number of matches in a row that are always in one part: the seat orders of a pairing.
  unsigned together = 2;

  [[nodiscard]] std::uint64_t matches() const noexcept;
};

// Whether the bots of later matches follow from results.
bool has_stages(const config::Manifest& manifest);

// All matches of the tournament.
Stage whole_stage(const config::Manifest& manifest);

// The stage that follows those that are closed. Reads what they sealed, unless all is one stage.
// Throws BrokenSeal, StoreError.
Stage stage_of(const store::Store& store);

// Adds a match behind all others.
void append(std::vector<MatchRange>& ranges, std::uint64_t match);

}  // namespace referee::parts
