// Intervals for Elo that may be looked at, and that may end a comparison, at any time.
#pragma once

#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/game_counts.hpp"

namespace referee::statistics {

// An interval for Elo that may be looked at after every pair: a mixture of normal bounds (Robbins
// 1970; Waudby-Smith and others, "Time-uniform central limit theory", 2021). It covers the truth at
// all times together with 95 %, in the limit of many pairs. It is narrowest, compared with others,
// where it is about plus or minus `until` Elo, and there 1.55 times as wide as the usual one. An
// end beyond a score of 0 or 1 is absent; without pairs: Reach::nothing. Throws
// std::invalid_argument unless `until` is above 0.
Estimate elo_at_any_time(const PairCounts& pairs, double until);

// The number of pairs after which the usual interval of Elo is plus or minus `until`, if they have
// this mean score, 0..1, and this standard deviation. Who stops when it is so narrow may use it:
// the width says nothing of where its middle lies (Chow and Robbins 1965). Throws likewise.
double pairs_until(double until, double score, double deviation);

}  // namespace referee::statistics
