// Sequential probability ratio tests on win, draw and loss: is the first player stronger by elo1
// (H1) rather than by elo0 (H0)? The test is read while games are played, and stops as soon as the
// log-likelihood ratio leaves its bounds.
//
// Wald's test, generalised to laws that are not known beforehand (Van den Bergh): the
// ratio is that of the likeliest law under H1 to the likeliest law under H0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "referee/base/statistics/elo.hpp"

namespace referee::statistics {

// The accepted rates of wrong answers: alpha of accepting H1 where H0 holds, beta of
// accepting H0 where H1 holds.
struct Risks {
  double alpha = 0.05;
  double beta = 0.05;
};

struct Bounds {
  double lower = 0;  // ln(beta / (1 - alpha)): at or below it, H0 is accepted
  double upper = 0;  // ln((1 - beta) / alpha): at or above it, H1 is accepted
};

// Throws std::invalid_argument unless alpha and beta are positive and alpha + beta < 1.
Bounds bounds(const Risks& risks);

enum class Decision : std::uint8_t { proceed, accept_h0, accept_h1 };
// The name in JSON: "undecided", "H0", "H1".
std::string_view name(Decision decision) noexcept;

// The unit of the two numbers of Hypotheses.
enum class Model : std::uint8_t {
  normalized,  // normalised Elo
  logistic,    // Elo
  bayesian,    // BayesElo with the drawing rate of the sample; single games only
};

struct Hypotheses {
  double elo0 = 0;
  double elo1 = 5;
};

// The log-likelihood ratio of H1 to H0, always finite. Without any results it is 0.
// Throws std::invalid_argument unless elo0 < elo1, both within -4000..4000, and for
// Model::bayesian with pairs.
double log_likelihood_ratio(const PairCounts& pairs, const Hypotheses& hypotheses, Model model);
double log_likelihood_ratio(const GameCounts& games, const Hypotheses& hypotheses, Model model);

Decision decide(double ratio, const Bounds& bounds) noexcept;

struct SprtState {
  double llr = 0;
  Bounds bounds;
  Decision decision = Decision::proceed;
};

// All of the above together. The model's default is the one with the steadiest run length.
SprtState sprt(const PairCounts& pairs, const Hypotheses& hypotheses, const Risks& risks = {},
               Model model = Model::normalized);
SprtState sprt(const GameCounts& games, const Hypotheses& hypotheses, const Risks& risks = {},
               Model model = Model::normalized);

// Maximum likelihood laws under a hypothesis, for the sequential tests.

// A law on at most five results. Unused places hold 0.
using Shares = std::array<double, 5>;

// Counted results: their values, rising, and the share of each.
struct Sample {
  std::size_t size = 0;  // 5 for pairs, 3 for games
  Shares values{};
  Shares shares{};  // all positive, adding up to 1
  double total = 0;

  // A result that never occurred counts as 0.001, so that no law is ruled out because a result
  // has not occurred yet; `total` includes these.
  static Sample of(const PairCounts& pairs);
  static Sample of(const GameCounts& games);
};

// Mean and standard deviation of a law on the sample's values.
struct Moments {
  double mean = 0;
  double deviation = 0;
};
Moments moments(const Sample& sample, const Shares& law);

// The sample's law, each share multiplied by exp(slope * value).
Shares tilted(const Sample& sample, double slope);

// The law with the given mean under which the sample is likeliest. Precondition: mean lies
// strictly between the smallest and the largest value.
Shares law_with_mean(const Sample& sample, double mean);

// The law with (mean - 1/2) / deviation equal to `effect` under which the sample is
// likeliest. Precondition: `effect` is finite.
Shares law_with_effect(const Sample& sample, double effect);

// The log-likelihood ratio of two laws: total * sum of share * ln(law1 / law0).
double log_ratio(const Sample& sample, const Shares& law0, const Shares& law1);

}  // namespace referee::statistics
