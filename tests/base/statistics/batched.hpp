// Simulated comparisons in batches: does playing on several machines change how often the tests
// err?
#pragma once

#include <cstdint>

#include "tests/base/statistics/simulated.hpp"

namespace simulated {

// The same matches, pair by pair, decided in three ways.
struct Batched {
  Outcome alone;     // one machine, which looks after every pair
  Outcome in_order;  // batches; when one is there, the test takes its pairs in their order
  Outcome at_ends;   // batches; the test looks only when one is there, at all pairs at once
  // Runs in which `in_order` has another answer than `alone`, or stopped at another pair.
  std::uint64_t differing = 0;
  double played = 0;  // the mean number of pairs that `in_order` has played, with the last batch
};

// Batches of `size` pairs, whose pairs arrive in an order that differs from batch to batch.
Batched run_batched(const PairScenario& scenario, bool under_h1, std::uint64_t size,
                    std::uint64_t runs, std::uint64_t seed);
// The test on points remembers that it decided within a batch: `at_ends` is that of `in_order`.
Batched run_batched(const PointScenario& scenario, bool under_h1, std::uint64_t size,
                    std::uint64_t runs, std::uint64_t seed);

}  // namespace simulated
