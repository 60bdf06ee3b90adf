#include "referee/cli/playing.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/session.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/show/report/live/events.hpp"
#include "referee/show/report/standings/store_report.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

// A folder keeps the seed that it has; a new one gets a random one.
config::Overrides::Unchosen unchosen_seed(const fs::path& folder, const rules::Games& games) {
  std::error_code none;
  if (!fs::exists(folder / "manifest.json", none)) return {any_seed(), true};
  const config::Manifest there = store::Store::open(folder, games).manifest();
  return {there.seed, there.drawn};
}

}  // namespace

config::Manifest read_tournament(const fs::path& config, const fs::path& folder,
                                 config::Overrides overrides) {
  const bool trust = overrides.isolation == config::Isolation::off;
  const rules::Games& games = *overrides.games;
  if (!overrides.seed) overrides.unchosen = unchosen_seed(folder, games);
  overrides.record_named = store::naming_records(games);
  config::Manifest manifest = config::read_config(config, overrides);
  if (manifest.isolation == config::Isolation::off) {
    require_trust(trust, config.string() + " says \"isolation\": \"off\"");
  }
  return manifest;
}

void tell_seed(const config::Manifest& manifest, bool quiet) {
  if (manifest.drawn) {
    if (!quiet) {
      text::tell("seed {}, drawn for this tournament", manifest.seed);
    }
    return;
  }
  constexpr std::uint64_t small = std::uint64_t{1} << 40;
  if (manifest.seed >= small) return;
  for (const config::Event& event : manifest.events) {
    if (!event.game->secret_deal || event.beginning.deal) continue;
    text::warn(
        "{} has secrets, and a bot can find them by trying small seeds, such as {}; without "
        "a seed in the config and --seed a random one is drawn",
        event.game->title, manifest.seed);
    return;
  }
}

int tell_open(const tournament::OpenMatches& open, bool kept, int code) {
  if (code == interrupted) {
    text::warn("interrupted{}", kept ? "; the same command continues" : "");
  }
  for (const std::string& line : open.lines(kept)) text::tell("{}", line);
  return open.empty() || code == interrupted ? code : environment;
}

tournament::RunEnd play_store(const store::Store& store, const Playing& how) {
  Session session(store.manifest(), how.quiet, how.options, how.open);
  return session.run({&store}, [&](const auto& context, report::Display& display) {
    std::vector<tournament::RunObserver*> told{&display};
    if (how.listener != nullptr) told.push_back(how.listener);
    report::Observers observers(std::move(told));
    return tournament::run(store, how.part, context, observers);
  });
}

void await_tournament(const std::filesystem::path& folder, const std::atomic<bool>& asked) {
  constexpr std::chrono::milliseconds looks_every{100};
  bool said = false;
  while (!asked && !std::filesystem::exists(folder / "manifest.json") &&
         store::Beginning::is_under_way(folder)) {
    if (!std::exchange(said, true)) {
      text::tell("a tournament is about to begin in {}; its bots are being compiled",
                 folder.string());
    }
    std::this_thread::sleep_for(looks_every);
  }
}

int play_or_show_who_does(const std::function<int()>& play, bool json, const rules::Games& games) {
  try {
    return play();
  } catch (const store::FolderInUse& error) {
    if (!json) {
      report::print_standings(std::cout, store::Store::open(error.folder(), games), {},
                              output_style());
    }
    throw;
  }
}

}  // namespace referee::cli
