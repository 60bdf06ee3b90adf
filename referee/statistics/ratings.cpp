#include "referee/statistics/ratings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "referee/statistics/bradley_terry.hpp"
#include "referee/statistics/distributions.hpp"
#include "referee/statistics/elo.hpp"

namespace referee::statistics {
namespace {

constexpr double elo_per_unit = normalized_elo_unit / 2;  // 400 / ln 10

void require_usable(std::size_t players, std::span<const Encounter> encounters,
                    const std::optional<Anchor>& anchor) {
  for (const Encounter& e : encounters) {
    if (e.first >= players || e.second >= players) {
      throw std::invalid_argument("an encounter names a player that is not in the list");
    }
    if (e.first == e.second) throw std::invalid_argument("a player cannot meet itself");
  }
  if (anchor && (anchor->player >= players || !std::isfinite(anchor->elo))) {
    throw std::invalid_argument("the anchor must be a player of the list with a finite rating");
  }
}

double score_of(const GameCounts& games) {
  return static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2;
}

using Players = std::vector<std::size_t>;

// The players of each part, in rising order.
std::vector<Players> members_of(const Players& part_of) {
  std::vector<Players> members;
  for (std::size_t player = 0; player < part_of.size(); ++player) {
    if (part_of[player] >= members.size()) members.resize(part_of[player] + 1);
    members[part_of[player]].push_back(player);
  }
  return members;
}

// How the games of a tournament connect the players.
struct Graph {
  Edges scored;      // player -> those it scored against
  Players group_of;  // connected by games
  Players part_of;   // connected both ways by scoring
};

Graph graph_of(std::size_t players, std::span<const Encounter> encounters) {
  Graph graph;
  graph.scored.resize(players);
  Edges met(players);
  for (const Encounter& e : encounters) {
    if (e.games.total() == 0) continue;
    met[e.first].push_back(e.second);
    met[e.second].push_back(e.first);
    if (e.games.wins + e.games.draws > 0) graph.scored[e.first].push_back(e.second);
    if (e.games.losses + e.games.draws > 0) graph.scored[e.second].push_back(e.first);
  }
  for (Players& others : graph.scored) {
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
  }
  graph.group_of = connected_parts(met);
  graph.part_of = connected_parts(graph.scored);
  return graph;
}

// Whether the players outside a part limit its ratings from above, below, or both.
std::vector<Reach> reaches_of_parts(const Graph& graph) {
  const std::size_t parts = members_of(graph.part_of).size();
  std::vector<bool> from_below(parts, false);
  std::vector<bool> from_above(parts, false);
  for (std::size_t player = 0; player < graph.scored.size(); ++player) {
    for (const std::size_t other : graph.scored[player]) {
      if (graph.part_of[player] == graph.part_of[other]) continue;
      from_below[graph.part_of[player]] = true;
      from_above[graph.part_of[other]] = true;
    }
  }
  std::vector<Reach> reaches(parts, Reach::two_sided);
  for (std::size_t part = 0; part < parts; ++part) {
    if (from_below[part] && !from_above[part]) reaches[part] = Reach::at_least;
    if (!from_below[part] && from_above[part]) reaches[part] = Reach::at_most;
  }
  return reaches;
}

// The games inside one group, added up, its players numbered by their place in `members`.
std::vector<Meeting> meetings_of(const Players& members, std::span<const Encounter> encounters) {
  std::map<std::pair<std::size_t, std::size_t>, Meeting> sums;
  const auto place = [&](std::size_t player) {
    const auto found = std::lower_bound(members.begin(), members.end(), player);
    return static_cast<std::size_t>(found - members.begin());
  };
  for (const Encounter& e : encounters) {
    if (!std::binary_search(members.begin(), members.end(), e.first)) continue;
    if (e.games.total() == 0) continue;
    std::size_t low = place(e.first);
    std::size_t high = place(e.second);
    GameCounts games = e.games;
    if (low > high) {
      std::swap(low, high);
      games = games.swapped();
    }
    Meeting& sum = sums.try_emplace({low, high}, Meeting{low, high, 0, 0}).first->second;
    sum.games += static_cast<double>(games.total());
    sum.score += score_of(games);
  }
  std::vector<Meeting> meetings;
  for (const auto& [pair, meeting] : sums) meetings.push_back(meeting);
  return meetings;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Variance of each rating against the mean of the group's ratings.
std::vector<double> variances_against_mean(const std::vector<double>& covariance,
                                           std::size_t size) {
  const auto count = static_cast<double>(size);
  std::vector<double> row_means(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) row_means[i] += covariance[i * size + j] / count;
  }
  const double total_mean = mean_of(row_means);
  std::vector<double> variances(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    variances[i] = covariance[i * size + i] - 2 * row_means[i] + total_mean;
  }
  return variances;
}

double square(double x) { return x * x; }

// Those games that were not played in pairs.
GameCounts single_games(const Encounter& e) {
  const auto& pairs = e.pairs;
  const std::uint64_t dd = pairs.dd.value_or(0);
  const std::uint64_t wl = pairs.even - dd;
  GameCounts single = e.games;
  const auto take = [](std::uint64_t& from, std::uint64_t count) { from -= std::min(from, count); };
  take(single.wins, 2 * pairs.ww + pairs.wd + wl);
  take(single.losses, 2 * pairs.ll + pairs.ld + wl);
  take(single.draws, pairs.ld + pairs.wd + 2 * dd);
  return single;
}

// How far the results of one encounter lie from what was expected of its first player, as sums of
// squares in games; each pair is one result.
struct Spread {
  double squares = 0;
  double results = 0;
  double widest = 0;  // of a result at the ends of the scale, half at each
};

Spread spread_of(const Encounter& e, double expected) {
  constexpr double games = 2;  // of a pair
  const GameCounts single = single_games(e);
  const std::array<std::uint64_t, 3> one{single.losses, single.draws, single.wins};
  const std::array<std::uint64_t, 5> two{e.pairs.ll, e.pairs.ld, e.pairs.even, e.pairs.wd,
                                         e.pairs.ww};
  Spread spread;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const auto count = static_cast<double>(one[i]);
    spread.squares += count * square(static_cast<double>(i) / 2 - expected);
    spread.results += count;
  }
  for (std::size_t i = 0; i < two.size(); ++i) {
    const auto count = static_cast<double>(two[i]);
    spread.squares += count * square(games * (static_cast<double>(i) / 4 - expected));
    spread.results += count;
  }
  const double widest = (square(expected) + square(1 - expected)) / 2;
  const double pairs = static_cast<double>(e.pairs.total());
  if (spread.results > 0) {
    spread.widest = widest * (square(games) * pairs + (spread.results - pairs)) / spread.results;
  }
  return spread;
}

// The errors of a group.
struct Errors {
  std::vector<double> covariance;  // as in Fit
  double quantile = z95;
};

// left * right, both size x size.
std::vector<double> product(const std::vector<double>& left, const std::vector<double>& right,
                            std::size_t size) {
  std::vector<double> result(size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      const double factor = left[i * size + k];
      if (factor == 0) continue;
      for (std::size_t j = 0; j < size; ++j) {
        result[i * size + j] += factor * right[k * size + j];
      }
    }
  }
  return result;
}

