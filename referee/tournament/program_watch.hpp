// Notices when the program of a bot changes during a run.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "referee/config/manifest.hpp"
#include "referee/tournament/run_commands.hpp"

namespace referee::tournament {

// If two programs played under one name, the results would describe neither. changed() compares
// the path, size and times of the files behind a bot's hash, and reads their contents only if
// one of these differs. Safe to use from several threads.
class ProgramWatch {
 public:
  // Remembers the files as they are now. Bots that cannot be run are not watched.
  ProgramWatch(const config::Manifest& manifest, const RunCommands& commands);

  // The files of bot `bot` of event `event` that were written or removed, if its program differs
  // from the one that the manifest names; else empty.
  std::vector<std::filesystem::path> changed(std::size_t event, std::size_t bot);

 private:
  // What can be seen of a file without reading it.
  struct Mark {
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    mode_t mode = 0;  // with the owner: whether it can be started
    uid_t user = 0;
    gid_t group = 0;
    timespec changed{};
  };
  struct Program {
    std::vector<std::filesystem::path> files;
    std::vector<Mark> marks;
  };
  using Place = BotPlace;

  static std::optional<Mark> mark_of(const std::filesystem::path& file) noexcept;
  static bool same(const Mark& one, const Mark& other) noexcept;
  static bool is_as_marked(const Program& program) noexcept;

  const config::Manifest& manifest_;
  std::map<Place, Program> programs_;  // never changed after the constructor
  std::mutex mutex_;
  std::map<Place, Program> touched_;  // files that look different but have the same content
};

}  // namespace referee::tournament
