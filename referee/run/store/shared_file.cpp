#include "referee/run/store/shared_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {

using std::filesystem::path;

text::Descriptor open_shared(const path& file, int flags) {
  constexpr mode_t as_umask_says = 0666;
  text::Descriptor opened(
      ::open(file.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, as_umask_says));
  // ENXIO: a pipe without a reader, or a socket.
  if (!opened && errno == ENXIO) errno = ELOOP;
  if (!opened) return opened;
  struct stat facts {};
  if (::fstat(opened.get(), &facts) != 0) return {};
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (S_ISREG(facts.st_mode) && (!writes || facts.st_nlink <= 1)) return opened;
  opened.reset();
  errno = S_ISDIR(facts.st_mode) ? EISDIR : ELOOP;
  return opened;
}

std::string read_shared(const path& file) {
  const text::Descriptor opened = open_shared(file, O_RDONLY);
  if (!opened) throw store_error("read", file, errno);
  try {
    return text::read_file(fmt::format("/proc/self/fd/{}", opened.get()));
  } catch (const std::system_error& error) {
    throw store_error("read", file, error.code().value());
  }
}

}  // namespace referee::store
