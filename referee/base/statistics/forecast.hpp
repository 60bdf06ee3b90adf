// The cost of a sequential test, before it is begun and while it runs.
//
// The evidence is treated as a Brownian motion between the test's bounds (BoundedMotion),
// which is close for hypotheses that take more than some ten pairs to separate.
#pragma once

#include <array>
#include <cstdint>

#include "referee/base/statistics/point_test.hpp"
#include "referee/base/statistics/sprt.hpp"
#include "referee/base/statistics/win_test.hpp"

namespace referee::statistics {

struct Forecast {
  double mean_pairs = 0;  // until the decision, or the limit
  // Not exceeded in 2.5 %, 5 %, ..., 97.5 % of all cases.
  std::array<double, 39> pairs{};
  double chance_h0 = 0;  // 0..1; the three add up to 1
  double chance_h1 = 0;
  double chance_open = 0;  // undecided at the limit
};

// The pairs that a test will get.
struct ComingPairs {
  double truth = 0;  // the true difference, in the unit of the hypotheses
  // Above 0. The deviation of the score of a pair, 0..1/2, which only the logistic model needs; for
  // a test on points, of the difference of a pair.
  double deviation = 0;
  std::uint64_t most = 0;  // how many pairs at most
};

// Forecast of the ratio test alone, near its hypotheses: far from them the evidence of a pair
// saturates, and the test takes longer than forecast. `begin` is the test's LLR. Throws
// std::invalid_argument as bounds() does, for hypotheses that sprt() refuses, for Model::bayesian,
// and unless deviation > 0 and `begin` lies within the bounds.
Forecast forecast(const Hypotheses& hypotheses, const Risks& risks, Model model,
                  const ComingPairs& pairs, double begin = 0);

// Forecast of a WinTest by simulation, the same for the same arguments. Pairs follow the likeliest
// law for the deviation and the truth. For tests of more than 20,000 pairs it is that of the ratio
// test, since the far stop then hardly ever ends one. `so_far`: the test that is continued.
// `effort`: how many pairs are simulated, about; 200 to 2000 tests. Throws likewise.
Forecast forecast(const WinQuestion& question, const ComingPairs& pairs,
                  const WinTest* so_far = nullptr, double effort = 4e6);

// Forecast of the rest of a PointTest if the differences are normal, cut at the limits: the share
// of `runs` simulated comparisons, the same for the same arguments. Throws std::invalid_argument if
// the test has decided.
Forecast forecast(const PointHypotheses& hypotheses, const PointTest& so_far,
                  const ComingPairs& pairs, std::uint64_t runs);

}  // namespace referee::statistics
