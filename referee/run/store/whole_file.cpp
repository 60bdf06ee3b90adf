#include "referee/run/store/whole_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "referee/base/text/file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
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

void WholeFile::sync() {
  if (::fsync(file_.get()) != 0) throw store_error("write", told_, errno);
}

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
