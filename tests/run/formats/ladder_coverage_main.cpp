// Prints how good the ratings of a ladder are, beside those of a round robin of as many pairs, as
// ladder-coverage.md:
//   ladder_coverage [TABLE [LAW [RUNS [SEED]]]]
// A row's random numbers are the same whichever rows are printed.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/statistics/ratings.hpp"
#include "referee/run/formats/ladder.hpp"
#include "tests/base/statistics/tables.hpp"

namespace {

using namespace referee;

struct Scenario {
  std::string_view name;
  std::size_t bots;
  std::uint64_t pairs;
  double deviation;     // of the strengths, in Elo
  double step;          // each is this much stronger than the one before
  double circles;       // deviation of what each two have besides their strengths
  std::size_t at_once;  // bots that are there from the beginning
  std::uint64_t first;  // pairs before the others join, one by one
};
constexpr Scenario scenarios[] = {
    {"6 bots, sd 60", 6, 192, 60, 0, 0, 6, 0},
    {"12 bots, sd 60", 12, 384, 60, 0, 0, 12, 0},
    {"20 bots, sd 150", 20, 640, 150, 0, 0, 20, 0},
    {"20 bots, each 40 stronger, join one by one", 20, 640, 0, 40, 0, 2, 64},
    {"11 bots, sd 60, one joins at the end", 12, 384, 60, 0, 0, 11, 352},
    {"12 bots that beat each other in circles, sd 150 of two", 12, 384, 60, 0, 150, 12, 0},
};

// The bots of one run and what they play.
class Bots {
 public:
  Bots(const Scenario& scenario, std::mt19937_64& random) : random_(random) {
    const std::size_t bots = scenario.bots;
    std::normal_distribution<double> normal;
    for (std::size_t bot = 0; bot < bots; ++bot) {
      strengths_.push_back(scenario.deviation * normal(random) +
                           scenario.step * static_cast<double>(bot));
    }
    beyond_.assign(bots, std::vector<double>(bots));
    for (std::size_t one = 0; one < bots; ++one) {
      for (std::size_t other = 0; other < one; ++other) {
        beyond_[one][other] = scenario.circles * normal(random);
        beyond_[other][one] = -beyond_[one][other];
      }
    }
  }

  [[nodiscard]] double score(std::size_t one, std::size_t other) const {
    const double elo = strengths_[one] - strengths_[other] + beyond_[one][other];
    return 1 / (1 + std::pow(10, -elo / 400));
  }
  // A few games are drawn.
  statistics::GameResult play(std::size_t one, std::size_t other) {
    const double expected = score(one, other);
    const double draws = std::min(0.06, std::min(expected, 1 - expected) / 2);
    const double at = std::uniform_real_distribution<double>()(random_);
    if (at < expected - draws / 2) return statistics::GameResult::win;
    return at < expected + draws / 2 ? statistics::GameResult::draw : statistics::GameResult::loss;
  }
  // The ratings of a round robin without end: what there is to find, in circles too.
  [[nodiscard]] std::vector<double> truth() const {
    std::vector<statistics::Encounter> all;
    for (std::size_t one = 0; one < strengths_.size(); ++one) {
      for (std::size_t other = 0; other < one; ++other) {
        constexpr double games = 1e6;
        statistics::Encounter encounter{one, other, {}, {}, {}};
        encounter.games.wins = static_cast<std::uint64_t>(std::lround(games * score(one, other)));
        encounter.games.losses = static_cast<std::uint64_t>(games) - encounter.games.wins;
        all.push_back(encounter);
      }
    }
    std::vector<double> ratings;
    const auto list = statistics::rate(strengths_.size(), all, statistics::Anchor{0, 0});
    for (const auto& rating : list.players()) ratings.push_back(rating.elo);
    return ratings;
  }

