// A tournament in parts that can be played on different machines at the same time.
//
// Part K of N is, of each game, the K-th of N slices of its list of pairings, equally
// long but for one pairing. The two seat orders of a pairing stay together, so that the
// same machine plays both.
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

// The matches of a part in order, without empty ranges. Every match is in one part.
std::vector<MatchRange> ranges_of(const Manifest& manifest, Shard shard);

// Why a tournament cannot be played in parts, and what plays it; empty if it can. What one
// part plays must not follow from what others have not played yet.
std::string why_undividable(const Manifest& manifest);

}  // namespace referee::store
