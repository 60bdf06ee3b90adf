#include "referee/base/statistics/far_stop.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

// Shares of the capital that can be lost in one pair.
constexpr std::array stakes{0.95, 0.65, 0.45, 0.3, 0.2, 0.13};

// What a bet on more than `mean` adds to the logarithm of its capital.
double won(double stake, double score, double mean) {
  return std::log1p(stake * (score - mean) / mean);
}

// Whether the mean of the capitals has reached exp(needed).
bool reached(const std::array<double, stakes.size()>& capitals, double needed) {
  const double most = *std::max_element(capitals.begin(), capitals.end());
  if (most < needed) return false;  // the mean is no larger
  double sum = 0;
  for (const double capital : capitals) sum += std::exp(capital - most);
  return most + std::log(sum / static_cast<double>(capitals.size())) >= needed;
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
      won_above_[quarters][i] = won(stakes[i], score, most_of_h0);
      won_below_[quarters][i] = won(stakes[i], 1 - score, 1 - least_of_h1);
    }
  }
}

void FarStop::add(std::size_t quarters) noexcept {
  for (std::size_t i = 0; i < stakes.size(); ++i) {
    above_[i] += won_above_.at(quarters)[i];
    below_[i] += won_below_.at(quarters)[i];
  }
  if (decision_ != Decision::proceed) return;
  if (reached(above_, needed_for_h1_)) decision_ = Decision::accept_h1;
  if (reached(below_, needed_for_h0_)) decision_ = Decision::accept_h0;
}

namespace {

// The largest mean against which the bets on more have won 1/risk.
double least_mean(const std::array<std::uint64_t, 5>& counts, double risk) {
  const auto refuted = [&](double mean) {
    std::array<double, stakes.size()> capitals{};
    for (std::size_t quarters = 0; quarters < counts.size(); ++quarters) {
      const double score = static_cast<double>(quarters) / 4;
      for (std::size_t i = 0; i < stakes.size(); ++i) {
        capitals[i] += static_cast<double>(counts[quarters]) * won(stakes[i], score, mean);
      }
    }
    return reached(capitals, -std::log(risk));
  };
  double low = 0;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = low + (high - low) / 2;
    (refuted(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

ScoreBounds score_bounds(const PairCounts& p, const Risks& risks) {
  return {least_mean({p.ll, p.ld, p.even, p.wd, p.ww}, risks.alpha),
          1 - least_mean({p.ww, p.wd, p.even, p.ld, p.ll}, risks.beta)};
}

double widest_elo(double score) noexcept {
  return normalized_elo_unit / std::sqrt(2.0) * (score - 0.5) / std::sqrt(score * (1 - score));
}

}  // namespace referee::statistics
