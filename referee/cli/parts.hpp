// Requirements of `shard` and `submit` for a tournament before it is played in parts.
#pragma once

#include <chrono>

#include "referee/run/store/store.hpp"

namespace referee::cli {

// A file of another machine may be seen here only after a while (on NFS up to a minute).
inline constexpr auto other_files_appear_within = std::chrono::seconds(90);

// Throws UsageError if the tournament cannot be played in parts.
void require_parts(const config::Manifest& manifest);
// Throws ForeignStore if a bot's program has changed: a part is played long after the manifest was
// made, perhaps on another machine.
void require_same_bots(const store::Store& store);

}  // namespace referee::cli
