#include "referee/base/statistics/rating_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "referee/base/statistics/distributions.hpp"

namespace referee::statistics {
namespace {

using Players = std::vector<std::size_t>;
constexpr double games_of_a_pair = 2;

double squared(double x) { return x * x; }

// Those of `games` that were not played in pairs.
GameCounts without(GameCounts games, const GameCounts& in_pairs) {
  const auto take = [](std::uint64_t& from, std::uint64_t count) { from -= std::min(from, count); };
  take(games.wins, in_pairs.wins);
  take(games.losses, in_pairs.losses);
  take(games.draws, in_pairs.draws);
  return games;
}

GameCounts games_of(const PairCounts& pairs) {
  const std::uint64_t dd = pairs.dd.value_or(0);
  const std::uint64_t wl = pairs.even - dd;
  return {.wins = 2 * pairs.ww + pairs.wd + wl,
          .losses = 2 * pairs.ll + pairs.ld + wl,
          .draws = pairs.ld + pairs.wd + 2 * dd};
}

// The players of an encounter, by their places in the group.
struct Met {
  std::size_t first = 0;
  std::size_t second = 0;
};

std::optional<Met> met_in(const Players& members, const Encounter& e) {
  if (e.games.total() == 0 || !std::binary_search(members.begin(), members.end(), e.first)) {
    return std::nullopt;
  }
  const auto place = [&](std::size_t player) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), player) -
                                    members.begin());
  };
  return Met{place(e.first), place(e.second)};
}

// How far the results of one encounter lie from what was expected of its first player, as sums of
// squares in games; each pair is one result.
struct Spread {
  double squares = 0;
  double seat_squares = 0;  // of what the first seat got too much
  double both = 0;          // products of the two
  double results = 0;
  double widest = 0;  // of a result at the ends of the scale, half at each

  void add(double count, double surplus, double of_seat) {
    squares += count * squared(surplus);
    seat_squares += count * squared(of_seat);
    both += count * surplus * of_seat;
    results += count;
  }
  // `pairs` of the results are pairs of games.
  void set_widest(double expected, double pairs) {
    if (results == 0) return;
    const double of_a_game = (squared(expected) + squared(1 - expected)) / 2;
    widest = of_a_game * (squared(games_of_a_pair) * pairs + (results - pairs)) / results;
  }
};

// `seat`: 1 or -1 for the seat of the encounter's first player, 0 if it does not matter.
void add_single(Spread& spread, const GameCounts& games, double expected, int seat) {
  const std::array counts{games.losses, games.draws, games.wins};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double surplus = static_cast<double>(i) / 2 - expected;
    spread.add(static_cast<double>(counts[i]), surplus, seat * surplus);
  }
}

Spread spread_of(const Encounter& e, double expected) {
  Spread spread;
  add_single(spread, without(e.games, games_of(e.pairs)), expected, 0);
  const std::array pairs{e.pairs.ll, e.pairs.ld, e.pairs.even, e.pairs.wd, e.pairs.ww};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double surplus = games_of_a_pair * (static_cast<double>(i) / 4 - expected);
    spread.add(static_cast<double>(pairs[i]), surplus, 0);
  }
  spread.set_widest(expected, static_cast<double>(e.pairs.total()));
  return spread;
}

// Likewise with the first seat, in which `as_first` is expected of the first player.
Spread spread_by_seat(const Encounter& e, double as_first, double as_second) {
  Spread spread;
  GameCounts first;  // of the games in pairs
  GameCounts second;
  double pairs = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::uint64_t count = e.seats->pairs[i][j];
      first.add(static_cast<GameResult>(i), count);
      second.add(static_cast<GameResult>(j), count);
      const double in_first = static_cast<double>(i) / 2 - as_first;
      const double in_second = static_cast<double>(j) / 2 - as_second;
      spread.add(static_cast<double>(count), in_first + in_second, in_first - in_second);
      pairs += static_cast<double>(count);
    }
  }
  add_single(spread, without(e.seats->first, first), as_first, 1);
  add_single(spread, without(e.games - e.seats->first, second), as_second, -1);
  spread.set_widest((as_first + as_second) / 2, pairs);
  return spread;
}

Spread spread_in(const Fit& fit, const Encounter& e, const Met& met) {
  if (!fit.has_first_seat()) return spread_of(e, fit.expected(met.first, met.second, 0));
  return spread_by_seat(e, fit.expected(met.first, met.second, 1),
                        fit.expected(met.first, met.second, -1));
}

// A square matrix, row by row.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), values_(size * size, 0.0) {}
  Matrix(std::size_t size, std::vector<double> values) : size_(size), values_(std::move(values)) {}

  double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }
  void add_symmetric(std::size_t row, std::size_t column, double value) {
    at(row, column) += value;
    at(column, row) += value;
  }
  [[nodiscard]] Matrix times(const Matrix& right) const {
    Matrix result(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < size_; ++k) {
        const double factor = values_[i * size_ + k];
        if (factor == 0) continue;
        for (std::size_t j = 0; j < size_; ++j) {
          result.values_[i * size_ + j] += factor * right.values_[k * size_ + j];
        }
      }
    }
    return result;
  }
  [[nodiscard]] std::vector<double> values() && { return std::move(values_); }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

