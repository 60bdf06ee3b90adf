#include "referee/base/statistics/skills.hpp"

#include <algorithm>

namespace referee::statistics {
namespace {

// exp(x), to some 1e-12, of additions and multiplications alone.
double exponential(double x) {
  constexpr double most = 40;
  constexpr int halvings = 7;
  constexpr int terms = 12;
  x = std::clamp(x, -most, most) / (1 << halvings);
  double sum = 1;
  for (int term = terms; term > 0; --term) sum = 1 + sum * x / term;
  for (int i = 0; i < halvings; ++i) sum *= sum;
  return sum;
}

double expected_score(double difference) { return 1 / (1 + exponential(-difference)); }

}  // namespace

std::size_t Skills::row_of(std::size_t player) const {
  return static_cast<std::size_t>(std::find(players_.begin(), players_.end(), player) -
                                  players_.begin());
}

void Skills::enter(std::size_t player) {
  const std::size_t before = players_.size();
  Known known{0, usual_deviation * usual_deviation};
  if (const auto found = left_.find(player); found != left_.end()) {
    known = found->second;
  } else if (before > 0) {
    for (const double mean : means_) known.mean += mean;
    known.mean /= static_cast<double>(before);
  }
  std::vector<double> wider((before + 1) * (before + 1), 0.0);
  for (std::size_t row = 0; row < before; ++row) {
    for (std::size_t column = 0; column < before; ++column) {
      wider[row * (before + 1) + column] = at(row, column);
    }
  }
  wider.back() = known.variance;
  covariance_ = std::move(wider);
  players_.push_back(player);
  means_.push_back(known.mean);
}

// What is known of the others stays: of a normal law, what is left without a player is its rows and
// columns.
void Skills::leave(std::size_t player) {
  const std::size_t gone = row_of(player);
  left_[player] = {means_[gone], at(gone, gone)};
  std::vector<double> smaller;
  for (std::size_t row = 0; row < players_.size(); ++row) {
    for (std::size_t column = 0; column < players_.size(); ++column) {
      if (row != gone && column != gone) smaller.push_back(at(row, column));
    }
  }
  covariance_ = std::move(smaller);
  players_.erase(players_.begin() + static_cast<std::ptrdiff_t>(gone));
  means_.erase(means_.begin() + static_cast<std::ptrdiff_t>(gone));
}

std::vector<double> Skills::learn(std::size_t one, std::size_t other, double information) {
  const std::size_t size = players_.size();
  const double scale = 1 / (1 + information * variance_between(one, other));
  std::vector<double> moves(size);
  for (std::size_t row = 0; row < size; ++row) moves[row] = at(row, one) - at(row, other);
  for (std::size_t row = 0; row < size; ++row) {
    const double factor = information * scale * moves[row];
    for (std::size_t column = 0; column < size; ++column) {
      covariance_[row * size + column] -= factor * moves[column];
    }
  }
  for (double& move : moves) move *= scale;
  return moves;
}

void Skills::add(std::size_t first, std::size_t second, double games, double score) {
  const std::size_t one = row_of(first);
  const std::size_t other = row_of(second);
  const double expected = expected_score(means_[one] - means_[other]);
  const std::vector<double> moves = learn(one, other, games * expected * (1 - expected));
  const double surplus = score - games * expected;
  for (std::size_t row = 0; row < means_.size(); ++row) means_[row] += surplus * moves[row];
}

std::vector<std::size_t> Skills::contenders() const {
  const auto best =
      static_cast<std::size_t>(std::max_element(means_.begin(), means_.end()) - means_.begin());
  std::vector<std::size_t> list;
  for (std::size_t row = 0; row < players_.size(); ++row) {
    const double distance = means_[best] - means_[row];
    if (distance * distance <= variance_between(best, row)) list.push_back(players_[row]);
  }
  return list;
}

std::vector<std::array<std::size_t, 2>> Skills::most_telling(
    std::size_t pairs, double games, const std::vector<std::size_t>& among) const {
  Skills later = *this;
  const std::size_t size = players_.size();
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < size; ++row) {
    if (among.size() < 2 || std::find(among.begin(), among.end(), players_[row]) != among.end()) {
      rows.push_back(row);
    }
  }
  std::vector<double> information(size * size, 0.0);  // of a pair; means stay as they are
  for (std::size_t one = 0; one < size; ++one) {
    for (std::size_t other = one + 1; other < size; ++other) {
      const double expected = expected_score(means_[one] - means_[other]);
      information[one * size + other] = games * expected * (1 - expected);
    }
  }
  std::vector<std::array<std::size_t, 2>> chosen;
  while (size >= 2 && chosen.size() < pairs) {
    std::array<std::size_t, 2> best{0, 1};
    double most = -1;
    for (auto one = rows.begin(); one != rows.end(); ++one) {
      for (auto other = std::next(one); other != rows.end(); ++other) {
        const double gain =
            information[*one * size + *other] * later.variance_between(*one, *other);
        if (gain <= most) continue;
        most = gain;
        best = {*one, *other};
      }
    }
    later.learn(best[0], best[1], information[best[0] * size + best[1]]);
    const auto [low, high] = std::minmax(players_[best[0]], players_[best[1]]);
    chosen.push_back({low, high});
  }
  return chosen;
}

}  // namespace referee::statistics