 private:
  std::mt19937_64& random_;
  std::vector<double> strengths_;
  std::vector<std::vector<double>> beyond_;
};

struct Rated {
  std::vector<double> elo;
  std::vector<double> error;
};

formats::GameFigures figures(statistics::GameResult of_first) {
  formats::GameFigures game;
  game[0].won = of_first == statistics::GameResult::win;
  game[1].won = of_first == statistics::GameResult::loss;
  return game;
}

Rated ladder_of(const Scenario& scenario, Bots& bots) {
  formats::Format format;
  format.kind = formats::FormatKind::ladder;
  format.pairs = 16;
  format.planned = 2 * scenario.pairs;
  const std::size_t joining = scenario.bots - scenario.at_once;
  for (std::size_t i = 0; i <= joining; ++i) {
    // As evenly as whole rounds allow.
    const std::uint64_t rounds = (scenario.pairs - scenario.first) / 16;
    const std::uint64_t begin = i == 0 ? 0 : scenario.first + (i - 1) * rounds / joining * 16;
    format.periods.push_back({2 * begin, scenario.at_once + i, {}, {}, {}});
  }
  formats::Ladder ladder(scenario.bots, format);
  for (std::uint64_t number = 0; number < ladder.size(); ++number) {
    const auto slot = ladder.find(number);
    ladder.note(number, figures(bots.play(slot->bots[0], slot->bots[1])));
  }
  Rated rated{std::vector<double>(scenario.bots), std::vector<double>(scenario.bots)};
  for (const formats::Placed& placed : ladder.ranking()) {
    rated.elo[placed.bot] = placed.ladder->elo;
    rated.error[placed.bot] = placed.ladder->error;
  }
  return rated;
}

Rated round_robin_of(const Scenario& scenario, Bots& bots, std::mt19937_64& random) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t one = 0; one < scenario.bots; ++one) {
    for (std::size_t other = one + 1; other < scenario.bots; ++other) all.emplace_back(one, other);
  }
  std::shuffle(all.begin(), all.end(), random);
  std::map<std::pair<std::size_t, std::size_t>, statistics::Encounter> met;
  for (std::uint64_t pair = 0; pair < scenario.pairs; ++pair) {
    const auto& [one, other] = all[pair % all.size()];
    auto& encounter =
        met.try_emplace({one, other}, statistics::Encounter{one, other, {}, {}, {}}).first->second;
    const std::array results{bots.play(one, other), bots.play(one, other)};
    for (const auto result : results) encounter.games.add(result);
    encounter.pairs.add(results[0], results[1]);
  }
  std::vector<statistics::Encounter> encounters;
  for (const auto& [bots_of_it, encounter] : met) encounters.push_back(encounter);
  Rated rated;
  const auto list = statistics::rate(scenario.bots, encounters, statistics::Anchor{0, 0});
  for (const auto& rating : list.players()) {
    rated.elo.push_back(rating.elo);
    rated.error.push_back(rating.error);
  }
  return rated;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// What is added up over the runs.
struct Quality {
  double squares = 0;
  double differences = 0;
  double covered = 0;
  double products = 0;
  double truths = 0;
  double found = 0;

  void add(const Rated& rated, const std::vector<double>& truth) {
    const double middle = mean_of(rated.elo);
    const double true_middle = mean_of(truth);
    for (std::size_t bot = 0; bot < truth.size(); ++bot) {
      const double error = rated.elo[bot] - truth[bot];
      if (bot > 0) {
        squares += error * error;
        ++differences;
        if (std::abs(error) <= rated.error[bot]) ++covered;
      }
      products += (rated.elo[bot] - middle) * (truth[bot] - true_middle);
      truths += (truth[bot] - true_middle) * (truth[bot] - true_middle);
    }
    const auto strongest = [](const std::vector<double>& list) {
      return std::max_element(list.begin(), list.end()) - list.begin();
    };
    if (strongest(rated.elo) == strongest(truth)) ++found;
  }
};

void print_table(const simulated::TableArguments& arguments) {
  const std::uint64_t runs = simulated::table_title(arguments, "Ladder / round robin", 2000);
  std::printf(
      "| bots | pairs | error, Elo | covered, %% | slope | strongest found, %% |\n"
      "|---|---|---|---|---|---|\n");
  std::uint64_t seed = arguments.seed;
  for (const Scenario& scenario : scenarios) {
    std::mt19937_64 random(++seed);
    if (!arguments.has(scenario.name)) continue;
    Quality ladder;
    Quality round_robin;
    for (std::uint64_t run = 0; run < runs; ++run) {
      Bots bots(scenario, random);
      const std::vector<double> truth = bots.truth();
      ladder.add(ladder_of(scenario, bots), truth);
      round_robin.add(round_robin_of(scenario, bots, random), truth);
    }
    std::printf("| %s | %llu |", std::string(scenario.name).c_str(),
                static_cast<unsigned long long>(scenario.pairs));
    std::printf(" %.0f / %.0f |", std::sqrt(ladder.squares / ladder.differences),
                std::sqrt(round_robin.squares / round_robin.differences));
    std::printf(" %.1f / %.1f |", 100 * ladder.covered / ladder.differences,
                100 * round_robin.covered / round_robin.differences);
    std::printf(" %.2f / %.2f |", ladder.products / ladder.truths,
                round_robin.products / round_robin.truths);
    std::printf(" %.0f / %.0f |\n", 100 * ladder.found / static_cast<double>(runs),
                100 * round_robin.found / static_cast<double>(runs));
    std::fflush(stdout);
  }
}

constexpr std::string_view names[] = {"ladder"};

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = simulated::table_arguments(argc, argv);
  if (!arguments || !simulated::is_known(*arguments, names)) {
    return simulated::print_usage("ladder_coverage", names);
  }
  std::printf("# Ladders: ratings and the strongest bot\n\n");
  simulated::print_how("tests/run/formats/ladder-coverage.md", "ladder_coverage");
  print_table(*arguments);
}
