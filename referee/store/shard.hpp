// A tournament in parts that can be played on different machines at the same time.
//
// The list of pairings of each game is cut into N slices whose lengths differ by at most one
// pairing; part K of N is the K-th slice of each. Both seat orders of a pairing stay in one
// slice, so the same machine plays both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/store/manifest.hpp"
#include "referee/store/schedule.hpp"

namespace referee::store {

struct Shard {
  unsigned number = 1;  // 1..count
  unsigned count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};
inline constexpr unsigned most_parts = 1'000'000;

// "3/10"; throws std::invalid_argument for any other text, saying what would be right.
Shard shard_of(std::string_view text);

// The part as it appears in the names of files: "3-of-10".
std::string label_of(const Shard& part);

// Matches begin..end-1.
struct MatchRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  friend bool operator==(const MatchRange&, const MatchRange&) = default;
};

// A tournament cut into parts. Every match is in exactly one of them.
class Cut {
 public:
  // `parts`: 1 to most_parts.
  Cut(const Manifest& manifest, unsigned parts);

  [[nodiscard]] unsigned parts() const noexcept { return parts_; }
  // The matches of a part (1..parts) in order, without empty ranges.
  [[nodiscard]] std::vector<MatchRange> ranges_of(unsigned part) const;
  // The part of a match. Throws std::out_of_range for one that the tournament does not have.
  [[nodiscard]] unsigned part_of(std::uint64_t match) const;
  // The parts that have any of these matches, which must be in order; ascending.
  [[nodiscard]] std::vector<unsigned> parts_of(const std::vector<MatchRange>& matches) const;

 private:
  // Where the part begins in an event; with part = parts + 1 where the event ends.
  [[nodiscard]] std::uint64_t begin_of(const MatchRange& event, unsigned part) const;
  [[nodiscard]] unsigned part_in(const MatchRange& event, std::uint64_t match) const;

  unsigned parts_;
  std::vector<MatchRange> events_;
};

// The matches of a part in order, without empty ranges.
std::vector<MatchRange> ranges_of(const Manifest& manifest, Shard shard);

// Why a tournament cannot be played in parts, and which command plays it; empty if it can. It
// cannot if the pairings of one part depend on results of another.
std::string why_undividable(const Manifest& manifest);

}  // namespace referee::store
