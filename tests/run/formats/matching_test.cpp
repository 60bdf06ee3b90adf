#include "referee/run/formats/matching.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "rules/random.hpp"

namespace referee::formats {
namespace {

PairCosts random_costs(rules::Stream& stream, std::size_t size, std::uint32_t largest) {
  PairCosts costs(size);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = a + 1; b < size; ++b) {
      costs.set(a, b, static_cast<Cost>(stream.below(largest)));
    }
  }
  return costs;
}

Cost total(const PairCosts& costs, const std::vector<std::size_t>& partners) {
  Cost sum = 0;
  for (std::size_t a = 0; a < partners.size(); ++a) {
    EXPECT_NE(partners[a], a);
    EXPECT_EQ(partners[partners[a]], a);
    if (a < partners[a]) sum += costs.at(a, partners[a]);
  }
  return sum;
}

// The least cost, by dynamic programming over all sets of things.
Cost least(const PairCosts& costs) {
  const std::size_t size = costs.size();
  constexpr Cost much = std::numeric_limits<std::int64_t>::max();
  std::vector<Cost> best(std::size_t{1} << size, much);
  best[0] = 0;
  for (std::size_t set = 0; set < best.size(); ++set) {
    if (best[set] == much) continue;
    std::size_t a = 0;
    while (a < size && (set >> a & 1) != 0) ++a;
    for (std::size_t b = a + 1; b < size; ++b) {
      if ((set >> b & 1) != 0) continue;
      Cost& next = best[set | std::size_t{1} << a | std::size_t{1} << b];
      next = std::min(next, best[set] + costs.at(a, b));
    }
  }
  return best.back();
}

TEST(Matching, CostsAsLittleAsTheBestOfAll) {
  rules::Stream stream(1, "matching");
  for (int i = 0; i < 4000; ++i) {
    const std::size_t size = 2 + 2 * stream.below(5);
    // Few different costs make many blossoms.
    const std::uint32_t largest = i % 3 == 0 ? 2 : i % 3 == 1 ? 5 : 1000;
    const PairCosts costs = random_costs(stream, size, largest);
    ASSERT_TRUE(total(costs, cheapest_matching(costs)) == least(costs)) << i << ' ' << size;
  }
  for (int i = 0; i < 20; ++i) {
    const PairCosts costs = random_costs(stream, 14, i % 2 == 0 ? 3 : 100);
    ASSERT_TRUE(total(costs, cheapest_matching(costs)) == least(costs)) << i;
  }
}

// Clusters of odd size that are cheap inside: the graph that needs nested blossoms.
TEST(Matching, FindsItsWayThroughOddClusters) {
  rules::Stream stream(2, "clusters");
  for (int i = 0; i < 500; ++i) {
    PairCosts costs = random_costs(stream, 12, 4);
    for (std::size_t a = 0; a < 12; ++a) {
      for (std::size_t b = a + 1; b < 12; ++b) {
        const bool near = a / 3 == b / 3;
        const bool quite_near = a < 9 && b < 9;
        costs.set(a, b, costs.at(a, b) + (near ? 0 : quite_near ? 10 : 30));
      }
    }
    ASSERT_TRUE(total(costs, cheapest_matching(costs)) == least(costs)) << i;
  }
}

// An assignment of known cost hidden in larger ones.
TEST(Matching, FindsTheHiddenPairsAmongMany) {
  rules::Stream stream(3, "hidden");
  for (const std::size_t size : {64U, 100U, 200U}) {
    std::vector<std::size_t> order(size);
    for (std::size_t i = 0; i < size; ++i) order[i] = i;
    stream.shuffle(std::span<std::size_t>(order));
    PairCosts costs(size);
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = a + 1; b < size; ++b) {
        costs.set(a, b, static_cast<Cost>(1 + stream.below(50)) << 90);
      }
    }
    for (std::size_t i = 0; i < size; i += 2) costs.set(order[i], order[i + 1], -1);
    EXPECT_TRUE(total(costs, cheapest_matching(costs)) == -static_cast<Cost>(size / 2));
  }
}

TEST(Matching, OfNothingIsNothing) { EXPECT_TRUE(cheapest_matching(PairCosts(0)).empty()); }

}  // namespace
}  // namespace referee::formats
