// The programs of a run: their commands, and whether they change while it runs.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/run/config/manifest.hpp"

namespace referee::tournament {

using BotPlace = std::pair<std::size_t, std::size_t>;  // event and bot

struct RunCommand {
  std::optional<program::Command> command;
  std::string why_not;  // the reason if it cannot be run
};

// The commands of all bots of a manifest that have a program and play on.
using RunCommands = std::map<BotPlace, RunCommand>;

// Finds all of them and compiles sources. why_not has the reason for one that cannot be run.
RunCommands commands_of(const config::Manifest& manifest);

// Watches for changed programs: if two programs played under one name, the results would describe
// neither. changed() compares the path, size and times of the files behind a bot's hash, and reads
// their contents only if one of these differs. Safe to use from several threads.
class ProgramWatch {
 public:
  // Remembers the files as they are now. Bots that cannot be run are not watched.
  ProgramWatch(const config::Manifest& manifest, const RunCommands& commands);

  // The files of bot `bot` of event `event` that were written or removed, if its program differs
  // from the one that the manifest names; else empty.
  std::vector<std::filesystem::path> changed(std::size_t event, std::size_t bot);

 private:
  // The properties of a file that can be seen without reading it.
  struct Mark {
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    mode_t mode = 0;  // with the owner: whether it can be started
    uid_t user = 0;
    gid_t group = 0;
    std::int64_t seconds = 0;  // when it was changed
    std::int64_t nanoseconds = 0;

    friend bool operator==(const Mark&, const Mark&) = default;
  };
  struct Program {
    std::vector<std::filesystem::path> files;
    std::vector<Mark> marks;
  };

  static std::optional<Mark> mark_of(const std::filesystem::path& file) noexcept;
  static bool is_as_marked(const Program& program) noexcept;

  const config::Manifest& manifest_;
  std::map<BotPlace, Program> programs_;  // never changed after the constructor
  std::mutex mutex_;
  std::map<BotPlace, Program> touched_;  // files that look different but have the same content
};

}  // namespace referee::tournament
