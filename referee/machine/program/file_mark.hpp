// Whether a file is the one that it was, and what has been found out of it until then.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace referee::program {

// The properties of a file or folder that can be seen without reading it.
struct FileMark {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  mode_t mode = 0;  // with the owner: whether it can be started
  uid_t user = 0;
  gid_t group = 0;
  std::int64_t seconds = 0;  // when it was changed
  std::int64_t nanoseconds = 0;

  friend bool operator==(const FileMark&, const FileMark&) = default;
};
// Nothing if it is not there.
std::optional<FileMark> mark_of(const std::filesystem::path& file) noexcept;
// False for a file that was written a moment ago: it may be written again at what its file system
// takes for the same time.
bool is_settled(const FileMark& mark);

// Answers to questions of files, from memory as long as a file has the same mark. For several
// threads.
template <typename Value>
class FileMemory {
 public:
  // The answer to `question` for this file: `find()` gives it unless it is known. Throws what that
  // throws.
  template <typename Find>
  Value of(const std::filesystem::path& file, const std::string& question, const Find& find) {
    const std::pair key(file.string(), question);
    const auto mark = mark_of(file);
    {
      const std::lock_guard lock(mutex_);
      const auto found = known_.find(key);
      if (found != known_.end() && mark == found->second.first) return found->second.second;
    }
    Value value = find();
    if (mark && is_settled(*mark) && mark == mark_of(file)) {
      const std::lock_guard lock(mutex_);
      known_.insert_or_assign(key, std::pair(*mark, value));
    }
    return value;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::pair<FileMark, Value>> known_;
};

}  // namespace referee::program
