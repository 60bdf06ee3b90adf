#include "referee/base/statistics/rating_fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/elo.hpp"

namespace referee::statistics {
namespace {

// All games of two players, the lower number first.
struct Observed {
  double games = 0;
  double score = 0;
  double expected = 0;
  double variance = 0;  // of games that are won or lost
};
using AllObserved = std::map<std::pair<std::size_t, std::size_t>, Observed>;

AllObserved observed_of(const RatingList& list, std::span<const Encounter> encounters) {
  const bool seats = list.first_seat().use == SeatUse::fitted;
  AllObserved all;
  for (const Encounter& e : encounters) {
    const double apart = list.players()[e.first].elo - list.players()[e.second].elo;
    const bool in_order = e.first < e.second;
    Observed& met = all[std::minmax(e.first, e.second)];
    const auto add = [&](const GameCounts& games, double advantage) {
      const auto count = static_cast<double>(games.total());
      const double share = score_of_elo(apart + advantage);
      met.games += count;
      met.score += in_order ? games.points() : count - games.points();
      met.expected += count * (in_order ? share : 1 - share);
      met.variance += count * share * (1 - share);
    };
    if (seats) {
      add(e.seats->first, list.first_seat().advantage.value);
      add(e.games - e.seats->first, -list.first_seat().advantage.value);
    } else {
      add(e.games, 0);
    }
  }
  return all;
}

// How much more pairs vary around the mean of their players than independent decided games would;
// at least 1.
double dispersion_of(std::span<const Encounter> encounters) {
  double squares = 0;
  double expected = 0;
  for (const Encounter& e : encounters) {
    const auto n = static_cast<double>(e.pairs.total());
    if (n < 2) continue;
    const Strength strength = referee::statistics::strength(e.pairs);
    squares += n * strength.variance;
    expected += (n - 1) * strength.score * (1 - strength.score) / 2;
  }
  return expected > 0 ? std::max(1.0, squares / expected) : 1;
}

// Ratings that the results have set: one for each player but one of each group.
double fitted_ratings(const RatingList& list, std::span<const Encounter> encounters) {
  std::vector<bool> plays(list.players().size(), false);
  for (const Encounter& e : encounters) plays[e.first] = plays[e.second] = true;
  std::vector<std::size_t> groups;
  double players = 0;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    if (!plays[i]) continue;
    ++players;
    groups.push_back(list.players()[i].group);
  }
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  const double seat = list.first_seat().use == SeatUse::fitted ? 1 : 0;
  return players - static_cast<double>(groups.size()) + seat;
}

}  // namespace

FitCheck check_fit(const RatingList& list, std::span<const Encounter> encounters) {
  constexpr double least_variance = 1;
  const AllObserved all = observed_of(list, encounters);
  const double dispersion = dispersion_of(encounters);
  FitCheck check;
  std::vector<std::pair<double, Misfit>> off;
  for (const auto& [players, met] : all) {
    if (met.variance < least_variance) continue;
    const double away = met.score - met.expected;
    const double square = away * away / (met.variance * dispersion);
    check.chi_square += square;
    off.push_back({square, {players.first, players.second, met.games, met.score, met.expected}});
  }
  const auto used = static_cast<double>(off.size());
  const double left = static_cast<double>(all.size()) - fitted_ratings(list, encounters);
  if (off.empty() || left <= 0) return {};
  // Each result that is looked at has this share of what the ratings leave free.
  check.freedom = used * left / static_cast<double>(all.size());
  check.p = chi_square_above(check.chi_square, check.freedom);
  const double farthest = -normal_quantile(0.025 / used);
  std::sort(off.begin(), off.end(),
            [](const auto& one, const auto& other) { return one.first > other.first; });
  for (const auto& [square, misfit] : off) {
    if (std::sqrt(square) > farthest) check.misfits.push_back(misfit);
  }
  return check;
}

}  // namespace referee::statistics
