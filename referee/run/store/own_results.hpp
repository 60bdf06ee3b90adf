// Which folders of results are this user's own: their manifests were written there by this user's
// referee, from what the user typed. A folder that somebody has sent is not, whoever owns its
// files.
#pragma once

#include <filesystem>

#include "referee/run/store/store.hpp"

namespace referee::store {

// Store::create() for a manifest of what the caller typed: the folder is from now on this user's
// own, if it is new or was it before. That is kept in the cache; where nothing can be kept, the
// folder is nobody's.
Store create_own(const std::filesystem::path& folder, const config::Manifest& manifest,
                 ChangedPrograms changed, const rules::Games& games);

// Whether the manifests are those that were written, and nobody else may write in the folder.
bool is_own(const std::filesystem::path& folder);

}  // namespace referee::store
