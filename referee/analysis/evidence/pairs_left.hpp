// What the pairs of a comparison so far say of the rest: how many are left, and whether the halves
// agree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "referee/analysis/evidence/comparison.hpp"

namespace referee::evidence {

// Neighbouring pairs, of those that count, which differ from the others by more than chance: the
// mean score by wins, 0..1, or else the mean difference.
struct Drift {
  std::uint64_t from = 1;  // the first of them, from 1
  std::uint64_t to = 0;    // the last
  double inside = 0;
  double outside = 0;
};
// Of a bot that learns, or a machine that changes: the first half, if it differs from the second,
// or else the most different one of blocks of 20 pairs (in long comparisons more), if these vary
// more than pairs do. One comparison of independent pairs in five hundred has one. Absent below 40
// pairs.
std::optional<Drift> drift(const Comparison& comparison);

// How many further pairs a test takes: the mean, and the ends that 5 % of such tests fall short of
// and 5 % exceed.
struct PairsLeft {
  double mean = 0;
  double low = 0;
  double high = 0;
};
// By points no further than this is looked: a test that takes longer has this as its length.
inline constexpr std::uint64_t most_foreseen = 100'000;
// What the test may still meet: true differences in the question's range or, in equal parts, far
// and wide, each as likely as what was seen makes it. (What was seen is no forecast by itself: a
// test that has not decided yet mostly shows more than is there.) At most what is left of `most`
// pairs. Absent while fewer than 20 pairs count, where all of them scored the same by wins, and
// after the decision. Takes some hundredths of a second, by points up to a second.
std::optional<PairsLeft> pairs_left(const Comparison& comparison, std::uint64_t most);
inline std::optional<PairsLeft> pairs_left(const Comparison& comparison) {
  return pairs_left(comparison, comparison.rules().most_pairs);
}

}  // namespace referee::evidence
