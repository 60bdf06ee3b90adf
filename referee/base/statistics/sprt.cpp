#include "referee/base/statistics/sprt.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/likeliest_laws.hpp"

namespace referee::statistics {
namespace {

void require_usable(const Hypotheses& hypotheses) {
  constexpr double most = 4000;
  if (!(hypotheses.elo0 >= -most && hypotheses.elo0 < hypotheses.elo1 && hypotheses.elo1 <= most)) {
    throw std::invalid_argument("a test needs elo0 < elo1, both within -4000..4000");
  }
}

double ratio_of_means(const Sample& sample, double mean0, double mean1) {
  return log_ratio(sample, law_with_mean(sample, mean0), law_with_mean(sample, mean1));
}

double logistic_ratio(const Sample& sample, const Hypotheses& hypotheses) {
  return ratio_of_means(sample, score_of_elo(hypotheses.elo0), score_of_elo(hypotheses.elo1));
}

// `games` is the number of games in one result: their mean varies less than one game does.
double normalized_ratio(const Sample& sample, const Hypotheses& hypotheses, double games) {
  const double unit = normalized_elo_unit / std::sqrt(games);
  return log_ratio(sample, law_with_effect(sample, hypotheses.elo0 / unit),
                   law_with_effect(sample, hypotheses.elo1 / unit));
}

// The mean score in the BayesElo model: either side wins by the logistic law, but has to
// be better by `draw_elo` on the day.
double bayesian_mean(double elo, double draw_elo) {
  const double win = score_of_elo(elo - draw_elo);
  const double loss = score_of_elo(-elo - draw_elo);
  return (1 + win - loss) / 2;
}

double bayesian_ratio(const GameCounts& games, const Hypotheses& hypotheses) {
  if (games.wins == 0 || games.losses == 0) return 0;  // the drawing rate cannot be told
  const Sample sample = Sample::of(games);
  const double loss = sample.shares[0];
  const double win = sample.shares[2];
  const double draw_elo = 200 * std::log10((1 - loss) / loss * (1 - win) / win);
  return ratio_of_means(sample, bayesian_mean(hypotheses.elo0, draw_elo),
                        bayesian_mean(hypotheses.elo1, draw_elo));
}

template <typename Counts>
SprtState state_of(const Counts& counts, const Hypotheses& hypotheses, const Risks& risks,
                   Model model) {
  SprtState state;
  state.bounds = bounds(risks);
  state.llr = log_likelihood_ratio(counts, hypotheses, model);
  state.decision = decide(state.llr, state.bounds);
  return state;
}

}  // namespace

Bounds bounds(const Risks& risks) {
  if (!(risks.alpha > 0 && risks.beta > 0 && risks.alpha + risks.beta < 1)) {
    throw std::invalid_argument("alpha and beta must be positive and together less than 1");
  }
  return {std::log(risks.beta / (1 - risks.alpha)), std::log((1 - risks.beta) / risks.alpha)};
}

double log_likelihood_ratio(const PairCounts& pairs, const Hypotheses& hypotheses, Model model) {
  require_usable(hypotheses);
  if (model == Model::bayesian) {
    throw std::invalid_argument("the bayesian model is for single games only");
  }
  if (pairs.total() == 0) return 0;
  const Sample sample = Sample::of(pairs);
  return model == Model::logistic ? logistic_ratio(sample, hypotheses)
                                  : normalized_ratio(sample, hypotheses, 2);
}

double log_likelihood_ratio(const GameCounts& games, const Hypotheses& hypotheses, Model model) {
  require_usable(hypotheses);
  if (games.total() == 0) return 0;
  if (model == Model::bayesian) return bayesian_ratio(games, hypotheses);
  const Sample sample = Sample::of(games);
  return model == Model::logistic ? logistic_ratio(sample, hypotheses)
                                  : normalized_ratio(sample, hypotheses, 1);
}

std::string_view name(Decision decision) noexcept {
  constexpr std::array names{"undecided", "H0", "H1"};
  return names[static_cast<std::size_t>(decision)];
}

Decision decide(double ratio, const Bounds& bounds) noexcept {
  if (ratio >= bounds.upper) return Decision::accept_h1;
  if (ratio <= bounds.lower) return Decision::accept_h0;
  return Decision::proceed;
}

SprtState sprt(const PairCounts& pairs, const Hypotheses& hypotheses, const Risks& risks,
               Model model) {
  return state_of(pairs, hypotheses, risks, model);
}

SprtState sprt(const GameCounts& games, const Hypotheses& hypotheses, const Risks& risks,
               Model model) {
  return state_of(games, hypotheses, risks, model);
}

}  // namespace referee::statistics