// One encounter's part of the spread, in the unknowns of the fit.
void add_spread(Matrix& matrix, const Fit& fit, const Met& met, const Spread& spread,
                double imagined, double scale) {
  const double squares = scale * spread.squares + imagined;
  matrix.at(met.first, met.first) += squares;
  matrix.at(met.second, met.second) += squares;
  matrix.add_symmetric(met.first, met.second, -squares);
  if (!fit.has_first_seat()) return;
  const std::size_t seat = fit.unknowns - 1;
  matrix.at(seat, seat) += scale * spread.seat_squares + imagined;
  matrix.add_symmetric(met.first, seat, scale * spread.both);
  matrix.add_symmetric(met.second, seat, -scale * spread.both);
}

std::size_t place_in(const Players& members, std::size_t player) {
  return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), player) -
                                  members.begin());
}

// How much more each player of a game has beaten than was expected of it; and their products.
void add_ranked(Matrix& matrix, const Fit& fit, const Players& members, const Ranked& game,
                double scale) {
  std::array<std::size_t, Ranked::most> own{};
  std::array<double, Ranked::most> surplus{};
  for (std::size_t i = 0; i < game.count; ++i) own[i] = place_in(members, game.players[i]);
  for (std::size_t i = 0; i < game.count; ++i) {
    for (std::size_t j = i + 1; j < game.count; ++j) {
      const double result = game.places[i] < game.places[j]    ? 1
                            : game.places[i] == game.places[j] ? 0.5
                                                               : 0;
      const double more = result - fit.expected(own[i], own[j], 0);
      surplus[i] += more;
      surplus[j] -= more;
    }
  }
  for (std::size_t i = 0; i < game.count; ++i) {
    for (std::size_t j = 0; j < game.count; ++j) {
      matrix.at(own[i], own[j]) += scale * surplus[i] * surplus[j];
    }
  }
}

// Imagined results for the whole group, at the ends of the scale, keep few results from looking
// certain. It is one; where all results are just as expected, as many as give two bots that always
// drew the interval of elo.hpp.
double imagined_results(double results, double spread, double quantile) {
  if (results == 0 || spread > 1e-9 * results) return 1;
  return squared(results * std::atanh(1 - std::pow(40, -1 / results)) / quantile);
}

}  // namespace

// The spread is scaled up for the unknowns that were fitted to it.
Errors errors_of(const Fit& fit, const Players& members, std::span<const Encounter> encounters,
                 bool imagined_draws, std::span<const Ranked> ranked) {
  std::vector<std::pair<Met, Spread>> found;
  double results = 0;
  double squares = 0;
  for (const Encounter& e : encounters) {
    const auto met = met_in(members, e);
    if (!met) continue;
    found.emplace_back(*met, spread_in(fit, e, *met));
    results += found.back().second.results;
    squares += found.back().second.squares;
  }
  std::vector<const Ranked*> games;
  for (const Ranked& game : ranked) {
    if (std::binary_search(members.begin(), members.end(), game.players[0])) games.push_back(&game);
  }
  // Of a game of n the encounters are worth at most n - 1 results.
  if (!games.empty()) {
    double ranks = 0;
    for (const Ranked* game : games) ranks += static_cast<double>(game->count) - 1;
    squares *= ranks / results;
    for (auto& [met, one] : found) one.results *= ranks / results;
    results = ranks;
  }
  const double fitted = static_cast<double>(fit.unknowns) - 1;
  constexpr double most_scaled = 2;
  const double scale = results > most_scaled * fitted ? results / (results - fitted) : most_scaled;
  Errors errors;
  constexpr double least_freedom = 4;
  errors.freedom = std::max(results - fitted + 1, least_freedom);
  const double quantile = student_t_quantile(0.975, errors.freedom);
  const double all_imagined = imagined_results(results, squares, quantile);
  Matrix spread(fit.unknowns);
  for (const auto& [met, one] : found) {
    const double imagined = all_imagined * one.widest * one.results / std::max(results, 1.0);
    add_spread(spread, fit, met, one, imagined, games.empty() ? scale : 0);
  }
  for (const Ranked* game : games) add_ranked(spread, fit, members, *game, scale);
  constexpr double of_a_draw = 0.25;
  for (std::size_t i = 0; imagined_draws && i < members.size(); ++i) spread.at(i, i) += of_a_draw;
  const Matrix inverse(fit.unknowns, fit.covariance);
  errors.covariance = inverse.times(spread).times(inverse).values();
  return errors;
}

void add_draws(std::vector<DrawResults>& draws, const Fit& fit, const Players& members,
               std::span<const Encounter> encounters) {
  for (const Encounter& e : encounters) {
    const auto met = met_in(members, e);
    if (!met) continue;
    const PairCounts& pairs = e.pairs;
    const GameCounts single = without(e.games, games_of(pairs));
    const std::uint64_t dd = pairs.dd.value_or(0);
    DrawResults results;
    results.singles = {single.wins + single.losses, single.draws};
    results.pairs = {pairs.ll + pairs.ww + pairs.even - dd, pairs.ld + pairs.wd, dd};
    if (fit.has_first_seat()) {
      results.expected = {fit.expected(met->first, met->second, 1),
                          fit.expected(met->first, met->second, -1)};
      results.share_of_first =
          static_cast<double>(e.seats->first.total()) / static_cast<double>(e.games.total());
    } else {
      results.expected[0] = results.expected[1] = fit.expected(met->first, met->second, 0);
    }
    draws.push_back(results);
  }
}

}  // namespace referee::statistics
