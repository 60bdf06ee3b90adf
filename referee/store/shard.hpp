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

// Matches begin..end-1.
struct MatchRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  friend bool operator==(const MatchRange&, const MatchRange&) = default;
};

// The matches of a part in order, without empty ranges. Every match is in exactly one part.
std::vector<MatchRange> ranges_of(const Manifest& manifest, Shard shard);

// Why a tournament cannot be played in parts, and which command plays it; empty if it can. It
// cannot if the pairings of one part depend on results of another.
std::string why_undividable(const Manifest& manifest);

}  // namespace referee::store
