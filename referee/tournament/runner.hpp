// Plays the matches of a tournament that its store does not have yet. The order in
// which matches end never shows in results.
#pragma once

#include <cstdint>
#include <optional>

#include "referee/bot/protections.hpp"
#include "referee/store/shard.hpp"
#include "referee/store/store.hpp"
#include "referee/tournament/worker_pool.hpp"

namespace referee::tournament {

enum class RunEnd : std::uint8_t {
  complete,     // every match (of the part) is in the store
  interrupted,  // asked to stop; the store is in order and the run can go on later
};

// Plays what the store lacks, or of that only what belongs to a part. Throws StoreError (the store
// could not be written: what was finished before is kept; or it is sealed and damaged) and
// bot::EnvironmentError; all bots are gone then. Throws ForeignStore if another process plays in
// the folder a format that only one can play at a time. Throws std::invalid_argument for a part of
// what cannot be played in parts.
RunEnd run(const store::Store& store, const std::optional<store::Shard>& part,
           const bot::Protections& protections, const RunOptions& options, const StopRequest& stop,
           RunObserver& observer);

}  // namespace referee::tournament
