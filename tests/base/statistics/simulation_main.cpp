// Prints how often the sequential tests err, as error-rates.md:
//   statistics_simulation [TABLE [LAW [RUNS [SEED]]]]
// all tables of the document, or TABLE, and only the laws whose name contains LAW. A row's random
// numbers are the same either way. The tables "wide limits", "no limits" and "kurtosis" try tests
// on points that are not in use; they are printed by name alone.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "tests/base/statistics/batched.hpp"
#include "tests/base/statistics/field.hpp"
#include "tests/base/statistics/simulated.hpp"
#include "tests/base/statistics/tables.hpp"

namespace {

using simulated::Method;
using simulated::Outcome;
using simulated::TableArguments;

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
void table(const TableArguments& arguments, const char* title, std::uint64_t usual,
           const Scenarios& scenarios, const Run& run) {
  const std::uint64_t runs = table_title(arguments, title, usual);
  std::printf(
      "| law | true | wrong | rate | undecided | mean pairs | median | 95 %% |\n"
      "|---|---|---|---|---|---|---|---|\n");
  std::uint64_t seed = 1000 * arguments.seed;  // every line has random numbers of its own
  for (const auto& scenario : scenarios) {
    for (const bool h1 : {false, true}) {
      ++seed;
      if (arguments.has(scenario.name)) print(run(scenario, h1, runs, seed), h1);
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
void batch_table(const TableArguments& arguments, const char* title, std::uint64_t usual,
                 const Scenarios& scenarios) {
  const std::uint64_t runs = table_title(arguments, title, usual);
  std::printf(
      "| law | true | batch | wrong alone | in order | differing | mean pairs | played | wrong, at "
      "ends | pairs |\n|---|---|---|---|---|---|---|---|---|---|\n");
  const std::uint64_t seed = arguments.seed;
  std::uint64_t number = 0;
  for (const auto& scenario : scenarios) {
    for (const bool h1 : {false, true}) {
      ++number;
      if (!arguments.has(scenario.name)) continue;
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

// The pairs of a comparison beside those of the ratio test alone, which has all of the risks: the
// plain pentanomial test of other programs.
void far_table(const TableArguments& arguments, std::uint64_t usual) {
  const std::uint64_t runs =
      table_title(arguments, "Pairs of a comparison, and of the plain pentanomial test", usual);
  const std::uint64_t seed = arguments.seed;
  std::printf(
      "| law | hypotheses | true | wrong | mean pairs | plain test | more |\n"
      "|---|---|---|---|---|---|---|\n");
  simulated::PairScenario scenario = simulated::pair_scenarios()[0];
  if (!arguments.has(scenario.name)) return;
  for (const double elo1 : {10.0, 30.0}) {
    scenario.hypotheses = {0, elo1};
    for (const double truth : {-100.0, 0.0, elo1 / 2, elo1, 2 * elo1, 100.0, 200.0, 800.0}) {
      const auto found = simulated::beside_plain(scenario, truth, runs, seed);
      std::printf("| %s | 0, %.0f | %+.0f | %llu | %.0f | %.0f | %+.0f %% |\n",
                  std::string(scenario.name).c_str(), elo1, truth,
                  static_cast<unsigned long long>(found.wrong), found.pairs, found.plain_pairs,
                  100 * (found.pairs / found.plain_pairs - 1));
      std::fflush(stdout);
    }
  }
}

// The tests on pairs and on fields.
void pair_tables(const TableArguments& arguments, std::uint64_t usual, std::uint64_t few) {
  const auto& scenarios = simulated::pair_scenarios();
  if (arguments.wants("ratio test")) {
    table(arguments, "Pairs: the generalised SPRT", usual, scenarios,
          [](const auto& scenario, bool h1, std::uint64_t runs, std::uint64_t seed) {
            return simulated::run(scenario, h1, runs, seed);
          });
  }
  if (arguments.wants("far stop")) {
    table(arguments, "Pairs: with the far stop, as in a comparison", few, scenarios,
          [](const auto& scenario, bool h1, std::uint64_t runs, std::uint64_t seed) {
            const auto& h = scenario.hypotheses;
            return simulated::run_wins(scenario, h1 ? h.elo1 : h.elo0, true, runs, seed);
          });
  }
  constexpr std::uint64_t fewest = 200;
  if (arguments.wants("far")) far_table(arguments, fewest);
  if (arguments.wants("field")) {
    table(arguments, "Against a field, by wins", usual, simulated::field_scenarios(),
          [](const auto& scenario, bool h1, std::uint64_t runs, std::uint64_t seed) {
            return simulated::run(scenario, h1, runs, seed);
          });
  }
}

template <typename Scenarios>
void point_table(const TableArguments& arguments, const char* title, std::uint64_t usual,
                 const Scenarios& scenarios, Method method) {
  table(arguments, title, usual, scenarios,
        [method](const auto& scenario, bool h1, std::uint64_t runs, std::uint64_t seed) {
          return simulated::run(scenario, h1, runs, seed, method);
        });
}

void point_tables(const TableArguments& arguments, std::uint64_t usual) {
  if (arguments.wants("heavy")) {
    point_table(arguments, "Points: rare heavy differences, with a limit that is fixed beforehand",
                usual, simulated::heavy_scenarios(), Method::cut);
  }
  if (arguments.wants("betting")) {
    point_table(arguments, "Points: the betting test", usual, simulated::point_scenarios(),
                Method::betting);
  }
  if (arguments.wants("normal laws")) {
    point_table(arguments, "Points, for comparison: a likelihood ratio of normal laws (not used)",
                usual, simulated::point_scenarios(), Method::normal_theory);
  }
}

// Not part of the document. False if there is no such table.
bool other_table(const TableArguments& arguments, std::uint64_t usual) {
  struct Other {
    std::string_view name;
    const char* title;
    Method method;
  };
  for (const Other& other :
       {Other{"wide limits", "Points: the betting test with limits ten times as wide",
              Method::wide_limits},
        Other{"no limits", "Points: no limits, the true second moment", Method::known_spread},
        Other{"kurtosis", "Points: no limits, a kurtosis of at most 100",
              Method::least_kurtosis}}) {
    if (arguments.table != other.name) continue;
    point_table(arguments, other.title, usual, simulated::point_scenarios(), other.method);
    return true;
  }
  return false;
}

constexpr std::string_view names[] = {"ratio test",  "far stop",     "far",
                                      "field",       "heavy",        "betting",
                                      "normal laws", "pair batches", "point batches"};

}  // namespace

int main(int argc, char** argv) {
  constexpr std::uint64_t usual = 10'000;
  constexpr std::uint64_t few = 1'000;  // where a run takes longer
  const auto arguments = simulated::table_arguments(argc, argv);
  if (arguments && other_table(*arguments, usual)) return 0;
  if (!arguments || !simulated::is_known(*arguments, names)) {
    return simulated::print_usage("statistics_simulation", names);
  }
  std::printf("# Error rates of the sequential tests\n\n");
  simulated::print_how("tests/base/statistics/error-rates.md", "statistics_simulation");
  pair_tables(*arguments, usual, few);
  point_tables(*arguments, usual);
  if (arguments->wants("pair batches")) {
    batch_table(*arguments, "Pairs, in batches", usual, simulated::pair_scenarios());
  }
  if (arguments->wants("point batches")) {
    batch_table(*arguments, "Points, in batches", usual, simulated::point_scenarios());
  }
  return 0;
}
