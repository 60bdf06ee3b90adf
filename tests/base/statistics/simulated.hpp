// Simulated matches: how often do the sequential tests give the wrong answer?
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/statistics/point_test.hpp"
#include "referee/base/statistics/sprt.hpp"
#include "referee/base/statistics/win_test.hpp"

namespace simulated {

// SplitMix64: a small generator, the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept;
  double uniform() noexcept;  // at least 0, below 1, in steps of 2^-53
  double normal() noexcept;   // standard normal (Box and Muller)

 private:
  std::uint64_t state_;
};

struct Outcome {
  std::string name;
  std::uint64_t runs = 0;
  std::uint64_t accepted_h0 = 0;
  std::uint64_t accepted_h1 = 0;
  std::uint64_t undecided = 0;  // at the most pairs a run may have
  double mean_pairs = 0;        // until the decision
  std::uint64_t median_pairs = 0;
  std::uint64_t p95_pairs = 0;
};

// No run is allowed more pairs.
inline constexpr std::uint64_t most_simulated_pairs = 200'000;

// Collects the lengths and answers of many runs.
class Collector {
 public:
  void add(referee::statistics::Decision decision, std::uint64_t pairs);
  Outcome finish(std::string name);

 private:
  Outcome outcome_;
  std::vector<std::uint64_t> lengths_;
};

// A match of pairs: shares of LL, LD, even, WD, WW before the tilt that gives it the wanted
// strength.
struct PairScenario {
  std::string_view name;
  std::array<double, 5> shares;
  referee::statistics::Hypotheses hypotheses;
  referee::statistics::Model model;
};
std::span<const PairScenario> pair_scenarios();

// The strength of a law of LL, LD, even, WD, WW in the units of the model.
double elo_of(const std::array<double, 5>& law, referee::statistics::Model model);
// The scenario's shares, tilted to have exactly this strength.
std::array<double, 5> law_of_strength(const PairScenario& scenario, double elo);
// Counts one more pair of the law.
void draw_pair(referee::statistics::PairCounts& pairs, const std::array<double, 5>& law,
               Random& random);

// One test of a comparison, played to its end.
referee::statistics::WinTest played(const referee::statistics::WinQuestion& question,
                                    const std::array<double, 5>& law, Random& random);

// Runs the ratio test alone `runs` times on matches whose true strength is exactly elo0 (`under_h1`
// false) or elo1, looking after every pair.
Outcome run(const PairScenario& scenario, bool under_h1, std::uint64_t runs, std::uint64_t seed);
// The whole test of a comparison, with or without its far stop, for any true strength.
Outcome run_wins(const PairScenario& scenario, double truth, bool far_stop, std::uint64_t runs,
                 std::uint64_t seed);

// A comparison beside the ratio test alone, which has all of the risks, on the same pairs.
struct BesidePlain {
  std::uint64_t wrong = 0;  // answers of the comparison
  double pairs = 0;         // the mean number of pairs
  double plain_pairs = 0;
};
BesidePlain beside_plain(const PairScenario& scenario, double truth, std::uint64_t runs,
                         std::uint64_t seed);

// A match in points: `draw` gives one difference with mean 0 within -limit..limit.
struct PointScenario {
  std::string_view name;
  double delta1;  // H0: mean 0, H1: mean delta1
  double limit;   // differences of the shifted law lie within +-limit
  std::function<double(Random&)> draw;
};
std::span<const PointScenario> point_scenarios();
// Differences between those that the rules do not limit: most are small, a few are heavy. The limit
// is that of a comparison in Box. `draw` may exceed it.
std::span<const PointScenario> heavy_scenarios();

enum class Method : std::uint8_t {
  betting,  // PointTest
  cut,      // CutPointTest, for laws that exceed the limit
  // For comparison only:
  normal_theory,   // the likelihood ratio of normal laws with estimated variance
  wide_limits,     // PointTest with limits ten times as wide
  known_spread,    // without limits, but with the true second moment of the differences
  least_kurtosis,  // without limits; the kurtosis is known to be 100 at most
};

Outcome run(const PointScenario& scenario, bool under_h1, std::uint64_t runs, std::uint64_t seed,
            Method method = Method::betting);

}  // namespace simulated
