// How many matches of a ladder are planned so far: the file planned.json of its folder. A ladder
// never ends, so its manifest cannot say it; each run writes the number again.
#pragma once

#include <cstdint>
#include <filesystem>

namespace referee::store {

// Of a folder without such a file: as many as a ladder can have. Throws StoreError, JsonError.
std::uint64_t read_planned(const std::filesystem::path& folder);

// `matches`: even. Throws StoreError.
void write_planned(const std::filesystem::path& folder, std::uint64_t matches);

}  // namespace referee::store
