#include "referee/machine/kernel/folder.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/machine.hpp"

namespace referee::kernel {
namespace {

constexpr mode_t to_list = S_IRUSR | S_IXUSR;

// Which folder it is, whatever its name.
struct Identity {
  dev_t device = 0;
  ino_t number = 0;

  friend bool operator==(const Identity&, const Identity&) = default;
};

Identity identity(const OpenFolder& folder) noexcept {
  struct stat status {};
  ::fstat(::dirfd(folder.get()), &status);
  return {status.st_dev, status.st_ino};
}

// Adds rights of the owner if some of these are lacking. Root needs none.
void ensure_rights(int folder, mode_t rights) noexcept {
  struct stat status {};
  if (::fstat(folder, &status) == 0 && (status.st_mode & rights) != rights) {
    set_rights(folder, (status.st_mode & 07777) | S_IRWXU);
  }
}

// Opens the folder `name` in `place` with these rights of the owner; null and errno if it
// cannot be. Never follows a link.
OpenFolder open_folder(int place, const char* name, mode_t rights) noexcept {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  text::Descriptor opened(::openat(place, name, flags));
  if (!opened && errno == EACCES) {
    const text::Descriptor closed(
        ::openat(place, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!closed) return nullptr;
    ensure_rights(closed.get(), rights);
    opened = text::Descriptor(::openat(place, name, flags));
  }
  if (!opened) return nullptr;
  ensure_rights(opened.get(), rights);
  OpenFolder folder(::fdopendir(opened.get()));
  if (folder) opened.release();  // closed with the folder
  return folder;
}

OpenFolder open_top(int folder, mode_t rights) noexcept {
  ensure_rights(folder, rights);
  return open_folder(folder, ".", rights);
}

// The next entry that is not the folder itself or the one above; null at the end, or with
// errno.
const dirent* next_entry(const OpenFolder& folder) noexcept {
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(folder.get());
    if (entry == nullptr) return nullptr;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return entry;
  }
}

// Has what we wanted to look at been removed, or been replaced by something else?
bool gone(int error) noexcept { return error == ENOENT || error == ENOTDIR || error == ELOOP; }

// One walk through a folder. A bot may change it meanwhile.
class Count {
 public:
  Count(const DiskBounds& bounds, std::unordered_set<ino_t>& files)
      : bounds_(bounds), files_(files) {}

  // Nothing if a folder was moved away while we were in it.
  std::optional<DiskUse> walk(int top) {
    folder_ = open_top(top, to_list);
    if (!folder_) {
      fail(errno);
      return use_;
    }
    enter();
    while (!finished()) {
      if (levels_.back().below.empty()) {
        levels_.pop_back();
        if (levels_.empty()) break;
        if (!go_up()) return std::nullopt;
      } else {
        go_down();
      }
    }
    return use_;
  }

 private:
  struct Level {
    Identity folder;
    std::vector<std::string> below;  // folders in it that are still to be walked
  };

  [[nodiscard]] bool finished() const {
    return use_.bytes > bounds_.bytes || !use_.obstacle.empty();
  }

  void fail(int error) {
    if (error == ENOENT) return;  // all of it is gone
    if (error == EMFILE || error == ENFILE || error == ENOMEM) {
      throw text::SystemError("count what is in a bot's scratch folder", error);
    }
    use_.obstacle = fmt::format("what is in its scratch folder cannot be counted ({})",
                                std::generic_category().message(error));
  }

  bool go_up() {
    OpenFolder above = open_folder(::dirfd(folder_.get()), "..", to_list);
    if (!above && !gone(errno)) fail(errno);
    if (!above) return finished();
    folder_ = std::move(above);
    return identity(folder_) == levels_.back().folder;
  }

  void go_down() {
    const std::string name = std::move(levels_.back().below.back());
    levels_.back().below.pop_back();
    if (levels_.size() > most_depth) {
      use_.obstacle = fmt::format("folders more than {} deep in its scratch folder", most_depth);
      return;
    }
    OpenFolder below = open_folder(::dirfd(folder_.get()), name.c_str(), to_list);
    if (!below) {
      if (!gone(errno)) fail(errno);
      return;
    }
    folder_ = std::move(below);
    enter();
  }

  // Counts what is in the folder itself.
  void enter() {
    levels_.push_back({identity(folder_), {}});
    while (!finished()) {
      const dirent* entry = next_entry(folder_);
      if (entry == nullptr) {
        if (errno != 0) fail(errno);
        return;
      }
      count(entry->d_name);
    }
  }

