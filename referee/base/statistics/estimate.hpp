// An estimated figure and its uncertainty. No member is ever infinite or not a number: where the
// data set no limit, the limit is absent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace referee::statistics {

// The 97.5 % point of the normal law: half the width of a 95 % interval in standard errors.
inline constexpr double z95 = 1.959963984540054;

// The ends of an interval that the data set.
enum class Reach : std::uint8_t {
  two_sided,  // both ends are known: value plus or minus error
  at_least,   // only `low` is known (for example after nothing but wins): print "at least low"
  at_most,    // only `high` is known
  nothing,    // no data, or none that bear on it; value and error are 0 or a convention
};

// The name in JSON.
constexpr std::string_view name(Reach reach) noexcept {
  constexpr std::array names{"two_sided", "at_least", "at_most", "nothing"};
  return names[static_cast<std::size_t>(reach)];
}

struct Estimate {
  double value = 0;
  // Half the width of the 95 % interval; with one end only, the distance from `value` to
  // that end; meaningless (0) if reach is `nothing`.
  double error = 0;
  std::optional<double> low;   // lower end of the 95 % interval, if the data set one
  std::optional<double> high;  // upper end
  Reach reach = Reach::nothing;
  // The usual large-sample error does not apply (too few results, or too one-sided), and a
  // wider interval that is valid for any number of results has been given instead.
  bool conservative = false;

  // An interval of value plus or minus error.
  static Estimate around(double value, double error) {
    return {value, error, value - error, value + error, Reach::two_sided, false};
  }
  // An interval with these ends.
  static Estimate between(double low, double value, double high) {
    return {value, (high - low) / 2, low, high, Reach::two_sided, false};
  }
  // The same figure seen from the other player's side.
  [[nodiscard]] Estimate negated() const {
    Estimate other = *this;
    other.value = -value;
    other.low = high ? std::optional(-*high) : std::nullopt;
    other.high = low ? std::optional(-*low) : std::nullopt;
    if (reach == Reach::at_least) other.reach = Reach::at_most;
    if (reach == Reach::at_most) other.reach = Reach::at_least;
    return other;
  }
};

// The normal law, Student's t law and the chi-square law. Pure functions, safe to call from several
// threads.

// P(Z <= z) for a standard normal Z; NaN for NaN.
double normal_cdf(double z) noexcept;

// The z with P(Z <= z) = p, to about 15 digits. Throws std::invalid_argument unless
// 0 < p < 1.
double normal_quantile(double p);

// P(T <= t) for Student's t with `freedom` > 0 degrees of freedom (not necessarily
// whole). Throws std::invalid_argument for other values of `freedom`.
double student_t_cdf(double t, double freedom);

// The t with P(T <= t) = p, to about 14 digits. Throws std::invalid_argument unless
// 0 < p < 1 and freedom > 0.
double student_t_quantile(double p, double freedom);

// The probability that a chi-square variable with `freedom` > 0 degrees of freedom is above x >= 0.
// Throws std::invalid_argument for other values of either.
double chi_square_above(double x, double freedom);

// Graded points: the mean difference in points between two bots.
//
// The unit is the difference of one pair: what the new bot scored minus what the base bot
// scored on the same deal, averaged over the seat orders (in a cooperative game: with the
// same partner). Pairing takes the luck of the deal out of the difference. Pairs must be
// independent of each other for the interval to mean what it says.

// A stream of differences, in constant memory.
class PairedPoints {
 public:
  // Counts one more pair. Throws std::invalid_argument if `difference` is not finite.
  void add(double difference);
  // Adds all pairs of `other`.
  void merge(const PairedPoints& other) noexcept;

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] double mean() const noexcept { return mean_; }  // 0 without pairs
  // The estimate of the variance of one difference (divided by n - 1); absent below two
  // pairs.
  [[nodiscard]] std::optional<double> variance() const noexcept;
  [[nodiscard]] std::optional<double> standard_error() const noexcept;
  // Whether there are two or more pairs, and every difference is the same. The interval then has no
  // width, which is only as true as the assumption that all further pairs go the same way.
  [[nodiscard]] bool no_spread() const noexcept { return count_ >= 2 && squares_ == 0; }

  // The mean and its interval from Student's t with n - 1 degrees of freedom, by default
  // that of 95 %. Below two pairs there is no interval: Reach::nothing. Throws
  // std::invalid_argument unless 0 < confidence < 1.
  [[nodiscard]] Estimate interval(double confidence = 0.95) const;

 private:
  // Welford's recurrence; squares_ is the sum of squared distances from the mean.
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace referee::statistics
