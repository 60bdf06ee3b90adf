#include "referee/run/store/file_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "referee/base/text/descriptor.hpp"
#include "referee/run/store/shared_file.hpp"

namespace referee::store {
namespace {

int lock_whole(int file, int command, short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  while (::fcntl(file, command, &lock) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

}  // namespace

int set_lock(int file, short kind) { return lock_whole(file, F_OFD_SETLK, kind); }
int wait_for_lock(int file, short kind) { return lock_whole(file, F_OFD_SETLKW, kind); }

bool is_locked_by_others(int error) { return error == EAGAIN || error == EACCES; }

bool is_still(const std::filesystem::path& file, int opened) {
  struct stat here {};
  struct stat there {};
  return ::fstat(opened, &here) == 0 && ::stat(file.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

bool is_locked(const std::filesystem::path& file) {
  const text::Descriptor opened = open_shared(file, O_RDONLY);
  if (!opened) return false;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return ::fcntl(opened.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace referee::store
