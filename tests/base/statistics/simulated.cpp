#include "tests/base/statistics/simulated.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/paired_points.hpp"

namespace simulated {
namespace {

using namespace referee::statistics;  // NOLINT: this file is all about that room

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

// A test without limits for the differences: Catoni's influence function grows like a logarithm, so
// one difference cannot win or lose much, whatever its size (Wang and Ramdas, 2022, "Catoni-style
// confidence sequences for heavy-tailed mean estimation"). It needs a bound `second` for the second
// moment of gains - 0: a capital of 1 is multiplied by exp(influence(stake * gain)) and divided by
// 1 + stake^2 * second / 2, which makes the game fair or worse if the mean gain is 0 or less.
class CatoniBet {
 public:
  // `aim`: the mean gain that the stake aims at. If `second` is not known it is bounded from above
  // by the gains seen so far, given that the kurtosis is at most `kurtosis`; a fifth of the risk
  // goes to that bound.
  CatoniBet(double aim, double risk, std::optional<double> second)
      : aim_(aim),
        needed_(-std::log(second ? risk : 0.8 * risk)),
        moment_needed_(-std::log(0.2 * risk)),
        second_(second) {}

  void add(double gain) {
    const std::optional<double> second = second_ ? second_ : second_at_most();
    if (second && *second > 0) {
      const double stake = aim_ / *second;
      const double x = stake * gain;
      const double influence = x > 0 ? std::log1p(x + x * x / 2) : -std::log1p(-x + x * x / 2);
      capital_ += influence - std::log1p(stake * stake * *second / 2);
    }
    squares_ += gain * gain;
    ++count_;
  }
  [[nodiscard]] bool won() const { return capital_ >= needed_; }

 private:
  static constexpr double kurtosis = 100;

  // For every m that the second moment might be, exp(-y / (kurtosis m)) / (1 - 1 / (2 kurtosis)) is
  // 1 or less on the average over squares y; the largest m that this does not refute.
  [[nodiscard]] std::optional<double> second_at_most() const {
    const double evidence = -count_ * std::log1p(-1 / (2 * kurtosis)) - moment_needed_;
    if (evidence <= 0) return std::nullopt;
    return squares_ / (kurtosis * evidence);
  }

  double aim_;
  double needed_;
  double moment_needed_;
  std::optional<double> second_;
  double capital_ = 0;  // logarithm
  double squares_ = 0;
  double count_ = 0;
};

// Both hypotheses, as PointTest has them.
class CatoniTest {
 public:
  CatoniTest(double delta1, std::optional<double> second)
      : delta1_(delta1), above_(delta1, 0.05, second), below_(delta1, 0.05, second) {}
  Decision add(double difference) {
    above_.add(difference);
    below_.add(delta1_ - difference);
    return above_.won()   ? Decision::accept_h1
           : below_.won() ? Decision::accept_h0
                          : Decision::proceed;
  }

 private:
  double delta1_;
  CatoniBet above_;
  CatoniBet below_;
};

// The larger one of the second moments about 0 and about delta1 if the mean is one of them:
// measured, and so much larger that this makes no difference to the error rates.
double second_moment(const PointScenario& scenario) {
  Random random(4711);
  constexpr int draws = 1'000'000;
  double squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double difference = scenario.draw(random);
    squares += difference * difference;
  }
  constexpr double measured_within = 1.01;
  return measured_within * squares / draws;
}

// One difference that is `big` with probability p, else the number that makes the mean 0.
double lottery(Random& random, double p, double big) {
  return random.uniform() < p ? big : -big * p / (1 - p);
}

double clamped(double value, double limit) { return std::clamp(value, -limit, limit); }

}  // namespace

void Collector::add(Decision decision, std::uint64_t pairs) {
  (decision == Decision::accept_h0   ? outcome_.accepted_h0
   : decision == Decision::accept_h1 ? outcome_.accepted_h1
                                     : outcome_.undecided) += 1;
  lengths_.push_back(pairs);
}

Outcome Collector::finish(std::string name) {
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
    while (decision == Decision::proceed && pairs.total() < most_simulated_pairs) {
      draw_pair(pairs, law, random);
      decision = sprt(pairs, h, {}, scenario.model).decision;
    }
    collector.add(decision, pairs.total());
  }
  return collector.finish(std::string(scenario.name));
}

