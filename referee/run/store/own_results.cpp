#include "referee/run/store/own_results.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

constexpr const char* kept_folders = "results";
constexpr std::size_t most_kept = 1000;

std::string key_of(const fs::path& folder) {
  return text::sha256(fs::canonical(folder).string()).substr(0, 32);
}

bool is_private(const fs::path& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0 && facts.st_uid == ::geteuid() &&
         (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Of all manifests there.
std::vector<fs::path> manifests_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const std::string& name : names_in(folder)) {
    if (name.starts_with("manifest") && name.ends_with(".json")) files.push_back(folder / name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string hash_of(const std::vector<fs::path>& manifests) {
  text::Sha256 hash;
  for (const fs::path& file : manifests) {
    hash.add(file.filename().string());
    hash.add(text::sha256(read_shared(file)));
  }
  return hash.hex();
}

void remove_oldest() {
  const auto place = toolchain::own_cache(kept_folders);
  if (!place) return;
  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  std::error_code error;
  for (fs::directory_iterator entry(*place, error), end; !error && entry != end;
       entry.increment(error)) {
    all.emplace_back(entry->last_write_time(error), entry->path());
  }
  if (all.size() <= most_kept) return;
  std::sort(all.begin(), all.end());
  // Several at once, so that this is seldom.
  for (std::size_t i = 0; i < all.size() - most_kept * 9 / 10; ++i)
    fs::remove(all[i].second, error);
}

void remember(const fs::path& folder) {
  try {
    toolchain::keep_text(kept_folders, key_of(folder), hash_of(manifests_in(folder)));
    remove_oldest();
  } catch (const std::exception& error) {
    text::debug("{} is not remembered as this user's own: {}", folder.c_str(), error.what());
  }
}

}  // namespace

Store create_own(const fs::path& folder, const config::Manifest& manifest, ChangedPrograms changed,
                 const rules::Games& games) {
  std::error_code none;
  const bool own = !fs::exists(folder / "manifest.json", none) || is_own(folder);
  Store store = Store::create(folder, manifest, changed, games);
  if (own && store.written()) remember(folder);
  return store;
}

bool is_own(const fs::path& folder) {
  try {
    const std::vector<fs::path> manifests = manifests_in(folder);
    return !manifests.empty() && is_private(folder) &&
           std::all_of(manifests.begin(), manifests.end(), is_private) &&
           toolchain::kept_text(kept_folders, key_of(folder)) == hash_of(manifests);
  } catch (const std::exception&) {
    return false;  // it cannot be read
  }
}

}  // namespace referee::store
