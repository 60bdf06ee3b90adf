// A tournament in parts that can be played on different machines at the same time.
//
// A stage (the matches that can be played now, see stage.hpp) is a list of pairings of each event.
// Each list is cut into N slices whose lengths differ by at most one pairing; part K of N is the
// K-th slice of each. Both seat orders of a pairing stay in one slice, so one machine plays both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/run/config/manifest.hpp"
#include "referee/run/parts/stage.hpp"

namespace referee::parts {

struct Shard {
  unsigned number = 1;  // 1..count
  unsigned count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};
inline constexpr unsigned most_parts = 1'000'000;

// Reads "3/10"; throws std::invalid_argument for any other text, saying what would be right.
Shard shard_of(std::string_view text);

// The part in names of files: "3-of-10".
std::string label_of(const Shard& part);

// A stage cut into parts. Each of its matches is in exactly one of them.
class Cut {
 public:
  // `parts`: 1 to most_parts.
  Cut(const Stage& stage, unsigned parts);

  [[nodiscard]] unsigned parts() const noexcept { return parts_; }
  // The matches of a part (1..parts) in order, without empty ranges.
  [[nodiscard]] std::vector<MatchRange> ranges_of(unsigned part) const;
  // The part of a match; none if the stage does not have it.
  [[nodiscard]] std::optional<unsigned> part_of(std::uint64_t match) const;
  // The parts that have any of these matches; ascending.
  [[nodiscard]] std::vector<unsigned> parts_of(const std::vector<MatchRange>& matches) const;

 private:
  // A range, and the number of matches of its event before it.
  struct Slice {
    MatchRange range;
    std::uint64_t before = 0;
  };
  struct List {
    std::vector<Slice> slices;
    std::uint64_t size = 0;
  };

  // The number of matches before the part in an event's list; all with part = parts + 1.
  [[nodiscard]] std::uint64_t begin_of(const List& list, unsigned part) const;
  // The part of the match with that many before it.
  [[nodiscard]] unsigned part_in(const List& list, std::uint64_t before) const;

  unsigned parts_;
  unsigned together_;
  std::vector<List> events_;
};

// The reason why a tournament cannot be played in parts, and the command that plays it; empty if it
// can. It cannot if what a part plays depends on another part of the same stage.
std::string why_undividable(const config::Manifest& manifest);

}  // namespace referee::parts
