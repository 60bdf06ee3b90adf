// Prints how often the sequential tests err, as docs/internals/error-rates.md:
//   statistics_simulation [RUNS [SEED [LAW]]]
//   statistics_simulation others [RUNS [SEED [LAW]]]
// with 10000 runs and seed 1 if not given, and only the laws whose name contains LAW. The second
// form tries tests on points that are not in use.
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

#include "tests/statistics/batched.hpp"
#include "tests/statistics/field.hpp"
#include "tests/statistics/simulated.hpp"

namespace {

using simulated::Outcome;

bool parse(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number > 0;
}

// One line of a Markdown table: the error rate with one binomial standard error.
void print(const Outcome& outcome, bool under_h1) {
  const auto wrong = under_h1 ? outcome.accepted_h0 : outcome.accepted_h1;
  const auto runs = static_cast<double>(outcome.runs);
  const double rate = static_cast<double>(wrong) / runs;
  std::printf("| %s | %s | %llu | %.2f %% ± %.2f | %llu | %.0f | %llu | %llu |\n",
              outcome.name.c_str(), under_h1 ? "H1" : "H0", static_cast<unsigned long long>(wrong),
              100 * rate, 100 * std::sqrt(rate * (1 - rate) / runs),
              static_cast<unsigned long long>(outcome.undecided), outcome.mean_pairs,
              static_cast<unsigned long long>(outcome.median_pairs),
              static_cast<unsigned long long>(outcome.p95_pairs));
  std::fflush(stdout);
}

template <typename Scenarios, typename Run>
void table(const char* title, const Scenarios& scenarios, std::string_view law, const Run& run) {
  std::printf(
      "\n## %s\n\n| law | true | wrong | rate | undecided | mean pairs | median | 95 %% |\n"
      "|---|---|---|---|---|---|---|---|\n",
      title);
  std::uint64_t number = 0;  // every line has random numbers of its own
  for (const auto& scenario : scenarios) {
    for (const bool h1 : {false, true}) {
      ++number;
      if (scenario.name.find(law) != std::string_view::npos) print(run(scenario, h1, number), h1);
    }
  }
}

double rate(const Outcome& outcome, bool under_h1) {
  const auto wrong = under_h1 ? outcome.accepted_h0 : outcome.accepted_h1;
  return 100 * static_cast<double>(wrong) / static_cast<double>(outcome.runs);
}

// Batches of a quarter of the pairs that the test takes on the average, which is the usual size,
// and of the first law also larger ones.
template <typename Scenarios>
void batch_table(const char* title, const Scenarios& scenarios, std::string_view law,
                 std::uint64_t runs, std::uint64_t seed) {
  std::printf(
      "\n## %s\n\n| law | true | batch | wrong alone | in order | differing | mean pairs | played "
      "| "
      "wrong, at ends | pairs |\n|---|---|---|---|---|---|---|---|---|---|\n",
      title);
  std::uint64_t number = 0;
  for (const auto& scenario : scenarios) {
    for (const bool h1 : {false, true}) {
      ++number;
      if (scenario.name.find(law) == std::string_view::npos) continue;
      const double mean = simulated::run_batched(scenario, h1, 1, 200, seed).alone.mean_pairs;
      for (const double share : {0.25, 1.0, 4.0}) {
        if (share > 0.25 && &scenario != &scenarios[0]) break;
        const auto size = static_cast<std::uint64_t>(std::ceil(mean * share));
        const auto found = simulated::run_batched(scenario, h1, size, runs, 1000 * seed + number);
        std::printf(
            "| %s | %s | %llu | %.2f %% | %.2f %% | %llu | %.0f | %.0f | %.2f %% | %.0f |\n",
            found.alone.name.c_str(), h1 ? "H1" : "H0", static_cast<unsigned long long>(size),
            rate(found.alone, h1), rate(found.in_order, h1),
            static_cast<unsigned long long>(found.differing), found.in_order.mean_pairs,
            found.played, rate(found.at_ends, h1), found.at_ends.mean_pairs);
        std::fflush(stdout);
      }
    }
  }
}

// Pairs on the average with and without the far stop, far from the hypotheses 0 and 10, in a tenth
// of the runs.
void far_table(std::string_view law, std::uint64_t runs, std::uint64_t seed) {
  std::printf(
      "\n## Pairs far from the hypotheses, [0, 10]\n\n"
      "| law | true | wrong | mean pairs | without the far stop |\n|---|---|---|---|---|\n");
  simulated::PairScenario scenario = simulated::pair_scenarios()[0];
  if (scenario.name.find(law) == std::string_view::npos) return;
  scenario.hypotheses = {0, 10};
  for (const double truth : {-100.0, 50.0, 100.0, 200.0, 400.0, 800.0}) {
    const auto with = simulated::run_wins(scenario, truth, true, runs / 10, seed);
    const auto without = simulated::run_wins(scenario, truth, false, runs / 10, seed);
    std::printf("| %s | %+.0f | %llu | %.0f | %.0f |\n", with.name.c_str(), truth,
                static_cast<unsigned long long>(truth > 0 ? with.accepted_h0 : with.accepted_h1),
                with.mean_pairs, without.mean_pairs);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using simulated::Method;
  const bool others = argc > 1 && std::string_view(argv[1]) == "others";
  if (others) {
    --argc;
    ++argv;
  }
  std::uint64_t runs = 10'000;
  std::uint64_t seed = 1;
  if (argc > 4 || (argc > 1 && !parse(argv[1], runs)) || (argc > 2 && !parse(argv[2], seed))) {
    std::fprintf(stderr, "usage: statistics_simulation [others] [RUNS [SEED [LAW]]]\n");
    return 2;
  }
  const std::string_view law = argc > 3 ? argv[3] : "";
  if (others) {
    const std::pair<const char*, Method> methods[] = {
        {"Points: the betting test with limits ten times as wide", Method::wide_limits},
        {"Points: no limits, the true second moment", Method::known_spread},
        {"Points: no limits, a kurtosis of at most 100", Method::least_kurtosis}};
    for (const auto& [title, method] : methods) {
      table(title, simulated::point_scenarios(), law,
            [&, chosen = method](const auto& scenario, bool h1, std::uint64_t number) {
              return simulated::run(scenario, h1, runs, 1000 * seed + number, chosen);
            });
    }
    return 0;
  }
  std::printf(
      "# Error rates of the sequential tests\n\n"
      "Written by `statistics_simulation 10000 1 > docs/internals/error-rates.md`; do not edit.\n"
      "`statistics_simulation 10000 1 LAW` prints the rows of one law, and a test compares such "
      "rows "
      "with\n"
      "this file. [statistics.md](statistics.md) explains the columns.\n");
  table("Pairs: the generalised SPRT", simulated::pair_scenarios(), law,
        [&](const auto& scenario, bool h1, std::uint64_t number) {
          return simulated::run(scenario, h1, runs, 1000 * seed + number);
        });
  table("Pairs: with the far stop, as in a comparison; a tenth of the runs",
        simulated::pair_scenarios(), law, [&](const auto& scenario, bool h1, std::uint64_t number) {
          const auto& h = scenario.hypotheses;
          return simulated::run_wins(scenario, h1 ? h.elo1 : h.elo0, true, runs / 10,
                                     1000 * seed + number);
        });
  far_table(law, runs, seed);
  table("Points: rare heavy differences, with a limit that is fixed beforehand",
        simulated::heavy_scenarios(), law,
        [&](const auto& scenario, bool h1, std::uint64_t number) {
          return simulated::run(scenario, h1, runs, 1000 * seed + number, Method::cut);
        });
  table("Against a field, by wins", simulated::field_scenarios(), law,
        [&](const auto& scenario, bool h1, std::uint64_t number) {
          return simulated::run(scenario, h1, runs, 1000 * seed + number);
        });
  table("Points: the betting test", simulated::point_scenarios(), law,
        [&](const auto& scenario, bool h1, std::uint64_t number) {
          return simulated::run(scenario, h1, runs, 1000 * seed + number, Method::betting);
        });
  table("Points, for comparison: a likelihood ratio of normal laws (not used)",
        simulated::point_scenarios(), law,
        [&](const auto& scenario, bool h1, std::uint64_t number) {
          return simulated::run(scenario, h1, runs, 1000 * seed + number, Method::normal_theory);
        });
  batch_table("Pairs, in batches", simulated::pair_scenarios(), law, runs, seed);
  batch_table("Points, in batches", simulated::point_scenarios(), law, runs, seed);
  return 0;
}
