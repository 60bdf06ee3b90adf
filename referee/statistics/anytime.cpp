#include "referee/statistics/anytime.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "referee/statistics/paired.hpp"

namespace referee::statistics {
namespace {

// ln(2 / 5 %): the risk is shared by the two gamblers.
constexpr double needed = 3.6888794541139363;

struct Capital {
  double most = 0;  // logarithms
  double last = 0;
};

// The two gamblers' bets: each stakes what would be best for a mean about two standard errors
// away, fixed before the difference is seen, and never more than half of the capital.
class Bets {
 public:
  Bets(std::span<const double> differences, double lowest, double highest)
      : differences_(differences), lowest_(lowest), highest_(highest) {
    stakes_.reserve(differences.size());
    PairedPoints seen;
    for (const double difference : differences) {
      stakes_.push_back(stake(seen));
      seen.add(difference);
    }
  }

  // Of the one who bets that the mean is above `mean`.
  [[nodiscard]] Capital above(double mean) const { return capital(mean, 1, mean - lowest_); }
  [[nodiscard]] Capital below(double mean) const { return capital(mean, -1, highest_ - mean); }

 private:
  [[nodiscard]] double stake(const PairedPoints& seen) const {
    const auto n = static_cast<double>(seen.count());
    const double range = highest_ - lowest_;
    const double squares = seen.variance().value_or(0) * std::max(n - 1, 0.0);
    const double variance = (squares + range * range / 16) / (n + 1);
    return std::sqrt(2 * needed / (variance * (n + 1) * std::log(n + 2)));
  }

  [[nodiscard]] Capital capital(double mean, double side, double worst) const {
    constexpr double most_to_lose = 0.5;
    Capital capital;
    for (std::size_t i = 0; i < differences_.size(); ++i) {
      const double stake = worst > 0 ? std::min(stakes_[i], most_to_lose / worst) : stakes_[i];
      capital.last += std::log1p(stake * side * (differences_[i] - mean));
      capital.most = std::max(capital.most, capital.last);
    }
    return capital;
  }

  std::span<const double> differences_;
  double lowest_;
  double highest_;
  std::vector<double> stakes_;
};

// The end of the range where `holds` changes from true at `inside` to false at `outside`.
template <typename Holds>
double last_place(double inside, double outside, const Holds& holds) {
  if (holds(outside)) return outside;
  for (int i = 0; i < 50; ++i) {
    const double middle = inside + (outside - inside) / 2;
    (holds(middle) ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

Estimate anytime_interval(std::span<const double> differences, double lowest, double highest) {
  if (!(lowest < highest)) throw std::invalid_argument("limits of an interval must be in order");
  for (const double difference : differences) {
    if (!(difference >= lowest && difference <= highest)) {
      throw std::invalid_argument("a difference in points is outside the limits of the interval");
    }
  }
  if (differences.empty()) return {};
  const Bets bets(differences, lowest, highest);
  const double value = last_place(
      lowest, highest, [&](double mean) { return bets.above(mean).last > bets.below(mean).last; });
  Estimate estimate;
  estimate.value = value;
  estimate.low =
      last_place(value, lowest, [&](double mean) { return bets.above(mean).most < needed; });
  estimate.high =
      last_place(value, highest, [&](double mean) { return bets.below(mean).most < needed; });
  estimate.error = (*estimate.high - *estimate.low) / 2;
  estimate.reach = Reach::two_sided;
  return estimate;
}

}  // namespace referee::statistics
