#include "referee/run/store/store_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"

namespace referee::store {
namespace {

using std::filesystem::path;

constexpr std::string_view prefix = "matches-";
constexpr std::string_view suffix = ".jsonl";

// The part before the number in the name of a run's file.
std::string name_before_number(std::string_view label) {
  std::string name(prefix);
  if (!label.empty()) name.append(label).append("-");
  return name;
}

}  // namespace

StoreError store_error(std::string_view action, const path& path, int error) {
  if (error == ELOOP) {
    return StoreError(
        fmt::format("cannot {} {}: it is a link, a second name of a file, or not a regular file; "
                    "anyone who may write "
                    "there may have made it: look at it, and remove it",
                    action, path.string()));
  }
  return StoreError(text::system_text(action, path, error));
}

// Listing the folder, and not asking for names, is what makes a network file system look again.
std::vector<std::string> names_in(const path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) throw store_error("read", folder, error.value());
  return names;
}

std::vector<path> record_files(const path& folder) {
  std::vector<path> files;
  for (const std::string& name : names_in(folder)) {
    if (is_record_file(name)) files.push_back(folder / name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_record_file(std::string_view name) {
  return name.size() > prefix.size() + suffix.size() && name.starts_with(prefix) &&
         name.ends_with(suffix) && name.find('/') == std::string_view::npos;
}

path numbered_path(const path& folder, std::string_view before, std::size_t number,
                   std::string_view behind) {
  return folder / fmt::format("{}{:04}{}", before, number, behind);
}

std::size_t highest_number(const path& folder, std::string_view before, std::string_view behind) {
  std::size_t highest = 0;
  for (const std::string& name : names_in(folder)) {
    if (!name.starts_with(before)) continue;
    std::size_t number = 0;
    std::from_chars(name.data() + before.size(), name.data() + name.size(), number);
    const bool fits =
        number < most_attempts && name == numbered_path(folder, before, number, behind).filename();
    if (fits) highest = std::max(highest, number);
  }
  return highest;
}

path attempt_path(const path& folder, std::string_view label, std::size_t number) {
  return numbered_path(folder, name_before_number(label), number, suffix);
}

std::size_t highest_attempt(const path& folder, std::string_view label) {
  return highest_number(folder, name_before_number(label), suffix);
}

void require_flushed(int result, const path& told) {
  if (result == 0) return;
  if (errno != EINVAL && errno != EOPNOTSUPP && errno != ENOSYS) {
    throw store_error("write", told, errno);
  }
  text::warn_once(
      "the file system of {} cannot flush to its disk: after a power failure the last results may "
      "be missing",
      std::filesystem::absolute(told).parent_path().string());
}

void sync_folder(const path& folder) {
  const text::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) throw store_error("write", folder, errno);
  require_flushed(::fsync(opened.get()), folder);
}

bool write_new_file(const path& file, std::string_view text) {
  WholeFile whole(file);
  whole.write(text);
  return whole.finish_new();
}

namespace {

using std::filesystem::path;

constexpr mode_t as_umask_says = 0666;

path temporary_name(const path& wanted, int number) {
  return fmt::format("{}.tmp-{}", wanted.string(), number);
}

path folder_of(const path& file) { return file.has_parent_path() ? file.parent_path() : path("."); }

}  // namespace

WholeFile::WholeFile(path wanted, path told) : wanted_(std::move(wanted)), told_(std::move(told)) {
  file_ = text::Descriptor(
      ::open(folder_of(wanted_).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, as_umask_says));
  // If the file cannot be created under a temporary name either, that error is reported.
  for (int number = 1; !file_; ++number) {
    name_ = temporary_name(wanted_, number);
    file_ = text::Descriptor(
        ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, as_umask_says));
    if (!file_ && errno != EEXIST) throw store_error("write", told_, errno);
  }
}

WholeFile::~WholeFile() {
  if (!name_.empty()) ::unlink(name_.c_str());
}

void WholeFile::write(std::string_view text) {
  if (const int error = text::write_all(file_.get(), text); error != 0) {
    throw store_error("write", told_, error);
  }
}

void WholeFile::sync() { require_flushed(::fsync(file_.get()), told_); }

int WholeFile::link_as(const path& name) const {
  const std::string nameless = fmt::format("/proc/self/fd/{}", file_.get());
  const int linked =
      ::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
  return linked == 0 ? 0 : errno;
}

bool WholeFile::finish_new() {
  sync();
  if (name_.empty()) {
    const int error = link_as(wanted_);
    if (error == EEXIST) return false;
    if (error != 0) throw store_error("write", told_, error);
  } else {
    const int error = text::rename_new(name_, wanted_);
    if (error == EEXIST) return false;
    if (error != 0) throw store_error("write", told_, error);
    name_.clear();
  }
  sync_folder(folder_of(wanted_));
  return true;
}

void WholeFile::finish() {
  struct stat old {};
  constexpr mode_t permissions = 07777;
  if (::stat(wanted_.c_str(), &old) == 0 && ::fchmod(file_.get(), old.st_mode & permissions) != 0) {
    throw store_error("write", told_, errno);
  }
  sync();
  for (int number = 1; name_.empty(); ++number) {
    const path name = temporary_name(wanted_, number);
    const int error = link_as(name);
    if (error == 0) {
      name_ = name;
    } else if (error != EEXIST) {
      throw store_error("write", told_, error);
    }
  }
  if (::rename(name_.c_str(), wanted_.c_str()) != 0) throw store_error("write", told_, errno);
  name_.clear();
  sync_folder(folder_of(wanted_));
}

}  // namespace referee::store
