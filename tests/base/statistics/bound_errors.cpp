#include "tests/base/statistics/bound_errors.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "referee/base/statistics/stopped.hpp"
#include "referee/base/statistics/win_test.hpp"

namespace simulated {
namespace {

using namespace referee::statistics;  // NOLINT: this file is all about that room

// A bound may be the truth itself.
constexpr double rounding = 1e-9;

void count(BoundErrors& errors, Decision decision, std::optional<double> bound, double truth) {
  if (!bound) return;
  if (decision == Decision::accept_h1) errors.above += *bound > truth + rounding;
  if (decision == Decision::accept_h0) errors.below += *bound < truth - rounding;
}

void to_per_cent(BoundErrors& errors, std::uint64_t runs) {
  errors.above *= 100 / static_cast<double>(runs);
  errors.below *= 100 / static_cast<double>(runs);
}

}  // namespace

PairBoundErrors bound_errors(const PairScenario& scenario, double place, std::uint64_t runs,
                             std::uint64_t seed) {
  const auto& h = scenario.hypotheses;
  const auto law = law_of_strength(scenario, h.elo0 + place * (h.elo1 - h.elo0));
  const double elo = elo_of(law, Model::logistic);
  const double normalized = elo_of(law, Model::normalized);
  const WinQuestion question{h, {}, scenario.model, true};
  Random random(seed);
  PairBoundErrors errors;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const WinTest test = played(question, law, random);
    SprtState state = test.sprt();
    state.decision = test.decision();
    const StoppedStrength found = stopped_strength(test.pairs(), state, h, scenario.model,
                                                   {question.risks, test.stopped_far()});
    count(errors.elo, state.decision, found.elo_bound, elo);
    count(errors.normalized_elo, state.decision, found.normalized_elo_bound, normalized);
    errors.pairs += static_cast<double>(test.pairs().total()) / static_cast<double>(runs);
  }
  to_per_cent(errors.elo, runs);
  to_per_cent(errors.normalized_elo, runs);
  return errors;
}

PointBoundErrors bound_errors(const PointHypotheses& hypotheses, double truth,
                              const std::function<double(Random&)>& draw, std::uint64_t runs,
                              std::uint64_t seed) {
  Random random(seed);
  PointBoundErrors errors;
  for (std::uint64_t i = 0; i < runs; ++i) {
    PointTest test(hypotheses);
    std::vector<double> differences;
    while (test.decision() == Decision::proceed && differences.size() < most_simulated_pairs) {
      differences.push_back(std::clamp(draw(random), hypotheses.lowest, hypotheses.highest));
      test.add(differences.back());
    }
    const Estimate mean = point_bounds(differences, hypotheses);
    const bool h1 = test.decision() == Decision::accept_h1;
    count(errors.points, test.decision(), h1 ? mean.low : mean.high, truth);
    errors.pairs += static_cast<double>(differences.size()) / static_cast<double>(runs);
  }
  to_per_cent(errors.points, runs);
  return errors;
}

}  // namespace simulated
