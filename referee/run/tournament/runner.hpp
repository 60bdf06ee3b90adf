// Plays the matches of a tournament that its store does not have yet. The order in
// which matches end never shows in results.
#pragma once

#include <cstdint>
#include <optional>

#include "referee/machine/walls/protections.hpp"
#include "referee/run/parts/part.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/worker_pool.hpp"

namespace referee::tournament {

enum class RunEnd : std::uint8_t {
  complete,     // every match is in the store; of a part every one that can be played now
  out_of_time,  // RunOptions::until came first; else like interrupted
  interrupted,  // asked to stop; the store is intact and the run can be continued later
  left_open,    // like interrupted: some matches, and those that follow from them, have no result
};

// Plays the matches that the store lacks; of a part those of its matches that can be played now,
// because their bots follow from what the store has. When it throws, all bots have ended. Throws
//   StoreError             if the store cannot be written (finished matches are kept), or if it is
//                          sealed and damaged;
//   text::MachineError     if the machine, or a judge, fails in match after match;
//   store::FolderInUse     if another process plays in the folder, unless both play other parts;
//   ForeignStore           if a bot's program changes during the run;
//   text::InputError       for a part of a tournament that cannot be played in parts.
RunEnd run(const store::Store& store, const std::optional<parts::Part>& part,
           const RunContext& context, RunObserver& observer);

}  // namespace referee::tournament
