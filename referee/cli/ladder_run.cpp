#include "referee/cli/ladder_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/planned.hpp"

namespace referee::cli {
namespace {

constexpr std::uint64_t usual_games = 200;
// Of a run that ends by the time.
constexpr std::uint64_t games_by_time = 1'000'000;

// With how many numbers the ladder has `games` matches that are not left out.
std::uint64_t numbers_for(const store::Store& store, std::uint64_t games) {
  const config::Event& event = store.manifest().events.front();
  std::uint64_t numbers = games;
  for (const formats::LadderPeriod& period : event.format.periods) {
    for (const auto& [first, last] : period.skipped) numbers += last + 1 - first;
  }
  numbers = std::max(numbers, event.format.periods.back().begin);
  return std::min(numbers + numbers % 2, formats::most_ladder_matches);
}

}  // namespace

void LadderRun::add_to(const Verb& verb) {
  add_games_option(verb, &games);
  verb.option("--minutes", &minutes, "In a ladder: begin no further game after this time")
      .unit("M");
}

std::optional<std::chrono::steady_clock::time_point> LadderRun::until() const {
  constexpr double seconds = 60;
  constexpr double most = 1'000'000;
  if (!minutes) return std::nullopt;
  if (!(*minutes > 0 && *minutes <= most)) {
    throw UsageError(
        fmt::format("--minutes must be a number above 0, at most {}, not {}", most, *minutes));
  }
  const std::chrono::duration<double> time(seconds * *minutes);
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
}

store::Store planned_ladder(const store::Store& store, const config::Manifest& config,
                            const LadderRun& run, bool quiet) {
  const std::vector<bool> played = store.played();
  const auto done = static_cast<std::uint64_t>(std::count(played.begin(), played.end(), true));
  const std::uint64_t games = run.games.value_or(run.minutes ? games_by_time : usual_games);
  if (!quiet && !run.chosen()) {
    std::cerr << fmt::format("this run plays {}; --games or --minutes says how many\n",
                             text::plural(games, "game"));
  }
  {
    const store::Claim claim(store.folder(), store::Claim::Kind::alone);
    store::write_planned(store.folder(),
                         std::max<std::uint64_t>(numbers_for(store, done + games), played.size()));
  }
  return store::Store::create(store.folder(), config);
}

void unplan_ladder(const store::Store& store) {
  const std::uint64_t numbers = store.played().size();
  store::write_planned(
      store.folder(),
      std::max(numbers + numbers % 2, store.manifest().events.front().format.periods.back().begin));
}

}  // namespace referee::cli
