// Plays the missing matches of a store, and what verbs that play say and ask before.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>

#include "referee/cli/common.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/parts/part.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/runner.hpp"

namespace referee::cli {

// Reads the config of a tournament that is to be played in `folder`: if nobody chose a seed, the
// folder keeps the one that it has, and a new folder gets a random one. Throws as read_config()
// does, and UsageError as require_trust() does, unless `overrides` turn isolation off.
// `overrides` have games.
config::Manifest read_tournament(const std::filesystem::path& config,
                                 const std::filesystem::path& folder, config::Overrides overrides);
// Says on standard error which seed was drawn, unless `quiet`, or that a chosen one is small where
// a game has secrets: a bot that sees part of what follows from such a seed can find the rest.
void tell_seed(const config::Manifest& manifest, bool quiet);

struct Playing {
  tournament::RunOptions options;  // but the host facts
  bool quiet = false;
  std::optional<parts::Part> part = {};
  tournament::RunObserver* listener = nullptr;  // is notified too; may be null
  tournament::OpenMatches* open = nullptr;      // gets the matches that are left open; may be null
};

// The exit code of a run that would have `code`: that of a failure of the machine if it has left
// matches open, which are then listed on standard error; `kept`: see OpenMatches::lines(). An
// interruption keeps its code, and is told.
int tell_open(const tournament::OpenMatches& open, bool kept, int code);

// Plays with progress on standard error, live on a terminal, until all is done or Ctrl-C asks to
// stop. Throws as Session and tournament::run do.
tournament::RunEnd play_store(const store::Store& store, const Playing& how);

// Waits until a tournament that is about to begin can be followed, or is given up, or `asked`.
void await_tournament(const std::filesystem::path& folder, const std::atomic<bool>& asked);

// Calls `play`, which plays in a folder, and returns its exit code. If somebody else plays there,
// prints the standings of the folder so far, unless a program reads standard output, and passes
// FolderInUse on.
int play_or_show_who_does(const std::function<int()>& play, bool json, const rules::Games& games);

}  // namespace referee::cli
