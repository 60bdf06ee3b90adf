// A perfect matching of minimum total cost: everyone has one partner, and the sum of the costs of
// all pairs is as small as possible.
#pragma once

#include <cstddef>
#include <vector>

namespace referee::formats {

// Wide enough for several costs in one number, with the more important ones in higher digits.
__extension__ using Cost = __int128;

// Costs of all pairs of `size` things; the order of the two does not matter.
class PairCosts {
 public:
  explicit PairCosts(std::size_t size) : size_(size), costs_(size * size) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Cost at(std::size_t a, std::size_t b) const noexcept {
    return costs_[a * size_ + b];
  }
  void set(std::size_t a, std::size_t b, Cost cost) noexcept {
    costs_[a * size_ + b] = costs_[b * size_ + a] = cost;
  }

 private:
  std::size_t size_;
  std::vector<Cost> costs_;
};

// The partner of each thing. The same costs always give the same matching, even if several
// matchings are equally cheap. Takes time proportional to size^3. Precondition: size is even, and
// all costs are below 2^120 in absolute value.
std::vector<std::size_t> cheapest_matching(const PairCosts& costs);

}  // namespace referee::formats
