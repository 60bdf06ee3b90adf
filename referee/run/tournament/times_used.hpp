// The time that a bot used in each of its games: mean, largest and quantiles, in memory that does
// not grow with the number of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace referee::tournament {

// A histogram with 32 buckets for each power of two. Count, mean and largest are
// exact. A quantile is the middle of the bucket that it falls into, never more than
// the largest: exact up to 63 us, above that at most 1/64 (1.6 %) off.
class TimesUsed {
 public:
  // Precondition: us >= 0.
  void add(std::int64_t us);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::int64_t most_us() const noexcept { return most_; }
  // Microseconds; 0 without any values.
  [[nodiscard]] double mean_us() const noexcept;
  // The smallest value that at least `share` (above 0, at most 1) of all values do not exceed,
  // by nearest rank. Microseconds; 0 without any values.
  [[nodiscard]] std::int64_t quantile_us(double share) const noexcept;

 private:
  std::uint64_t count_ = 0;
  std::int64_t most_ = 0;
  double total_ = 0;                    // whole numbers, exact up to 2^53 us (285 years)
  std::vector<std::uint32_t> buckets_;  // up to the highest that occurs, at most 1,952
};

}  // namespace referee::tournament
