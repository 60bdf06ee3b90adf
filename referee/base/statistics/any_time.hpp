// An interval for Elo that may be looked at after every pair, and the number of pairs until it is
// as narrow as somebody wants.
//
// The usual interval holds for a fixed number of pairs. This one, a mixture of normal bounds
// (Robbins 1970; Waudby-Smith and others, "Time-uniform central limit theory", 2021), covers the
// truth at all times together with 95 %, in the limit of many pairs, so a comparison may stop when
// it likes it. About 2.4 times as many pairs make it as narrow as the usual one.
#pragma once

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"

namespace referee::statistics {

// It is narrowest, compared with others, where it is about plus or minus `until` Elo. An end beyond
// a score of 0 or 1 is absent; without pairs: Reach::nothing. Throws std::invalid_argument unless
// `until` is above 0.
Estimate elo_at_any_time(const PairCounts& pairs, double until);

// The number of pairs that make it so narrow, if they have this mean score, 0..1, and this standard
// deviation. Throws likewise.
double pairs_until(double until, double score, double deviation);

}  // namespace referee::statistics
