// The random streams, to the bit: recorded games and tournaments depend on them.
#include "rules/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <vector>

namespace rules {
namespace {

// The numbers in this file come from a second implementation, written in Python
// after the description in rules/random.hpp.
TEST(Stream, GoldenNumbers) {
  Stream deal(1, "deal");
  for (const std::uint64_t expected :
       {0xd0225e1b9af454abULL, 0x050b54a5dfccbda3ULL, 0x43760f09fb4eeb27ULL, 0x2b8c64e5e57d8b87ULL,
        0x77dfe312e4007546ULL}) {
    EXPECT_EQ(deal.next(), expected);
  }
  Stream jury(1, "jury-1");
  EXPECT_EQ(jury.next(), 0x6ef99d0b6d0231daULL);
  EXPECT_EQ(jury.next(), 0x85af29d54ccdf59aULL);
  Stream last(max_seed, "deal");
  EXPECT_EQ(last.next(), 0x2f06ec73619ce13fULL);
  EXPECT_EQ(last.next(), 0x0cf4d181808bb5a1ULL);
}

TEST(Stream, HashIsFnv1a) {
  EXPECT_EQ(Stream::fnv1a64(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(Stream::fnv1a64("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(Stream::fnv1a64("foobar"), 0x85944171f73967e8ULL);
}

TEST(Stream, GoldenDraws) {
  Stream small(1, "deal");
  for (const std::uint32_t expected : {4U, 0U, 1U, 1U, 2U, 0U, 4U, 2U, 1U, 0U, 0U, 3U}) {
    EXPECT_EQ(small.below(6), expected);
  }
  // A bound for which one draw in four is rejected.
  Stream large(1, "deal");
  for (const std::uint32_t expected : {2618934932U, 63471483U, 848857926U, 547965867U}) {
    EXPECT_EQ(large.below(0xc0000000U), expected);
  }
}

TEST(Stream, GoldenShuffle) {
  Stream stream(1, "deal");
  std::array<int, 8> values = {0, 1, 2, 3, 4, 5, 6, 7};
  stream.shuffle(std::span<int>(values));
  const std::array<int, 8> expected = {2, 3, 4, 5, 7, 1, 0, 6};
  EXPECT_EQ(values, expected);
}

TEST(DerivedSeed, GoldenNumbers) {
  EXPECT_EQ(derived_seed(1, "round", 0), 1752456085454600U);
  EXPECT_EQ(derived_seed(1, "round", 3), 2462605381686164U);
}

TEST(DerivedSeed, DiffersByPartAndStaysIn53Bits) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t part = 0; part < 10000; ++part) {
    const std::uint64_t seed = derived_seed(max_seed, "round", part);
    EXPECT_LE(seed, max_seed);
    seeds.insert(seed);
  }
  EXPECT_EQ(seeds.size(), 10000U);
}

TEST(Stream, DrawingFromOneStreamDoesNotChangeAnother) {
  Stream deal(5, "deal");
  Stream jury(5, "jury-1");
  for (int i = 0; i < 100; ++i) jury.next();
  EXPECT_EQ(deal.next(), Stream(5, "deal").next());
  EXPECT_NE(Stream(5, "deal").next(), Stream(5, "jury-1").next());
  EXPECT_NE(Stream(5, "deal").next(), Stream(6, "deal").next());
}

// Chi-square with bound - 1 degrees of freedom: its mean is bound - 1 and its
// variance twice that. Five standard deviations, and the seed is fixed.
TEST(Below, IsInRangeAndUniform) {
  for (const std::uint32_t bound : {2U, 3U, 6U, 36U, 125U, 1000U}) {
    Stream stream(bound, "uniform");
    std::vector<int> count(bound, 0);
    const int expected = 400;
    for (std::uint32_t i = 0; i < bound * expected; ++i) {
      const std::uint32_t value = stream.below(bound);
      ASSERT_LT(value, bound);
      ++count[value];
    }
    double chi_square = 0;
    for (const int n : count) chi_square += (n - expected) * (n - expected) / double{expected};
    const double freedom = bound - 1;
    EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom)) << bound;
  }
}

TEST(Below, OneIsAlwaysZero) {
  Stream stream(1, "one");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0U);
}

TEST(Shuffle, IsAPermutation) {
  Stream stream(1, "shuffle");
  for (std::size_t size = 0; size < 50; ++size) {
    std::vector<std::size_t> values(size);
    std::iota(values.begin(), values.end(), std::size_t{0});
    stream.shuffle(std::span<std::size_t>(values));
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(values[i], i);
  }
}

// All 24 orders of four, each about equally often: within six standard deviations
// of 1000, sqrt(1000) each.
TEST(Shuffle, EveryOrderIsEquallyLikely) {
  Stream stream(1, "orders");
  std::map<std::array<int, 4>, int> count;
  for (int i = 0; i < 24000; ++i) {
    std::array<int, 4> values = {0, 1, 2, 3};
    stream.shuffle(std::span<int>(values));
    ++count[values];
  }
  EXPECT_EQ(count.size(), 24U);
  for (const auto& [order, n] : count) EXPECT_NEAR(n, 1000, 190);
}

}  // namespace
}  // namespace rules
