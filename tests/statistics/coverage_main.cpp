// Prints how often the 95 % intervals cover the truth, as docs/internals/coverage.md:
//   statistics_coverage [RUNS [SEED [TABLE [LAW]]]]
// with 10000 runs a cell and seed 1 if not given, and only the tables whose name contains TABLE:
// "fixed", "ratings", "seats", "stopped pairs", "stopped points", "superiority"; of the last three
// only the laws whose name contains LAW, or one row: "many draws | 0.5". A cell's random numbers
// are the same either way.
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

#include "tests/statistics/coverage.hpp"

namespace {

bool parse(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number > 0;
}

bool contains(std::string_view name, std::string_view part) {
  return name.find(part) != std::string_view::npos;
}

void fixed_table(std::uint64_t runs, std::uint64_t seed) {
  std::printf(
      "\n## A fixed number of pairs: coverage of Elo / normalised Elo, in per cent\n\n"
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

void rating_table(std::uint64_t runs, std::uint64_t seed) {
  std::printf(
      "\n## Rating lists: coverage of the differences to the anchor, in per cent\n\n"
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

void seats_table(std::uint64_t runs, std::uint64_t seed) {
  std::printf(
      "\n## Rating lists with an advantage of the first seat: coverage in per cent\n\n"
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
void superiority_table(std::uint64_t runs, std::uint64_t seed, std::string_view law) {
  std::printf(
      "\n## Equal bots: how often the likelihood of superiority is at least 95 %%, and at most 5 "
      "%%\n\n"
      "| law | hypotheses | at least 95 %% | at most 5 %% | naive, at least 95 %% | at most 5 %% "
      "|\n"
      "|---|---|---|---|---|---|\n");
  for (const auto& scenario : simulated::pair_scenarios()) {
    simulated::PairScenario even = scenario;
    const double half = (scenario.hypotheses.elo1 - scenario.hypotheses.elo0) / 2;
    even.hypotheses = {-half, half};
    for (const auto& one : {scenario, even}) {
      ++seed;
      if (!contains(one.name, law)) continue;
      const auto found = simulated::sure_of_equal(one, runs, seed);
      std::printf("| %s | %g, %g | %.2f | %.2f | %.2f | %.2f |\n", std::string(one.name).c_str(),
                  one.hypotheses.elo0, one.hypotheses.elo1, found.above, found.below,
                  found.naive_above, found.naive_below);
      std::fflush(stdout);
    }
  }
}

template <typename Scenarios>
void stopped_table(const char* title, const Scenarios& scenarios, std::uint64_t runs,
                   std::uint64_t seed, std::string_view law) {
  std::printf(
      "\n## %s\n\n| law | truth at | covered | plain | width | lean | plain lean | mean pairs |\n"
      "|---|---|---|---|---|---|---|---|\n",
      title);
  for (const auto& scenario : scenarios) {
    for (const double place : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
      ++seed;
      std::array<char, 16> truth{};
      std::snprintf(truth.data(), truth.size(), " | %.1f", place);
      if (!contains(std::string(scenario.name) + truth.data(), law)) continue;
      const auto found = stopped_coverage(scenario, place, 200'000, runs, seed);
      std::printf("| %s | %.1f | ", std::string(scenario.name).c_str(), place);
      if (found.elo > 0) std::printf("%.1f / ", found.elo);
      std::printf("%.1f | %.1f | %.2f | %+.2f | %+.2f | %.0f |\n", found.normalized_elo,
                  found.plain, found.width, found.lean, found.plain_lean, found.pairs);
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t runs = 10'000;
  std::uint64_t seed = 1;
  if (argc > 5 || (argc > 1 && !parse(argv[1], runs)) || (argc > 2 && !parse(argv[2], seed))) {
    std::fprintf(stderr, "usage: statistics_coverage [RUNS [SEED [TABLE [LAW]]]]\n");
    return 2;
  }
  const std::string_view table = argc > 3 ? argv[3] : "";
  const std::string_view law = argc > 4 ? argv[4] : "";
  const auto wanted = [table](std::string_view name) { return contains(name, table); };
  const std::uint64_t first = 1'000'000 * seed;  // every cell has random numbers of its own
  std::printf(
      "# Coverage of the 95 %% intervals\n\n"
      "Written by `statistics_coverage 10000 1 > docs/internals/coverage.md`, which takes hours; "
      "do "
      "not\n"
      "edit. `statistics_coverage 10000 1 TABLE LAW` prints a part of it, and a test compares such "
      "a "
      "part\n"
      "with this file. [statistics.md](statistics.md) explains the columns.\n");
  if (wanted("fixed")) fixed_table(runs, first);
  if (wanted("ratings")) rating_table(runs, first + 500);
  if (wanted("seats")) seats_table(runs, first + 700);
  if (wanted("superiority")) superiority_table(runs, first + 900, law);
  if (wanted("stopped pairs")) {
    stopped_table("After a sequential test on pairs: coverage of Elo / normalised Elo",
                  simulated::pair_scenarios(), runs, first + 1000, law);
  }
  if (wanted("stopped points")) {
    stopped_table("After the betting test on points", simulated::point_scenarios(), runs,
                  first + 2000, law);
  }
  return 0;
}
