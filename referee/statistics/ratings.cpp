#include "referee/statistics/ratings.hpp"

#include <algorithm>
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
std::vector<double> variances_against_mean(const Fit& fit) {
  const std::size_t size = fit.ratings.size();
  const auto count = static_cast<double>(size);
  std::vector<double> row_means(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) row_means[i] += fit.covariance[i * size + j] / count;
  }
  const double total_mean = mean_of(row_means);
  std::vector<double> variances(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    variances[i] = fit.covariance[i * size + i] - 2 * row_means[i] + total_mean;
  }
  return variances;
}

double error_of(double variance) { return z95 * std::sqrt(std::max(variance, 0.0)); }

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
  estimate.error = z95 * deviation(a, b);
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
    const std::vector<double> variances = variances_against_mean(fit);
    for (std::size_t i = 0; i < members.size(); ++i) {
      Rating& rating = list.ratings_[members[i]];
      rating.elo = elo_per_unit * (fit.ratings[i] - middle);
      rating.error = elo_per_unit * error_of(variances[i]);
      rating.group = graph.group_of[members[i]];
      rating.reach = members.size() == 1 ? Reach::nothing : reaches[graph.part_of[members[i]]];
      for (std::size_t j = 0; j < members.size(); ++j) {
        list.covariance_[members[i] * players + members[j]] =
            elo_per_unit * elo_per_unit * fit.covariance[i * members.size() + j];
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
    rating.error = z95 * list.deviation(player, anchor->player);
  }
  return list;
}

}  // namespace referee::statistics
