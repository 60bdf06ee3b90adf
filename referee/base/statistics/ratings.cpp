#include "referee/base/statistics/ratings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "referee/base/statistics/bradley_terry.hpp"
#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/rating_errors.hpp"

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
  std::vector<std::uint64_t> games_of;
  Edges scored;      // player -> those it scored against
  Players group_of;  // connected by games
  Players part_of;   // connected both ways by scoring
};

Graph graph_of(std::size_t players, std::span<const Encounter> encounters) {
  Graph graph;
  graph.scored.resize(players);
  graph.games_of.resize(players);
  Edges met(players);
  for (const Encounter& e : encounters) {
    if (e.games.total() == 0) continue;
    graph.games_of[e.first] += e.games.total();
    graph.games_of[e.second] += e.games.total();
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

// The games inside one group, added up, its players numbered by their place in `members`;
// `by_seat`: those of each seat by themselves.
std::vector<Meeting> meetings_of(const Players& members, std::span<const Encounter> encounters,
                                 bool by_seat) {
  std::map<std::array<std::size_t, 3>, Meeting> sums;
  const auto place = [&](std::size_t player) {
    const auto found = std::lower_bound(members.begin(), members.end(), player);
    return static_cast<std::size_t>(found - members.begin());
  };
  // `seat`: 1 if the first player has the first seat.
  const auto add = [&](std::size_t first, std::size_t second, GameCounts games, int seat) {
    if (games.total() == 0) return;
    if (first > second) {
      std::swap(first, second);
      games = games.swapped();
      seat = -seat;
    }
    const std::array key{first, second, static_cast<std::size_t>(seat + 1)};
    Meeting& sum = sums.try_emplace(key, Meeting{first, second, 0, 0, seat}).first->second;
    sum.games += static_cast<double>(games.total());
    sum.score += games.points();
  };
  for (const Encounter& e : encounters) {
    if (!std::binary_search(members.begin(), members.end(), e.first)) continue;
    if (e.games.total() == 0) continue;
    const std::size_t first = place(e.first);
    const std::size_t second = place(e.second);
    if (!by_seat) {
      add(first, second, e.games, 0);
    } else {
      add(first, second, e.seats->first, 1);
      add(first, second, e.games - e.seats->first, -1);
    }
  }
  std::vector<Meeting> meetings;
  for (const auto& [key, meeting] : sums) meetings.push_back(meeting);
  return meetings;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Variance of each rating against the mean of the group's ratings. `covariance` has rows of `row`.
std::vector<double> variances_against_mean(const std::vector<double>& covariance, std::size_t size,
                                           std::size_t row) {
  const auto count = static_cast<double>(size);
  std::vector<double> row_means(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) row_means[i] += covariance[i * row + j] / count;
  }
  const double total_mean = mean_of(row_means);
  std::vector<double> variances(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    variances[i] = covariance[i * row + i] - 2 * row_means[i] + total_mean;
  }
  return variances;
}

bool all_seats_known(std::span<const Encounter> encounters) {
  return std::all_of(encounters.begin(), encounters.end(),
                     [](const Encounter& e) { return e.games.total() == 0 || e.seats; });
}

// Precondition: all seats are known.
bool seats_are_even(std::size_t players, std::span<const Encounter> encounters) {
  std::vector<double> games(players, 0.0);
  std::vector<double> surplus(players, 0.0);  // games in the first seat less those in the second
  for (const Encounter& e : encounters) {
    if (e.games.total() == 0) continue;
    const auto total = static_cast<double>(e.games.total());
    const double more = 2 * static_cast<double>(e.seats->first.total()) - total;
    games[e.first] += total;
    games[e.second] += total;
    surplus[e.first] += more;
    surplus[e.second] -= more;
  }
  for (std::size_t i = 0; i < players; ++i) {
    if (std::abs(surplus[i]) > most_uneven * games[i]) return false;
  }
  return true;
}

// Whether the first seat got some of the points, but not all.
bool both_seats_scored(std::span<const Encounter> encounters) {
  double games = 0;
  double score = 0;
  for (const Encounter& e : encounters) {
    if (e.games.total() == 0) continue;
    const GameCounts in_second = (e.games - e.seats->first).swapped();
    score += e.seats->first.points() + in_second.points();
    games += static_cast<double>(e.games.total());
  }
  return score > 0 && score < games;
}

struct Fitted {
  Fit fit;
  Errors errors;
};

Fitted fitted(const Players& members, std::span<const Encounter> encounters,
              const FitOptions& options, std::span<const Ranked> ranked = {}) {
  Fitted found;
  found.fit =
      fit_ratings(members.size(), meetings_of(members, encounters, options.first_seat), options);
  found.errors = errors_of(found.fit, members, encounters, options.imagined_draws, ranked);
  return found;
}

// The advantage of the first seat from a fit that has it, with the error of the spread of the
// results; or with that of the likelihood's curvature if that one is too large, since few results
// can lie close together by chance.
Estimate advantage_of(const Fitted& found) {
  const std::size_t last = found.fit.unknowns * found.fit.unknowns - 1;
  const auto error = [&](double variance) {
    return elo_per_unit * student_t_quantile(0.975, found.errors.freedom) *
           std::sqrt(std::max(variance, 0.0));
  };
  const double of_curvature = error(found.fit.covariance[last]);
  const double of_spread = error(found.errors.covariance[last]);
  return Estimate::around(
      elo_per_unit * found.fit.first_seat,
      of_curvature > most_seat_error ? std::max(of_curvature, of_spread) : of_spread);
}

// The fit with the first seat, if the results allow one; what it says goes to `seat`.
std::optional<Fitted> fitted_with_seat(const Players& members, const Graph& graph,
                                       std::span<const Encounter> encounters, bool imagined_draws,
                                       FirstSeat& seat) {
  if (!all_seats_known(encounters)) return std::nullopt;
  const auto meets_others = [&](std::size_t player) {
    return !std::binary_search(members.begin(), members.end(), player) &&
           graph.games_of[player] > 0;
  };
  for (std::size_t player = 0; player < graph.games_of.size(); ++player) {
    if (meets_others(player)) return std::nullopt;  // there is another group
  }
  seat.use = seats_are_even(graph.games_of.size(), encounters) ? SeatUse::even : SeatUse::uncertain;
  if (!both_seats_scored(encounters)) return std::nullopt;
  Fitted found = fitted(members, encounters, {imagined_draws, true});
  seat.advantage = advantage_of(found);
  if (seat.use == SeatUse::uncertain && seat.advantage.error <= most_seat_error) {
    seat.use = SeatUse::fitted;
  }
  return found;
}

// Leaves room for an advantage of the first seat in a fit without one: what `seated`, the fit that
// has it, says of it together with what is known beforehand. Each rating moves with the advantage
// as it does in `seated`.
void leave_room_for_seat(Fitted& plain, const Fitted& seated) {
  const std::size_t row = seated.fit.unknowns;
  const std::vector<double>& covariance = seated.fit.covariance;
  const double own = covariance[row * row - 1];
  // That fit counts one imagined draw against no advantage, which is replaced.
  constexpr double imagined = 0.25;
  const double usual = usual_advantage / elo_per_unit;
  const double variance = 1 / (std::max(0.0, 1 / own - imagined) + 1 / (usual * usual));
  const double advantage = variance * seated.fit.first_seat / own;
  const std::size_t players = plain.fit.ratings.size();
  const auto moves = [&](std::size_t player) { return covariance[player * row + row - 1] / own; };
  for (std::size_t i = 0; i < players; ++i) {
    plain.fit.ratings[i] += moves(i) * advantage;
    for (std::size_t j = 0; j < players; ++j) {
      plain.errors.covariance[i * plain.fit.unknowns + j] += moves(i) * moves(j) * variance;
    }
  }
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
  estimate.error = quantile(a) * deviation(a, b);
  if (down) estimate.low = estimate.value - estimate.error;
  if (up) estimate.high = estimate.value + estimate.error;
  estimate.reach = down && up ? Reach::two_sided : down ? Reach::at_least : Reach::at_most;
  return estimate;
}

double RatingList::quantile(std::size_t player, double chance) const {
  return student_t_quantile((1 + chance) / 2, freedom_[player]);
}

std::vector<Places> RatingList::places() const {
  std::vector<std::size_t> members(ratings_.size(), 0);
  for (const Rating& rating : ratings_) ++members[rating.group];
  std::vector<Places> places(ratings_.size());
  for (std::size_t player = 0; player < ratings_.size(); ++player) {
    const Rating& own = ratings_[player];
    const auto size = static_cast<double>(members[own.group]);
    if (size < 2) continue;
    const double least = quantile(player, 1 - 0.05 / (size * (size - 1) / 2));
    places[player].last = members[own.group];
    for (std::size_t other = 0; other < ratings_.size(); ++other) {
      if (other == player || ratings_[other].group != own.group) continue;
      const double clear = least * deviation(player, other);
      if (ratings_[other].elo - own.elo > clear) ++places[player].first;
      if (own.elo - ratings_[other].elo > clear) --places[player].last;
    }
  }
  return places;
}

double RatingList::superiority(std::size_t a, std::size_t b) const {
  if (a == b || ratings_[a].group != ratings_[b].group) return 0.5;
  return normal_cdf((ratings_[a].elo - ratings_[b].elo) / deviation(a, b));
}

std::string_view name(SeatUse use) noexcept {
  constexpr std::array names{"fitted", "even", "uncertain", "unknown"};
  return names[static_cast<std::size_t>(use)];
}

RatingList rate(std::size_t players, std::span<const Encounter> encounters,
                std::optional<Anchor> anchor, std::span<const Ranked> ranked) {
  require_usable(players, encounters, anchor);
  RatingList list;
  list.ratings_.resize(players);
  list.covariance_.assign(players * players, 0.0);
  list.freedom_.assign(players, 1);
  for (const Encounter& e : encounters) {
    list.ratings_[e.first].games += e.games.total();
    list.ratings_[e.second].games += e.games.total();
    list.ratings_[e.first].score += e.games.points();
    list.ratings_[e.second].score += e.games.swapped().points();
  }
  const Graph graph = graph_of(players, encounters);
  const std::vector<Reach> reaches = reaches_of_parts(graph);
  std::vector<DrawResults> draws;
  for (const Players& members : members_of(graph.group_of)) {
    const bool one_part = std::all_of(members.begin(), members.end(), [&](std::size_t player) {
      return graph.part_of[player] == graph.part_of[members.front()];
    });
    std::optional<Fitted> seated;
    if (graph.games_of[members.front()] > 0) {
      seated = fitted_with_seat(members, graph, encounters, !one_part, list.first_seat_);
    }
    std::optional<Fitted> found = seated;
    if (list.first_seat_.use != SeatUse::fitted) {
      found = fitted(members, encounters, {!one_part}, ranked);
    }
    if (list.first_seat_.use == SeatUse::uncertain && seated) leave_room_for_seat(*found, *seated);
    const auto& [fit, errors] = *found;
    add_draws(draws, fit, members, encounters);
    const double middle = mean_of(fit.ratings);
    const std::vector<double> variances =
        variances_against_mean(errors.covariance, members.size(), fit.unknowns);
    for (std::size_t i = 0; i < members.size(); ++i) {
      Rating& rating = list.ratings_[members[i]];
      rating.elo = elo_per_unit * (fit.ratings[i] - middle);
      list.freedom_[members[i]] = errors.freedom;
      rating.error =
          elo_per_unit * list.quantile(members[i]) * std::sqrt(std::max(variances[i], 0.0));
      rating.group = graph.group_of[members[i]];
      rating.reach = members.size() == 1 ? Reach::nothing : reaches[graph.part_of[members[i]]];
      for (std::size_t j = 0; j < members.size(); ++j) {
        list.covariance_[members[i] * players + members[j]] =
            elo_per_unit * elo_per_unit * errors.covariance[i * fit.unknowns + j];
      }
    }
  }
  list.draws_ = draw_rate(draws);
  list.scored_ = graph.scored;
  if (!anchor) return list;
  const Rating zero = list.ratings_[anchor->player];
  for (std::size_t player = 0; player < players; ++player) {
    Rating& rating = list.ratings_[player];
    if (rating.group != zero.group) continue;
    rating.elo = anchor->elo + (rating.elo - zero.elo);
    rating.error = list.quantile(player) * list.deviation(player, anchor->player);
    if (rating.games > 0) rating.reach = list.difference(player, anchor->player).reach;
  }
  return list;
}

}  // namespace referee::statistics
