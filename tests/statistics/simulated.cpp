#include "tests/statistics/simulated.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "referee/statistics/elo.hpp"
#include "referee/statistics/paired.hpp"

namespace simulated {
namespace {

using namespace referee::statistics;  // NOLINT: this file is all about that room

constexpr std::uint64_t most_pairs = 200'000;

// Collects the lengths and answers of many runs.
class Collector {
 public:
  void add(Decision decision, std::uint64_t pairs) {
    (decision == Decision::accept_h0   ? outcome_.accepted_h0
     : decision == Decision::accept_h1 ? outcome_.accepted_h1
                                       : outcome_.undecided) += 1;
    lengths_.push_back(pairs);
  }
  Outcome finish(std::string name) {
    std::sort(lengths_.begin(), lengths_.end());
    outcome_.name = std::move(name);
    outcome_.runs = lengths_.size();
    double sum = 0;
    for (const std::uint64_t length : lengths_) sum += static_cast<double>(length);
    outcome_.mean_pairs = sum / static_cast<double>(lengths_.size());
    outcome_.median_pairs = lengths_[lengths_.size() / 2];
    outcome_.p95_pairs = lengths_[lengths_.size() * 95 / 100];
    return outcome_;
  }

 private:
  Outcome outcome_;
  std::vector<std::uint64_t> lengths_;
};

std::array<double, 5> tilt(const std::array<double, 5>& shares, double slope) {
  std::array<double, 5> law{};
  double sum = 0;
  for (std::size_t i = 0; i < law.size(); ++i) {
    law[i] = shares[i] * std::exp(slope * static_cast<double>(i) / 4);
    sum += law[i];
  }
  for (double& share : law) share /= sum;
  return law;
}

// The generalised ratio for normal laws of unknown variance, after at least 20 pairs: what
// the betting test is compared with.
Decision normal_theory(const PairedPoints& points, double delta1, const Bounds& limits) {
  constexpr std::uint64_t least_pairs = 20;
  if (points.count() < least_pairs) return Decision::proceed;
  const auto n = static_cast<double>(points.count());
  const double spread = *points.variance() * (n - 1) / n;
  const double mean = points.mean();
  const double off0 = spread + mean * mean;
  const double off1 = spread + (mean - delta1) * (mean - delta1);
  return decide(n / 2 * std::log(off0 / off1), limits);
}

// One difference that is `big` with probability p, else the number that makes the mean 0.
double lottery(Random& random, double p, double big) {
  return random.uniform() < p ? big : -big * p / (1 - p);
}

double clamped(double value, double limit) { return std::clamp(value, -limit, limit); }

}  // namespace

std::uint64_t Random::next() noexcept {
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

double Random::uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Random::normal() noexcept {
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

double elo_of(const std::array<double, 5>& law, Model model) {
  double mean = 0;
  double second = 0;
  for (std::size_t i = 0; i < law.size(); ++i) {
    const double x = static_cast<double>(i) / 4;
    mean += law[i] * x;
    second += law[i] * x * x;
  }
  if (model == Model::logistic) return elo_of_score(mean);
  return normalized_elo_unit * (mean - 0.5) / std::sqrt(2 * (second - mean * mean));
}

std::array<double, 5> law_of_strength(const PairScenario& scenario, double elo) {
  double low = -200;
  double high = 200;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (elo_of(tilt(scenario.shares, middle), scenario.model) < elo ? low : high) = middle;
  }
  return tilt(scenario.shares, low);
}

void draw_pair(PairCounts& pairs, const std::array<double, 5>& law, Random& random) {
  const std::array<std::uint64_t*, 5> counts{&pairs.ll, &pairs.ld, &pairs.even, &pairs.wd,
                                             &pairs.ww};
  double rest = random.uniform();
  std::size_t kind = 0;
  while (kind < 4 && rest >= law[kind]) rest -= law[kind++];
  ++*counts[kind];
}

std::span<const PairScenario> pair_scenarios() {
  static const std::vector<PairScenario> scenarios{
      {"balanced, few draws", {.20, .05, .50, .05, .20}, {0, 30}, Model::normalized},
      {"many draws", {.02, .18, .60, .18, .02}, {0, 30}, Model::normalized},
      {"decided by the deal", {.03, .01, .92, .01, .03}, {0, 30}, Model::normalized},
      {"no draws, short test", {.25, 0, .50, 0, .25}, {0, 100}, Model::normalized},
      {"regression bounds", {.20, .05, .50, .05, .20}, {-25, 5}, Model::normalized},
      {"balanced, logistic", {.20, .05, .50, .05, .20}, {0, 25}, Model::logistic},
  };
  return scenarios;
}

Outcome run(const PairScenario& scenario, bool under_h1, std::uint64_t runs, std::uint64_t seed) {
  const auto& h = scenario.hypotheses;
  const auto law = law_of_strength(scenario, under_h1 ? h.elo1 : h.elo0);
  Random random(seed);
  Collector collector;
  for (std::uint64_t i = 0; i < runs; ++i) {
    PairCounts pairs;
    Decision decision = Decision::proceed;
    while (decision == Decision::proceed && pairs.total() < most_pairs) {
      draw_pair(pairs, law, random);
      decision = sprt(pairs, h, {}, scenario.model).decision;
    }
    collector.add(decision, pairs.total());
  }
  return collector.finish(std::string(scenario.name));
}

std::span<const PointScenario> point_scenarios() {
  // The differences of a game are bimodal where a win brings 200 + margin; of a pair, the
  // mean of two such games.
  static const std::vector<PointScenario> scenarios{
      {"win and margin (Box)", 20, 500,
       [](Random& r) {
         const auto game = [&r] {
           const double side = r.uniform() < 0.5 ? -1 : 1;
           return side * std::min(100 + std::abs(r.normal()) * 45, 400.0);
         };
         return (game() + game()) / 2;
       }},
      {"normal (Black Hole)", 3, 150, [](Random& r) { return clamped(15 * r.normal(), 120); }},
      {"cooperative, long tails", 40, 4000,
       [](Random& r) {
         const auto score = [&r] { return std::min(600 * std::exp(0.5 * r.normal()), 3900.0); };
         return score() - score();
       }},
      {"nearly always equal", 2, 300,
       [](Random& r) {
         const double u = r.uniform();
         return u < 0.05 ? -100.0 : u < 0.10 ? 100.0 : 0.0;
       }},
      {"rare large gains", 4, 300, [](Random& r) { return lottery(r, 0.02, 200); }},
      {"rare large losses", 4, 300, [](Random& r) { return lottery(r, 0.02, -200); }},
      {"crashes now and then", 10, 500,
       [](Random& r) { return clamped(40 * r.normal(), 200) + lottery(r, 0.01, -250); }},
  };
  return scenarios;
}

Outcome run(const PointScenario& scenario, bool under_h1, std::uint64_t runs, std::uint64_t seed,
            Method method) {
  const double shift = under_h1 ? scenario.delta1 : 0;
  const Bounds limits = bounds({});
  Random random(seed);
  Collector collector;
  for (std::uint64_t i = 0; i < runs; ++i) {
    PointTest test({0, scenario.delta1, -scenario.limit, scenario.limit});
    PairedPoints points;
    Decision decision = Decision::proceed;
    std::uint64_t pairs = 0;
    while (decision == Decision::proceed && pairs < most_pairs) {
      ++pairs;
      const double difference = scenario.draw(random) + shift;
      if (method == Method::betting) {
        test.add(difference);
        decision = test.decision();
      } else {
        points.add(difference);
        decision = normal_theory(points, scenario.delta1, limits);
      }
    }
    collector.add(decision, pairs);
  }
  return collector.finish(std::string(scenario.name));
}

}  // namespace simulated
