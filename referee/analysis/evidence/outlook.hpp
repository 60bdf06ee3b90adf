// What the pairs of a comparison so far say of the rest: how many are left, and whether the halves
// agree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "referee/analysis/evidence/comparison.hpp"

namespace referee::evidence {

// The mean score by wins, 0..1, or else the mean difference, in the first and in the second half of
// the pairs that count, if they differ by more than one comparison of independent pairs in a
// thousand: bots that learn, or a machine that changes. Absent below 40 pairs.
std::optional<std::array<double, 2>> drift(const Comparison& comparison);

// The number of further pairs that its test takes on average, if what the pairs so far show is the
// truth; at most those that are left of `most`. Absent while fewer than 20 pairs count, where all
// of them scored the same by wins, and after the decision. Takes some hundredths of a second.
std::optional<double> pairs_left(const Comparison& comparison, std::uint64_t most);
inline std::optional<double> pairs_left(const Comparison& comparison) {
  return pairs_left(comparison, comparison.rules().most_pairs);
}

}  // namespace referee::evidence
