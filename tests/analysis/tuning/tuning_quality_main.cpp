// Prints how well tunings find what there is to gain, as quality.md:
//   tuning_quality [TABLE [LANDSCAPE [RUNS [SEED]]]]
// A row's random numbers are the same whichever rows are printed.
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>

#include "tests/analysis/tuning/quality.hpp"
#include "tests/base/statistics/tables.hpp"

namespace {

using namespace referee::tuning;

struct Sums {
  double gained = 0;  // Elo
  double there = 0;   // what there is to gain, in Elo
  double fits = 0;
  double parameters = 0;  // of runs in which the surface fits
  double covered = 0;
  double determined = 0;

  void add(const Objective& objective, const Tuner& tuner) {
    gained += objective.elo(tuner.best()) - objective.elo(objective.start);
    there += objective.elo(objective.top) - objective.elo(objective.start);
    if (!tuner.fits()) return;
    ++fits;
    const auto known = tuner.known();
    for (std::size_t i = 0; i < known.size(); ++i) {
      ++parameters;
      if (known[i].low <= objective.top[i] && objective.top[i] <= known[i].high) ++covered;
      if (known[i].determined) ++determined;
    }
  }
};

std::string percent(double part, double of) {
  if (of == 0) return "-";
  char text[16];
  std::snprintf(text, sizeof text, "%.0f", 100 * part / of);
  return text;
}

void print_table(const simulated::TableArguments& arguments) {
  const std::uint64_t runs = simulated::table_title(arguments, "Tuning", 24);
  std::printf(
      "| what is tuned | parameters | pairs | gained, %% | fits, %% | covered, %% | determined, %% "
      "|\n"
      "|---|---|---|---|---|---|---|\n");
  std::uint64_t seed = arguments.seed;
  for (const Landscape& landscape : landscapes()) {
    for (const std::uint64_t pairs : {500U, 10'000U}) {
      std::mt19937_64 random(++seed);
      const bool takes_long = landscape.parameters > 4 && pairs > 500;
      if (takes_long || !arguments.has(landscape.name)) continue;
      Sums sums;
      for (std::uint64_t run = 0; run < runs; ++run) {
        const Objective objective = landscape.draw(landscape.parameters, random);
        sums.add(objective, tuned(objective, pairs, run + 1, random));
      }
      const auto all = static_cast<double>(runs);
      std::printf("| %s | %zu | %llu | ", std::string(landscape.name).c_str(), landscape.parameters,
                  static_cast<unsigned long long>(pairs));
      if (sums.there > 0) {
        std::printf("%s", percent(sums.gained, sums.there).c_str());
      } else {
        std::printf("%.0f Elo", sums.gained / all);
      }
      std::printf(" | %s | %s | %s |\n", percent(sums.fits, all).c_str(),
                  percent(sums.covered, sums.parameters).c_str(),
                  percent(sums.determined, sums.parameters).c_str());
      std::fflush(stdout);
    }
  }
}

constexpr std::string_view names[] = {"tuning"};

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = simulated::table_arguments(argc, argv);
  if (!arguments || !simulated::is_known(*arguments, names)) {
    return simulated::print_usage("tuning_quality", names);
  }
  std::printf("# Tuning: what is gained, and what the intervals cover\n\n");
  simulated::print_how("tests/analysis/tuning/quality.md", "tuning_quality");
  print_table(*arguments);
}
