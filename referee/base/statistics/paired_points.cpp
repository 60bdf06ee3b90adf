#include "referee/base/statistics/paired_points.hpp"

#include <cmath>
#include <stdexcept>

#include "referee/base/statistics/distributions.hpp"

namespace referee::statistics {

void PairedPoints::add(double difference) {
  if (!std::isfinite(difference)) {
    throw std::invalid_argument("a difference in points must be a finite number");
  }
  ++count_;
  const double before = difference - mean_;
  mean_ += before / static_cast<double>(count_);
  squares_ += before * (difference - mean_);
}

void PairedPoints::merge(const PairedPoints& other) noexcept {
  if (other.count_ == 0) return;
  if (count_ == 0) {
    *this = other;
    return;
  }
  // Chan, Golub and LeVeque: the spread within both parts plus the spread between their means.
  const auto here = static_cast<double>(count_);
  const auto there = static_cast<double>(other.count_);
  const double apart = other.mean_ - mean_;
  mean_ += apart * there / (here + there);
  squares_ += other.squares_ + apart * apart * here * there / (here + there);
  count_ += other.count_;
}

std::optional<double> PairedPoints::variance() const noexcept {
  if (count_ < 2) return std::nullopt;
  return squares_ / static_cast<double>(count_ - 1);
}

std::optional<double> PairedPoints::standard_error() const noexcept {
  if (count_ < 2) return std::nullopt;
  return std::sqrt(*variance() / static_cast<double>(count_));
}

Estimate PairedPoints::interval(double confidence) const {
  if (!(confidence > 0 && confidence < 1)) {
    throw std::invalid_argument("a confidence must be between 0 and 1");
  }
  if (count_ < 2) {
    Estimate estimate;
    estimate.value = mean_;
    return estimate;
  }
  const double quantile = student_t_quantile((1 + confidence) / 2, static_cast<double>(count_ - 1));
  return Estimate::around(mean_, quantile * *standard_error());
}

}  // namespace referee::statistics
