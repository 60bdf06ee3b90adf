// The length of a run of a ladder.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "referee/run/store/store.hpp"

namespace referee::cli {

struct LadderRun {
  std::optional<std::uint64_t> games;
  std::optional<double> minutes;

  void add_to(const Verb& verb);
  [[nodiscard]] bool chosen() const noexcept { return games || minutes; }
  // The time after which no further game begins; nothing if none was chosen.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> until() const;
};

// The ladder with as many matches planned as are played now and in this run, reported on standard
// error unless `quiet`. `config`: what the store was opened for. Throws FolderInUse if somebody
// plays there, StoreError.
store::Store planned_ladder(const store::Store& store, const config::Manifest& config,
                            const LadderRun& run, bool quiet);

// Removes from the plan what was not begun, after a run that ended because of the time.
void unplan_ladder(const store::Store& store);

}  // namespace referee::cli