  void count(const char* name) {
    if (++use_.entries > bounds_.entries) {
      use_.obstacle =
          fmt::format("more than {} files and folders in its scratch folder", bounds_.entries);
      return;
    }
    struct stat status {};
    if (::fstatat(::dirfd(folder_.get()), name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
      if (!gone(errno)) fail(errno);
      return;
    }
    const bool is_folder = S_ISDIR(status.st_mode);
    if (is_folder) levels_.back().below.emplace_back(name);
    const bool counted = !is_folder && !files_.insert(status.st_ino).second;
    const auto bytes = static_cast<std::uint64_t>(status.st_blocks) * 512;
    use_.bytes += counted ? least_bytes : std::max(bytes, least_bytes);
  }

  const DiskBounds bounds_;
  std::unordered_set<ino_t>& files_;
  OpenFolder folder_;
  std::vector<Level> levels_;
  DiskUse use_;
};

// Empties a folder, going down into those that are not empty and up again.
class Removal {
 public:
  bool run(int top) {
    folder_ = open_top(top, S_IRWXU);
    if (!folder_) return errno == ENOENT;
    path_.push_back(identity(folder_));
    // Ends, even if somebody makes files faster than we remove them.
    constexpr std::size_t most_steps = 2'000'000;
    bool changed = false;
    for (std::size_t step = 0; step < most_steps; ++step) {
      if (const dirent* entry = next_entry(folder_)) {
        changed = true;
        if (!remove(*entry)) return false;
      } else if (errno != 0) {
        return false;
      } else if (path_.size() > 1) {
        if (!go_up()) return false;
      } else if (changed) {
        // Some file systems pass over entries when others are removed: once more.
        changed = false;
        ::rewinddir(folder_.get());
      } else {
        return true;
      }
    }
    return false;
  }

 private:
  // Or goes down into it.
  bool remove(const dirent& entry) {
    const int here = ::dirfd(folder_.get());
    if (entry.d_type != DT_DIR && ::unlinkat(here, entry.d_name, 0) == 0) return true;
    if (entry.d_type == DT_DIR || errno == EISDIR) {
      // A folder where something is mounted is busy, not merely full.
      if (::unlinkat(here, entry.d_name, AT_REMOVEDIR) == 0) return true;
      if (errno == ENOTEMPTY || errno == EEXIST) return go_down(entry.d_name);
    }
    return errno == ENOENT;
  }

  bool go_down(const char* name) {
    OpenFolder below = open_folder(::dirfd(folder_.get()), name, S_IRWXU);
    if (!below) return false;
    name_ = name;
    above_ = std::exchange(folder_, std::move(below));
    path_.push_back(identity(folder_));
    return true;
  }

  // The folder above is kept open, so that many folders side by side cost one reading of
  // it. Those further up are opened again.
  bool go_up() {
    path_.pop_back();
    if (above_) {
      folder_ = std::move(above_);
      if (::unlinkat(::dirfd(folder_.get()), name_.c_str(), AT_REMOVEDIR) != 0) {
        ::rewinddir(folder_.get());
      }
      return true;
    }
    folder_ = open_folder(::dirfd(folder_.get()), "..", S_IRWXU);
    // Moved elsewhere meanwhile: what is there is not ours.
    return folder_ && identity(folder_) == path_.back();
  }

  OpenFolder folder_;
  OpenFolder above_;
  std::string name_;  // of folder_ in above_
  std::vector<Identity> path_;
};

}  // namespace

bool set_rights(int folder, mode_t rights) noexcept {
  // fchmod refuses O_PATH.
  try {
    return ::chmod(fmt::format("/proc/self/fd/{}", folder).c_str(), rights) == 0;
  } catch (const std::exception&) {
    return false;
  }
}

DiskUse folder_use(int folder, const DiskBounds& bounds, std::unordered_set<ino_t>& files) {
  constexpr int most_tries = 3;
  for (int tries = 0; tries < most_tries; ++tries) {
    files.clear();
    if (auto use = Count(bounds, files).walk(folder)) return std::move(*use);
  }
  return {0, 0, "folders in its scratch folder that are moved whenever they are counted"};
}

bool empty_folder(int folder) noexcept {
  try {
    return Removal().run(folder);
  } catch (const std::exception&) {
    return false;  // no memory
  }
}

}  // namespace referee::kernel