namespace {

void add_pair(WinTest& test, const std::array<double, 5>& law, Random& random) {
  double rest = random.uniform();
  std::size_t quarters = 0;
  while (quarters < 4 && rest >= law[quarters]) rest -= law[quarters++];
  const auto one = static_cast<GameResult>(std::min<std::size_t>(quarters, 2));
  const auto two = static_cast<GameResult>(quarters - std::min<std::size_t>(quarters, 2));
  test.add(one, two);
}

}  // namespace

WinTest played(const WinQuestion& question, const std::array<double, 5>& law, Random& random) {
  WinTest test(question);
  while (test.decision() == Decision::proceed && test.pairs().total() < most_simulated_pairs) {
    add_pair(test, law, random);
  }
  return test;
}

BesidePlain beside_plain(const PairScenario& scenario, double truth, std::uint64_t runs,
                         std::uint64_t seed) {
  const auto law = law_of_strength(scenario, truth);
  const Hypotheses& h = scenario.hypotheses;
  const Bounds plain = bounds({});
  Random random(seed);
  BesidePlain result;
  for (std::uint64_t i = 0; i < runs; ++i) {
    WinTest test({h, {}, scenario.model, true});
    double pairs = 0;
    double plain_pairs = 0;
    while (pairs == 0 || plain_pairs == 0) {
      add_pair(test, law, random);
      const auto total = static_cast<double>(test.pairs().total());
      if (pairs == 0 && test.decision() != Decision::proceed) pairs = total;
      if (plain_pairs == 0 && decide(test.sprt().llr, plain) != Decision::proceed) {
        plain_pairs = total;
      }
    }
    const bool h1 = test.decision() == Decision::accept_h1;
    result.wrong += (truth <= h.elo0 && h1) || (truth >= h.elo1 && !h1);
    result.pairs += pairs / static_cast<double>(runs);
    result.plain_pairs += plain_pairs / static_cast<double>(runs);
  }
  return result;
}

Outcome run_wins(const PairScenario& scenario, double truth, bool far_stop, std::uint64_t runs,
                 std::uint64_t seed) {
  const auto law = law_of_strength(scenario, truth);
  const WinQuestion question{scenario.hypotheses, {}, scenario.model, far_stop};
  Random random(seed);
  Collector collector;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const WinTest test = played(question, law, random);
    collector.add(test.decision(), test.pairs().total());
  }
  return collector.finish(std::string(scenario.name));
}

std::span<const PointScenario> heavy_scenarios() {
  static const std::vector<PointScenario> scenarios{
      {"loses 130 in one pair of 20", 4, 400, [](Random& r) { return lottery(r, 0.05, -130); }},
      {"wins 130 in one pair of 20", 4, 400, [](Random& r) { return lottery(r, 0.05, 130); }},
      {"wins 200 in one pair of 20", 10, 400, [](Random& r) { return lottery(r, 0.05, 200); }},
      {"loses 350 in one pair of 50", 10, 400, [](Random& r) { return lottery(r, 0.02, -350); }},
      {"500 either way in one pair of 10", 10, 400,
       [](Random& r) {
         const double u = r.uniform();
         return u < 0.05 ? -500.0 : u < 0.1 ? 500.0 : 0.0;
       }},
  };
  return scenarios;
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
  const std::optional<double> second =
      method == Method::known_spread ? std::optional(second_moment(scenario)) : std::nullopt;
  Random random(seed);
  Collector collector;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const double limit = scenario.limit * (method == Method::wide_limits ? 10 : 1);
    PointTest test({0, scenario.delta1, -limit, limit});
    CutPointTest cut({0, scenario.delta1, -limit, limit});
    CatoniTest catoni(scenario.delta1, second);
    PairedPoints points;
    Decision decision = Decision::proceed;
    std::uint64_t pairs = 0;
    while (decision == Decision::proceed && pairs < most_simulated_pairs) {
      ++pairs;
      const double difference = scenario.draw(random) + shift;
      if (method == Method::cut) {
        cut.add(difference);
        decision = cut.decision();
        if (cut.limit_too_small()) break;
      } else if (method == Method::known_spread || method == Method::least_kurtosis) {
        decision = catoni.add(difference);
      } else if (method != Method::normal_theory) {
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
