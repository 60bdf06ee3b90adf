#include "tests/base/statistics/batched.hpp"

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace simulated {
namespace {

using namespace referee::statistics;  // NOLINT: this file is all about that room

// Every pair has random numbers of its own, whenever and wherever it is played.
Random of_pair(std::uint64_t seed, std::uint64_t run, std::uint64_t pair) {
  Random of_run(seed * 0x100'0000'01b3ULL + run);
  return Random(of_run.next() + pair * 0xd6e8'feb8'6659'fd93ULL);
}

// The results of the batch that begins with pair `begin`, which arrive in any order.
template <typename Draw>
auto play_batch(std::uint64_t begin, std::uint64_t size, const Draw& draw, Random& order) {
  std::vector<std::size_t> places(size);
  std::iota(places.begin(), places.end(), std::size_t{0});
  for (std::size_t left = size; left > 1; --left) {
    std::swap(places[left - 1], places[order.next() % left]);
  }
  std::vector<decltype(draw(begin))> results(size);
  for (const std::size_t place : places) results[place] = draw(begin + place);
  return results;
}

struct End {
  Decision decision = Decision::proceed;
  std::uint64_t pairs = 0;   // up to the stop
  std::uint64_t played = 0;  // those of the last batch, too
};

template <typename Test, typename Draw>
End alone(Test test, const Draw& draw) {
  End end;
  while (end.decision == Decision::proceed && end.pairs < most_simulated_pairs) {
    test.add(draw(end.pairs++));
    end.decision = test.decision();
  }
  return end;
}

template <typename Test, typename Draw>
End in_batches(Test test, const Draw& draw, std::uint64_t size, bool every_pair, Random& order) {
  End end;
  while (end.decision == Decision::proceed && end.pairs < most_simulated_pairs) {
    const auto batch = play_batch(end.played, size, draw, order);
    end.played += size;
    for (const auto& result : batch) {
      test.add(result);
      ++end.pairs;
      if (every_pair) end.decision = test.decision();
      if (end.decision != Decision::proceed) break;
    }
    if (!every_pair) end.decision = test.decision();
  }
  return end;
}

template <typename Test, typename Draw>
Batched run_all(const std::string& name, const Test& test, const Draw& draw_pair_of,
                std::uint64_t size, std::uint64_t runs, std::uint64_t seed) {
  Collector one;
  Collector ordered;
  Collector ends;
  Batched batched;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto draw = [&](std::uint64_t pair) {
      Random random = of_pair(seed, run, pair);
      return draw_pair_of(random);
    };
    Random order(seed + run);
    const End a = alone(test, draw);
    const End b = in_batches(test, draw, size, true, order);
    const End c = in_batches(test, draw, size, false, order);
    one.add(a.decision, a.pairs);
    ordered.add(b.decision, b.pairs);
    ends.add(c.decision, c.pairs);
    if (a.decision != b.decision || a.pairs != b.pairs) ++batched.differing;
    batched.played += static_cast<double>(b.played) / static_cast<double>(runs);
  }
  batched.alone = one.finish(name);
  batched.in_order = ordered.finish(name);
  batched.at_ends = ends.finish(name);
  return batched;
}

class PairTest {
 public:
  explicit PairTest(const PairScenario& scenario) : scenario_(scenario) {}
  // Which of LL, LD, even, WD, WW.
  void add(std::size_t kind) {
    ++*std::array{&pairs_.ll, &pairs_.ld, &pairs_.even, &pairs_.wd, &pairs_.ww}[kind];
  }
  [[nodiscard]] Decision decision() const {
    return sprt(pairs_, scenario_.hypotheses, {}, scenario_.model).decision;
  }

 private:
  const PairScenario& scenario_;
  PairCounts pairs_;
};

}  // namespace

Batched run_batched(const PairScenario& scenario, bool under_h1, std::uint64_t size,
                    std::uint64_t runs, std::uint64_t seed) {
  const auto& h = scenario.hypotheses;
  const auto law = law_of_strength(scenario, under_h1 ? h.elo1 : h.elo0);
  const auto draw = [&law](Random& random) {
    double rest = random.uniform();
    std::size_t kind = 0;
    while (kind < 4 && rest >= law[kind]) rest -= law[kind++];
    return kind;
  };
  return run_all(std::string(scenario.name), PairTest(scenario), draw, size, runs, seed);
}

Batched run_batched(const PointScenario& scenario, bool under_h1, std::uint64_t size,
                    std::uint64_t runs, std::uint64_t seed) {
  const double shift = under_h1 ? scenario.delta1 : 0;
  const auto draw = [&](Random& random) { return scenario.draw(random) + shift; };
  const PointTest test({0, scenario.delta1, -scenario.limit, scenario.limit});
  return run_all(std::string(scenario.name), test, draw, size, runs, seed);
}

}  // namespace simulated