// The inverse curvature of the likelihood around the spread of the results: it holds whatever the
// law of a pair. One imagined result for the whole group, at the ends of the scale, keeps few equal
// results from looking certain; the spread is scaled up for the ratings that were fitted to it.
Errors errors_of(const Fit& fit, const Players& members, std::span<const Encounter> encounters,
                 bool imagined_draws) {
  const std::size_t size = members.size();
  struct Found {
    std::size_t first;
    std::size_t second;
    Spread spread;
  };
  std::vector<Found> found;
  double results = 0;
  for (const Encounter& e : encounters) {
    if (e.games.total() == 0 || !std::binary_search(members.begin(), members.end(), e.first)) {
      continue;
    }
    const auto place = [&](std::size_t player) {
      return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), player) -
                                      members.begin());
    };
    const std::size_t first = place(e.first);
    const std::size_t second = place(e.second);
    const double expected = 1 / (1 + std::exp(fit.ratings[second] - fit.ratings[first]));
    found.push_back({first, second, spread_of(e, expected)});
    results += found.back().spread.results;
  }
  const double fitted = static_cast<double>(size) - 1;
  constexpr double most_scaled = 2;
  const double scale = results > most_scaled * fitted ? results / (results - fitted) : most_scaled;
  std::vector<double> spread(size * size, 0.0);
  for (const Found& f : found) {
    const double squares =
        scale * f.spread.squares + f.spread.widest * f.spread.results / std::max(results, 1.0);
    spread[f.first * size + f.first] += squares;
    spread[f.second * size + f.second] += squares;
    spread[f.first * size + f.second] -= squares;
    spread[f.second * size + f.first] -= squares;
  }
  constexpr double of_a_draw = 0.25;
  for (std::size_t i = 0; imagined_draws && i < size; ++i) spread[i * size + i] += of_a_draw;
  Errors errors;
  errors.covariance = product(product(fit.covariance, spread, size), fit.covariance, size);
  constexpr double least_freedom = 4;
  errors.quantile = student_t_quantile(0.975, std::max(results - fitted + 1, least_freedom));
  return errors;
}

}  // namespace

