#include "referee/base/text/new_file.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/machine.hpp"

namespace referee::text {

using std::filesystem::path;

path new_folder_if_possible(const path& place, std::string_view prefix) {
  std::string name = (place / (std::string(prefix) + "XXXXXX")).string();
  return ::mkdtemp(name.data()) == nullptr ? path() : path(name);
}

path new_folder(const path& place, std::string_view prefix) {
  path folder = new_folder_if_possible(place, prefix);
  if (folder.empty()) throw SystemError("make the folder", place / prefix);
  return folder;
}

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int rename_new(const path& from, const path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  // The file system has no rename that refuses to replace a file.
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::access(to.c_str(), F_OK) == 0) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

int replace_file(const path& file, const path& draft, std::string_view text, Readers readers) {
  ::unlink(draft.c_str());  // of one that was killed
  const mode_t mode = readers == Readers::this_user ? 0600 : 0666;
  const Descriptor out(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!out) return errno;
  int error = write_all(out.get(), text);
  if (error == 0 && ::rename(draft.c_str(), file.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(draft.c_str());
  return error;
}

}  // namespace referee::text
