// Plays the missing matches of a store, for `tournament` and `shard`.
#pragma once

#include <optional>

#include "referee/store/shard.hpp"
#include "referee/store/store.hpp"
#include "referee/tournament/runner.hpp"

namespace referee::cli {

struct Playing {
  unsigned jobs = 0;  // 0: one for each processor
  bool quiet = false;
  std::optional<tournament::Shard> shard;
  tournament::RunObserver* listener = nullptr;  // hears everything too, unless null
};

// Plays with progress on standard error, live on a terminal, until all is done or Ctrl-C asks to
// stop. Throws as tournament::run does, and EnvironmentError if the manifest requires isolation
// and this machine lacks a protection for it.
tournament::RunEnd play_store(const tournament::Store& store, const Playing& how);

}  // namespace referee::cli
