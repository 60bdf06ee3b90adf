// What bots must not read, even if it lies in their own folder: it would tell them the seed, the
// deals to come, or how their rival thinks.
#pragma once

#include <span>
#include <vector>

#include "referee/match/contestant.hpp"
#include "referee/store/manifest.hpp"
#include "referee/store/store.hpp"

namespace referee::store {

// Hides from each of these bots the files of the others, the config that the manifest was read
// from, and the store. If the store is in a folder named `results`, hides all stores in that
// folder. `store` may be nullptr.
void hide_from_bots(std::span<std::vector<match::Contestant>> events, const Manifest& manifest,
                    const Store* store);

}  // namespace referee::store
