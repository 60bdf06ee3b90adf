#include "referee/machine/program/file_mark.hpp"

#include <time.h>

namespace referee::program {

std::optional<FileMark> mark_of(const std::filesystem::path& file) noexcept {
  struct stat facts {};
  if (::stat(file.c_str(), &facts) != 0) return std::nullopt;
  return FileMark{facts.st_dev, facts.st_ino, facts.st_size,        facts.st_mode,
                  facts.st_uid, facts.st_gid, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
}

bool is_settled(const FileMark& mark) {
  constexpr std::int64_t moment = 3;  // seconds
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return mark.seconds < now.tv_sec - moment;
}

}  // namespace referee::program