double RatingList::deviation(std::size_t a, std::size_t b) const {
  const std::size_t size = ratings_.size();
  const double variance = covariance_[a * size + a] + covariance_[b * size + b] -
                          covariance_[a * size + b] - covariance_[b * size + a];
  return std::sqrt(std::max(variance, 0.0));
}

bool RatingList::leads_to(std::size_t a, std::size_t b) const {
  std::vector<bool> seen(ratings_.size(), false);
  Players open{a};
  seen[a] = true;
  while (!open.empty() && !seen[b]) {
    const std::size_t player = open.back();
    open.pop_back();
    for (const std::size_t other : scored_[player]) {
      if (seen[other]) continue;
      seen[other] = true;
      open.push_back(other);
    }
  }
  return seen[b];
}

Estimate RatingList::difference(std::size_t a, std::size_t b) const {
  Estimate estimate;
  if (a == b) return Estimate::around(0, 0);
  if (ratings_[a].group != ratings_[b].group) return estimate;
  estimate.value = ratings_[a].elo - ratings_[b].elo;
  const bool down = leads_to(a, b);
  const bool up = leads_to(b, a);
  estimate.conservative = !(down && up);
  if (!down && !up) return estimate;
  estimate.error = quantiles_[a] * deviation(a, b);
  if (down) estimate.low = estimate.value - estimate.error;
  if (up) estimate.high = estimate.value + estimate.error;
  estimate.reach = down && up ? Reach::two_sided : down ? Reach::at_least : Reach::at_most;
  return estimate;
}

double RatingList::superiority(std::size_t a, std::size_t b) const {
  if (a == b || ratings_[a].group != ratings_[b].group) return 0.5;
  return normal_cdf((ratings_[a].elo - ratings_[b].elo) / deviation(a, b));
}

RatingList rate(std::size_t players, std::span<const Encounter> encounters,
                std::optional<Anchor> anchor) {
  require_usable(players, encounters, anchor);
  RatingList list;
  list.ratings_.resize(players);
  list.covariance_.assign(players * players, 0.0);
  list.quantiles_.assign(players, z95);
  for (const Encounter& e : encounters) {
    list.ratings_[e.first].games += e.games.total();
    list.ratings_[e.second].games += e.games.total();
    list.ratings_[e.first].score += score_of(e.games);
    list.ratings_[e.second].score += score_of(e.games.swapped());
  }
  const Graph graph = graph_of(players, encounters);
  const std::vector<Reach> reaches = reaches_of_parts(graph);
  for (const Players& members : members_of(graph.group_of)) {
    const bool one_part = std::all_of(members.begin(), members.end(), [&](std::size_t player) {
      return graph.part_of[player] == graph.part_of[members.front()];
    });
    const Fit fit = fit_ratings(members.size(), meetings_of(members, encounters), !one_part);
    const double middle = mean_of(fit.ratings);
    const Errors errors = errors_of(fit, members, encounters, !one_part);
    const std::vector<double> variances = variances_against_mean(errors.covariance, members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      Rating& rating = list.ratings_[members[i]];
      rating.elo = elo_per_unit * (fit.ratings[i] - middle);
      rating.error = elo_per_unit * errors.quantile * std::sqrt(std::max(variances[i], 0.0));
      list.quantiles_[members[i]] = errors.quantile;
      rating.group = graph.group_of[members[i]];
      rating.reach = members.size() == 1 ? Reach::nothing : reaches[graph.part_of[members[i]]];
      for (std::size_t j = 0; j < members.size(); ++j) {
        list.covariance_[members[i] * players + members[j]] =
            elo_per_unit * elo_per_unit * errors.covariance[i * members.size() + j];
      }
    }
  }
  list.scored_ = graph.scored;
  if (!anchor) return list;
  const Rating zero = list.ratings_[anchor->player];
  for (std::size_t player = 0; player < players; ++player) {
    Rating& rating = list.ratings_[player];
    if (rating.group != zero.group) continue;
    rating.elo = anchor->elo + (rating.elo - zero.elo);
    rating.error = list.quantiles_[player] * list.deviation(player, anchor->player);
    if (rating.games > 0) rating.reach = list.difference(player, anchor->player).reach;
  }
  return list;
}

}  // namespace referee::statistics
