// Graded points: the mean difference in points between two bots.
//
// The unit is the difference of one pair: what the new bot scored minus what the base bot
// scored on the same deal, averaged over the seat orders (in a cooperative game: with the
// same partner). Pairing takes the luck of the deal out of the difference. Pairs must be
// independent of each other for the interval to mean what it says.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

#include "referee/base/statistics/estimate.hpp"

namespace referee::statistics {

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
