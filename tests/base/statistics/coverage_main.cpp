// Prints how often the 95 % intervals cover the truth, as coverage.md:
//   statistics_coverage [TABLE [LAW [RUNS [SEED]]]]
// all tables, or TABLE; of "superiority" and the tables of stopped tests only the laws whose name
// contains LAW, or one row: "many draws | 0.5". A cell's random numbers are the same either way.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

#include "tests/base/statistics/bound_errors.hpp"
#include "tests/base/statistics/coverage.hpp"
#include "tests/base/statistics/field.hpp"
#include "tests/base/statistics/tables.hpp"

namespace {

using simulated::TableArguments;

void fixed_table(const TableArguments& arguments, std::uint64_t usual, std::uint64_t seed) {
  const std::uint64_t runs = table_title(
      arguments, "A fixed number of pairs: coverage of Elo / normalised Elo in per cent", usual);
  std::printf(
      "| law | true nElo | 5 pairs | 10 | 20 | 50 | 100 | 300 | 2000 | plain, 2000 |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& scenario : simulated::pair_scenarios()) {
    if (scenario.model != referee::statistics::Model::normalized) continue;
    for (const double strength : {0.0, 30.0, 200.0, 400.0, 700.0, 1400.0}) {
      std::printf("| %s | %.0f |", std::string(scenario.name).c_str(), strength);
      double plain = 0;
      for (const std::uint64_t pairs : {5U, 10U, 20U, 50U, 100U, 300U, 2000U}) {
        const auto found = fixed_coverage(scenario, strength, pairs, runs, ++seed);
        std::printf(" %.1f / %.1f |", found.elo, found.normalized_elo);
        plain = found.plain;
      }
      std::printf(" %.1f |\n", plain);
      std::fflush(stdout);
    }
  }
}

void rating_table(const TableArguments& arguments, std::uint64_t usual, std::uint64_t seed) {
  const std::uint64_t runs = table_title(
      arguments, "Rating lists: coverage of the differences to the anchor in per cent", usual);
  std::printf(
      "| law | 2 players, 5 pairs | 2, 20 | 2, 200 | 8 players, 1 pair each | 8, 5 | 8, 40 |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const auto& scenario : simulated::pair_scenarios()) {
    if (scenario.model != referee::statistics::Model::normalized) continue;
    std::printf("| %s |", std::string(scenario.name).c_str());
    for (const std::size_t players : {2U, 8U}) {
      for (const std::uint64_t rounds : players == 2 ? std::array<std::uint64_t, 3>{5, 20, 200}
                                                     : std::array<std::uint64_t, 3>{1, 5, 40}) {
        std::printf(" %.1f |", rating_coverage(scenario, players, rounds, runs, ++seed));
      }
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

void seats_table(const TableArguments& arguments, std::uint64_t usual, std::uint64_t seed) {
  const std::uint64_t runs = table_title(
      arguments, "Rating lists with an advantage of the first seat: coverage in per cent", usual);
  std::printf(
      "| players | games of two | advantage | draws | differences | seats unknown | advantage "
      "| draws | fitted |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const std::size_t players : {2U, 8U, 20U}) {
    for (const std::uint64_t games : players == 2   ? std::array<std::uint64_t, 3>{60, 200, 1000}
                                     : players == 8 ? std::array<std::uint64_t, 3>{2, 8, 40}
                                                    : std::array<std::uint64_t, 3>{1, 3, 10}) {
      for (const auto& [advantage, draws] : {std::pair{0.0, 0.3}, {100.0, 0.05}, {100.0, 0.5}}) {
        const auto found =
            simulated::seated_coverage({players, games, advantage, draws}, runs, ++seed);
        std::printf("| %zu | %llu | %.0f | %.0f %% | %.1f | %.1f | %.1f | %.1f | %.0f %% |\n",
                    players, static_cast<unsigned long long>(games), advantage, 100 * draws,
                    found.differences, found.unseated, found.advantage, found.draws, found.fitted);
        std::fflush(stdout);
      }
    }
  }
}

// With the hypotheses of each law, and with the same distance around 0.
void superiority_table(const TableArguments& arguments, std::uint64_t usual, std::uint64_t seed) {
  const std::uint64_t runs = table_title(
      arguments,
      "Equal bots: how often the likelihood of superiority is at least 95 %, and at most 5 %",
      usual);
  std::printf(
      "| law | hypotheses | at least 95 %% | at most 5 %% | naive, at least 95 %% | at most 5 %% "
      "|\n"
      "|---|---|---|---|---|---|\n");
  for (const auto& scenario : simulated::pair_scenarios()) {
    simulated::PairScenario even = scenario;
    const double half = (scenario.hypotheses.elo1 - scenario.hypotheses.elo0) / 2;
    even.hypotheses = {-half, half};
    for (const auto& one : {scenario, even}) {
      ++seed;
      if (!arguments.has(one.name)) continue;
      const auto found = simulated::sure_of_equal(one, runs, seed);
      std::printf("| %s | %g, %g | %.2f | %.2f | %.2f | %.2f |\n", std::string(one.name).c_str(),
                  one.hypotheses.elo0, one.hypotheses.elo1, found.above, found.below,
                  found.naive_above, found.naive_below);
      std::fflush(stdout);
    }
  }
}

template <typename Scenarios>
void stopped_table(const TableArguments& arguments, const char* title, std::uint64_t usual,
                   const Scenarios& scenarios, std::uint64_t seed) {
  const std::uint64_t runs = table_title(arguments, title, usual);
  std::printf(
      "| law | truth at | covered | plain | width | lean | plain lean | mean pairs |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const auto& scenario : scenarios) {
    for (const double place : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
      ++seed;
      std::array<char, 16> truth{};
      std::snprintf(truth.data(), truth.size(), " | %.1f", place);
      if (!arguments.has(std::string(scenario.name) + truth.data())) continue;
      const auto found = stopped_coverage(scenario, place, 200'000, runs, seed);
      std::printf("| %s | %.1f | ", std::string(scenario.name).c_str(), place);
      if (found.elo > 0) std::printf("%.1f / ", found.elo);
      std::printf("%.1f | %.1f | ", found.normalized_elo, found.plain);
      // Not where some plain intervals have no width.
      std::isfinite(found.width) ? std::printf("%.2f", found.width) : std::printf("-");
      std::printf(" | %+.2f | %+.2f | %.0f |\n", found.lean, found.plain_lean, found.pairs);
      std::fflush(stdout);
    }
  }
}

void print(const char* kind, std::string_view law, double place,
           const simulated::BoundErrors& errors, double pairs) {
  std::printf("| %s | %s | %.1f | %.1f | %.1f | %.1f | %.0f |\n", kind, std::string(law).c_str(),
              place, errors.above, errors.below, errors.above + errors.below, pairs);
  std::fflush(stdout);
}

// The bounds that stand beside a decision.
void bounds_table(const TableArguments& arguments, std::uint64_t usual, std::uint64_t seed) {
  const std::uint64_t runs = table_title(
      arguments, "Bounds after a decision: how many of all tests have a wrong one, in per cent",
      usual);
  std::printf(
      "| bound | law | truth at | too high | too low | together | mean pairs |\n"
      "|---|---|---|---|---|---|---|\n");
  constexpr std::array places{-0.1, 0.0, 0.5, 1.0, 3.0};
  for (const auto& scenario : simulated::pair_scenarios()) {
    for (const double place : places) {
      ++seed;
      if (!arguments.has(scenario.name)) continue;
      const auto found = bound_errors(scenario, place, runs, seed);
      print("elo_bound", scenario.name, place, found.elo, found.pairs);
      print("nelo_bound", scenario.name, place, found.normalized_elo, found.pairs);
    }
  }
  for (const auto& scenario : simulated::point_scenarios()) {
    for (const double place : places) {
      ++seed;
      if (!arguments.has(scenario.name)) continue;
      const double truth = place * scenario.delta1;
      const auto found = simulated::bound_errors(
          {0, scenario.delta1, -scenario.limit, scenario.limit}, truth,
          [&](simulated::Random& random) { return scenario.draw(random) + truth; }, runs, seed);
      print("points", scenario.name, place, found.points, found.pairs);
    }
  }
  for (const auto& scenario : simulated::field_scenarios()) {
    for (const double place : places) {
      ++seed;
      if (!arguments.has(scenario.name)) continue;
      const double truth = place * scenario.gain;
      const double shift = simulated::shift_of(scenario, truth);
      const auto found = simulated::bound_errors(
          {0, scenario.gain, -100, 100}, truth,
          [&](simulated::Random& random) { return simulated::draw(scenario, shift, random); }, runs,
          seed);
      print("field", scenario.name, place, found.points, found.pairs);
    }
  }
}

constexpr std::string_view names[] = {"fixed",         "ratings",        "seats", "superiority",
                                      "stopped pairs", "stopped points", "bounds"};

}  // namespace

int main(int argc, char** argv) {
  constexpr std::uint64_t usual = 10'000;
  const auto given = simulated::table_arguments(argc, argv);
  if (!given || !simulated::is_known(*given, names)) {
    return simulated::print_usage("statistics_coverage", names);
  }
  const TableArguments& arguments = *given;
  const std::uint64_t first = 1'000'000 * arguments.seed;  // every cell has its own numbers
  std::printf("# Coverage of the 95 %% intervals\n\n");
  simulated::print_how("tests/base/statistics/coverage.md", "statistics_coverage");
  if (arguments.wants("fixed")) fixed_table(arguments, usual, first);
  if (arguments.wants("ratings")) rating_table(arguments, usual, first + 500);
  if (arguments.wants("seats")) seats_table(arguments, usual, first + 700);
  if (arguments.wants("superiority")) superiority_table(arguments, usual, first + 900);
  if (arguments.wants("stopped pairs")) {
    stopped_table(arguments,
                  "After a sequential test on pairs: coverage of Elo / normalised Elo in per cent",
                  usual, simulated::pair_scenarios(), first + 1000);
  }
  if (arguments.wants("stopped points")) {
    stopped_table(arguments, "After the betting test on points: coverage in per cent", usual,
                  simulated::point_scenarios(), first + 2000);
  }
  constexpr std::uint64_t few = 300;  // where a run takes longer
  if (arguments.wants("bounds")) bounds_table(arguments, few, first + 3000);
  return 0;
}
