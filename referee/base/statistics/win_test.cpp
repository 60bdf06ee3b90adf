#include "referee/base/statistics/win_test.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "referee/base/statistics/elo.hpp"

namespace referee::statistics {

namespace {

// The mean score that lies furthest from 1/2 with this normalised Elo: that of the widest law,
// where every pair scores 0 or 1.
double furthest_score(double elo) {
  const double effect = elo / (normalized_elo_unit / std::sqrt(2.0));
  return 0.5 + 0.5 * effect / std::sqrt(1 + effect * effect);
}

double most_score(const Hypotheses& hypotheses, Model model) {
  if (model == Model::logistic) return score_of_elo(hypotheses.elo0);
  return std::max(0.5, furthest_score(hypotheses.elo0));
}

double least_score(const Hypotheses& hypotheses, Model model) {
  if (model == Model::logistic) return score_of_elo(hypotheses.elo1);
  return std::min(0.5, furthest_score(hypotheses.elo1));
}

}  // namespace

FarStop::FarStop(const Hypotheses& hypotheses, const Risks& risks, Model model)
    : needed_for_h1_(-std::log(risks.alpha)), needed_for_h0_(-std::log(risks.beta)) {
  static_cast<void>(bounds(risks));  // refuses impossible risks
  if (model == Model::bayesian) throw std::invalid_argument("BayesElo is for single games");
  const double most_of_h0 = most_score(hypotheses, model);
  const double least_of_h1 = least_score(hypotheses, model);
  for (std::size_t quarters = 0; quarters < won_above_.size(); ++quarters) {
    const double score = static_cast<double>(quarters) / 4;
    for (std::size_t i = 0; i < stakes.size(); ++i) {
      won_above_[quarters][i] = std::log1p(stakes[i] * (score - most_of_h0) / most_of_h0);
      won_below_[quarters][i] = std::log1p(stakes[i] * (least_of_h1 - score) / (1 - least_of_h1));
    }
  }
}

void FarStop::add(std::size_t quarters) noexcept {
  // Adds what one side's bets win, and says whether the mean of its capitals has reached `needed`.
  const auto bet = [](Capitals& capitals, const Capitals& won, double needed) {
    double most = -HUGE_VAL;
    for (std::size_t i = 0; i < stakes.size(); ++i) {
      capitals[i] += won[i];
      most = std::max(most, capitals[i]);
    }
    if (most < needed) return false;  // the mean is no larger
    double sum = 0;
    for (const double capital : capitals) sum += std::exp(capital - most);
    return most + std::log(sum / static_cast<double>(stakes.size())) >= needed;
  };
  const bool h1 = bet(above_, won_above_.at(quarters), needed_for_h1_);
  const bool h0 = bet(below_, won_below_.at(quarters), needed_for_h0_);
  if (decision_ != Decision::proceed) return;
  if (h1) decision_ = Decision::accept_h1;
  if (h0) decision_ = Decision::accept_h0;
}

namespace {

constexpr double far_share = 0.2;  // of the risks

Risks part_of(const Risks& risks, double share) {
  return {share * risks.alpha, share * risks.beta};
}

}  // namespace

Risks ratio_risks(const WinQuestion& question) noexcept {
  return question.far_stop ? part_of(question.risks, 1 - far_share) : question.risks;
}

WinTest::WinTest(const WinQuestion& question)
    : question_(question), ratio_risks_(ratio_risks(question)) {
  static_cast<void>(bounds(question.risks));  // refuses impossible risks
  sprt_ = statistics::sprt(pairs_, question.elo, ratio_risks_, question.model);
  if (question.far_stop) {
    far_.emplace(question.elo, part_of(question.risks, far_share), question.model);
  }
}

void WinTest::add(GameResult one, GameResult two) {
  pairs_.add(one, two);
  sprt_ = statistics::sprt(pairs_, question_.elo, ratio_risks_, question_.model);
  if (far_) far_->add(static_cast<std::size_t>(one) + static_cast<std::size_t>(two));
  if (decision_ != Decision::proceed) return;
  decision_ = sprt_.decision;
  if (decision_ == Decision::proceed && far_) {
    decision_ = far_->decision();
    stopped_far_ = decision_ != Decision::proceed;
  }
}

}  // namespace referee::statistics
