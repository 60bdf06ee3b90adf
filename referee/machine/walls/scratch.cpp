#include "referee/machine/walls/scratch.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/folder.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_prefix = "referee-bots-";

struct Lock {
  text::Descriptor held;  // no other process has the lock as long as this is open
  int error = 0;          // else why not; EWOULDBLOCK: another process has it
};

Lock lock_folder(const fs::path& folder) noexcept {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Lock lock{text::Descriptor(::open(folder.c_str(), flags))};
  if (lock.held && ::flock(lock.held.get(), LOCK_EX | LOCK_NB) == 0) return lock;
  lock.error = errno;
  lock.held.reset();
  return lock;
}

// Folders of referees that were killed: ours to remove, and nobody holds their locks.
void remove_stale(const fs::path& place) noexcept {
  std::error_code error;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path folder = entry->path();
    if (!folder.filename().string().starts_with(name_prefix)) continue;
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) continue;
    if (status.st_uid != ::geteuid()) continue;
    // Held until it is gone: else its owner, who may have made it just now, would lock it and
    // go on to use it.
    const Lock lock = lock_folder(folder);
    if (!lock.held) continue;
    if (kernel::empty_folder(lock.held.get())) ::rmdir(folder.c_str());
  }
}

using Clock = std::chrono::steady_clock;

bool same(const timespec& one, const timespec& other) noexcept {
  return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

// Notes that it is empty now.
void note_empty(ScratchFolders::Folder& folder) noexcept {
  struct stat status {};
  if (::fstat(folder.handle.get(), &status) != 0) {
    folder.changed = {};
  } else if (!same(folder.changed, status.st_ctim)) {
    folder.changed = status.st_ctim;
    folder.seen = Clock::now();
  }
}

// Whether nothing was made or removed in it, and its rights are as they were, since it was known to
// be empty: the kernel alone sets the time of the last change. That goes in steps, of up to 10 ms
// or of whole seconds, so only a change some time before the folder was taken differs from all
// later ones.
bool is_untouched(const ScratchFolders::Folder& folder, const struct stat& now) noexcept {
  using namespace std::chrono_literals;
  if (folder.changed.tv_sec == 0 || !same(folder.changed, now.st_ctim)) return false;
  return folder.taken - folder.seen >= (folder.changed.tv_nsec != 0 ? 50ms : 3000ms);
}

}  // namespace

ScratchFolders::ScratchFolders() {
  const fs::path place = text::temporary_folder();
  remove_stale(place);
  // Tries again if another referee removes the new folder before it is locked.
  for (int tries = 0; tries < 10; ++tries) {
    const fs::path name = text::new_folder_if_possible(place, name_prefix);
    if (name.empty()) {
      throw text::SystemError("make a scratch folder for bots,", place / name_prefix);
    }
    Lock lock = lock_folder(name);
    const bool taken = lock.error == EWOULDBLOCK || lock.error == ENOENT;
    if (!lock.held && !taken) {
      ::rmdir(name.c_str());
      throw text::SystemError("lock the scratch folder for bots", name, lock.error);
    }
    if (!lock.held || !fs::exists(name)) continue;
    lock_ = std::move(lock.held);
    root_ = name;
    return;
  }
  throw text::MachineError(fmt::format(
      "cannot keep a scratch folder for bots in {}: something removes each at once; set TMPDIR to "
      "another place",
      place.string()));
}

ScratchFolders::~ScratchFolders() {
  free_.clear();
  if (kernel::empty_folder(lock_.get())) ::rmdir(root_.c_str());
}

ScratchFolders::Folder ScratchFolders::take(std::span<const int> preferred) {
  Folder folder = free_.empty() ? make() : take_free(preferred);
  folder.taken = Clock::now();
  return folder;
}

ScratchFolders::Folder ScratchFolders::take_free(std::span<const int> preferred) noexcept {
  const auto is_preferred = [preferred](const Folder& one) {
    return std::find(preferred.begin(), preferred.end(), one.number) != preferred.end();
  };
  auto chosen = std::find_if(free_.begin(), free_.end(), is_preferred);
  if (chosen == free_.end()) --chosen;
  Folder folder = std::move(*chosen);
  free_.erase(chosen);
  return folder;
}

ScratchFolders::Folder ScratchFolders::make() {
  Folder folder;
  folder.number = ++made_;
  folder.path = root_ / std::to_string(folder.number);
  if (::mkdir(folder.path.c_str(), S_IRWXU) != 0) {
    throw text::SystemError("make the scratch folder", folder.path);
  }
  folder.handle = text::Descriptor(::open(folder.path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.handle) {
    throw text::SystemError("open the scratch folder", folder.path);
  }
  note_empty(folder);
  return folder;
}

void ScratchFolders::give_back(Folder folder) noexcept {
  // A trusted bot may have put something else in its place, a link to a home for example;
  // what that holds is not ours to remove.
  struct stat ours {};
  struct stat there {};
  if (::fstat(folder.handle.get(), &ours) != 0 || ::lstat(folder.path.c_str(), &there) != 0 ||
      ours.st_ino != there.st_ino || ours.st_dev != there.st_dev) {
    return;
  }
  if (is_untouched(folder, ours)) {
    free_.push_back(std::move(folder));
    return;
  }
  // One that cannot be emptied is not given to another bot. The bot may have taken
  // the rights on it away, which a referee run as root would not notice.
  const int handle = folder.handle.get();
  const bool usable = (there.st_mode & 07777) == S_IRWXU || kernel::set_rights(handle, S_IRWXU);
  if (!kernel::empty_folder(handle) || !usable) return;
  note_empty(folder);
  free_.push_back(std::move(folder));
}

}  // namespace referee::walls
