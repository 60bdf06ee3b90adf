#include "referee/run/tournament/times_used.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace referee::tournament {
namespace {

constexpr int bits = 5;  // of a value that select its bucket in an octave
constexpr std::uint64_t steps = std::uint64_t{1} << bits;
constexpr std::uint64_t exact = 2 * steps;  // values below have a bucket each

// Values of [2^e, 2^(e+1)) fall into `steps` buckets of equal width.
std::size_t bucket_of(std::uint64_t us) noexcept {
  if (us < exact) return us;
  const int octave = static_cast<int>(std::bit_width(us)) - 1;
  const std::uint64_t step = (us >> (octave - bits)) - steps;
  return exact + static_cast<std::uint64_t>(octave - bits - 1) * steps + step;
}

std::int64_t middle_of(std::size_t bucket) noexcept {
  if (bucket < exact) return static_cast<std::int64_t>(bucket);
  const std::uint64_t shift = (bucket - exact) / steps + 1;
  const std::uint64_t begin = (steps + (bucket - exact) % steps) << shift;
  return static_cast<std::int64_t>(begin + (std::uint64_t{1} << (shift - 1)));
}

}  // namespace

void TimesUsed::add(std::int64_t us) {
  const std::size_t bucket = bucket_of(static_cast<std::uint64_t>(us));
  if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
  ++buckets_[bucket];
  ++count_;
  most_ = std::max(most_, us);
  total_ += static_cast<double>(us);
}

double TimesUsed::mean_us() const noexcept {
  return count_ == 0 ? 0 : total_ / static_cast<double>(count_);
}

std::int64_t TimesUsed::quantile_us(double share) const noexcept {
  const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t below = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    below += buckets_[bucket];
    if (below >= rank && below > 0) return std::min(middle_of(bucket), most_);
  }
  return most_;
}

}  // namespace referee::tournament
