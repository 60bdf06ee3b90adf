// Sequential probability ratio tests on win, draw and loss: is the first player stronger by elo1
// (H1) rather than by elo0 (H0)? The test is read while games are played, and stops as soon as the
// log-likelihood ratio leaves its bounds.
//
// Wald's test, generalised to laws that are not known beforehand (Van den Bergh): the
// ratio is that of the likeliest law under H1 to the likeliest law under H0.
#pragma once

#include <cstdint>
#include <string_view>

#include "referee/base/statistics/game_counts.hpp"

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

}  // namespace referee::statistics
