// How many matches of a ladder are planned so far: the file planned.json of its folder. A ladder
// never ends, so its manifest cannot say it; each run writes the number again.
#pragma once

#include <cstdint>
#include <filesystem>

#include "referee/run/store/store.hpp"

namespace referee::store {

// Of a folder without such a file: as many as a ladder can have. Throws StoreError, JsonError.
std::uint64_t read_planned(const std::filesystem::path& folder);

// `matches`: even. Throws StoreError.
void write_planned(const std::filesystem::path& folder, std::uint64_t matches);

// Games of a run for which nobody says how many.
inline constexpr std::uint64_t usual_ladder_games = 200;

// The ladder with so many games planned besides those that have been played. `config`: what `store`
// was opened for. Throws FolderInUse if somebody plays there, StoreError.
Store plan_more(const Store& store, const config::Manifest& config, std::uint64_t games);

// Removes from the plan what was not begun, after a run that ended because of the time.
void plan_no_more(const Store& store);

}  // namespace referee::store
