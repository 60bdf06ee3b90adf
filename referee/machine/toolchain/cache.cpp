#include "referee/machine/toolchain/cache.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <random>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/sha256.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;
using text::Descriptor;

constexpr std::string_view draft_prefix = ".new-";

constexpr std::string_view builds = "builds";

bool is_ours(const struct stat& folder) {
  return S_ISDIR(folder.st_mode) && folder.st_uid == ::geteuid() &&
         (folder.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}
bool is_ours(const fs::path& folder) {
  struct stat facts {};
  return ::lstat(folder.c_str(), &facts) == 0 && is_ours(facts);
}

// Only this user's: what lies there is executed.
void make_private(const fs::path& folder) {
  fs::create_directories(folder.parent_path());
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    throw text::SystemError("make the folder", folder);
  }
  if (!is_ours(folder)) {
    throw text::MachineError(fmt::format(
        "{} is not a folder that only this user may write to; set XDG_CACHE_HOME to another place",
        folder.string()));
  }
}

// Opened and locked: LOCK_SH to use it, LOCK_EX to make or remove it.
std::shared_ptr<const void> locked(const fs::path& folder, int how) {
  auto held = std::make_shared<Descriptor>(
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!*held || ::flock(held->get(), how | LOCK_NB) != 0) return nullptr;
  return held;
}

std::uint64_t size_of(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->is_regular_file(error)) bytes += entry->file_size(error);
  }
  return bytes;
}

struct Build {
  fs::path folder;
  fs::file_time_type used;
  std::uint64_t bytes = 0;
};

std::vector<Build> all_builds() {
  std::vector<Build> all;
  const auto place = own_cache(builds);
  if (!place) return all;
  std::error_code error;
  for (fs::directory_iterator entry(*place, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path folder = entry->path();
    if (folder.filename().string().starts_with('.')) continue;
    all.push_back({folder, fs::last_write_time(folder, error), size_of(folder)});
  }
  return all;
}

void remove_unless_used(const fs::path& folder) {
  const auto held = locked(folder, LOCK_EX);
  if (!held) return;
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

// What processes left that were killed while they made it.
void remove_abandoned_drafts() {
  constexpr auto old = std::chrono::hours(1);
  const auto place = own_cache(builds);
  if (!place) return;
  std::error_code error;
  for (fs::directory_iterator entry(*place, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(draft_prefix)) continue;
    const auto changed = entry->last_write_time(error);
    if (!error && fs::file_time_type::clock::now() - changed > old) {
      remove_unless_used(entry->path());
    }
  }
}

void remove_surplus() {
  std::vector<Build> all = all_builds();
  std::uint64_t total = 0;
  for (const Build& build : all) total += build.bytes;
  std::sort(all.begin(), all.end(),
            [](const Build& one, const Build& other) { return one.used < other.used; });
  for (const Build& build : all) {
    if (total <= most_cached_bytes) return;
    remove_unless_used(build.folder);
    if (!fs::exists(build.folder)) total -= build.bytes;
  }
}

// Whether this user may make `folder`, or write in it if it is there.
bool may_be_made(fs::path folder) {
  std::error_code ignored;
  while (folder.has_relative_path() && !fs::exists(folder, ignored)) folder = folder.parent_path();
  return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

fs::path cache_folder() {
  const auto absolute = [](const char* name) {
    const char* value = std::getenv(name);
    const fs::path path = value != nullptr ? value : "";
    return path.is_absolute() ? path : fs::path();
  };
  if (const fs::path cache = absolute("XDG_CACHE_HOME"); !cache.empty()) return cache / "referee";
  if (const fs::path home = absolute("HOME"); !home.empty()) {
    // Containers and services often run as a user whose home is another's.
    fs::path folder = home / ".cache" / "referee";
    if (may_be_made(folder)) return folder;
  }
  return text::temporary_folder() / fmt::format("referee-cache-{}", ::geteuid());
}

std::optional<fs::path> own_cache(std::string_view name) {
  const fs::path cache = cache_folder();
  fs::path folder = cache / name;
  if (!is_ours(cache) || !is_ours(folder)) return std::nullopt;
  return folder;
}

std::optional<Entry> find_entry(const std::string& key) {
  const auto place = own_cache(builds);
  if (!place) return std::nullopt;
  const fs::path folder = *place / key;
  // Another user may have made it while others could write there.
  if (!is_ours(folder)) return std::nullopt;
  Entry entry{folder, locked(folder, LOCK_SH)};
  if (!entry.hold) return std::nullopt;
  ::utimensat(AT_FDCWD, folder.c_str(), nullptr, 0);
  return entry;
}

void discard_entry(const std::string& key) {
  if (const auto place = own_cache(builds)) remove_unless_used(*place / key);
}

Draft::Draft() {
  make_private(cache_folder());
  make_private(cache_folder() / builds);
  folder_ = text::new_folder(cache_folder() / builds, draft_prefix);
  hold_ = locked(folder_, LOCK_EX);
  fs::create_directory(workshop());
  fs::create_directory(result());
}

Draft::~Draft() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Entry Draft::keep(const std::string& key) {
  const fs::path place = cache_folder() / builds / key;
  // Another referee may have made the same, or be about to remove it.
  constexpr int most_tries = 100;
  for (int tries = 0; tries < most_tries; ++tries) {
    const bool made = ::rename(result().c_str(), place.c_str()) == 0;
    if (!made && errno != EEXIST && errno != ENOTEMPTY) break;
    if (auto entry = find_entry(key)) {
      remove_abandoned_drafts();
      remove_surplus();
      return std::move(*entry);
    }
    if (made) break;
    ::usleep(10'000);
  }
  throw text::SystemError("keep", place);
}

fs::path keep_text(std::string_view folder, const std::string& name, std::string_view text) {
  const fs::path place = cache_folder() / folder;
  make_private(cache_folder());
  make_private(place);
  fs::path file = place / name;
  // Other processes, perhaps of other containers, write here, too.
  std::random_device random;
  const fs::path draft = place / fmt::format("{}{:08x}{:08x}", draft_prefix, random(), random());
  const int error = text::replace_file(file, draft, text, text::Readers::this_user);
  if (error != 0) throw text::SystemError("write", file, error);
  return file;
}

std::optional<std::string> kept_text(std::string_view folder, const std::string& name) {
  const auto place = own_cache(folder);
  if (!place) return std::nullopt;
  try {
    return text::read_file(*place / name);
  } catch (const std::system_error&) {
    return std::nullopt;  // anyone may remove what is in the cache
  }
}

std::string hash_of(const fs::path& made) {
  std::error_code error;
  std::vector<fs::path> files;
  if (!fs::is_directory(made, error)) files.push_back(made);
  for (fs::recursive_directory_iterator entry(made, error), end; !error && entry != end;
       entry.increment(error)) {
    // Links are to files beside the source, which may change.
    if (entry->is_regular_file(error) && !entry->is_symlink(error)) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  text::Sha256 hash;
  try {
    for (const fs::path& file : files) {
      hash.add(file.lexically_relative(made).string());
      hash.add(text::sha256(text::read_file(file)));
    }
  } catch (const std::system_error&) {
    return {};
  }
  return hash.hex();
}

CacheUse cache_use() {
  CacheUse use;
  for (const Build& build : all_builds()) {
    use.bytes += build.bytes;
    ++use.builds;
  }
  return use;
}

}  // namespace referee::toolchain
