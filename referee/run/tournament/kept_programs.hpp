// The programs of a run: their commands, whether they change while it runs, and copies of them as
// they were when it began.
//
// A run continues with the copies when a bot is rebuilt. They are in a folder for each
// program, named by the first digits of its hash and of that of its paths. Once a copy is needed,
// there are links beside it to whatever else is in the original's folder, so that a program finds
// its data and modules where it looks for them.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
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

class KeptPrograms {
 public:
  // The size limit of one bot's files; larger ones are not kept.
  static constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;
  // The space that stays free on the disk, for records.
  static constexpr std::uint64_t least_free = std::uint64_t{64} << 20;
  // Of a folder with more entries only the files that the command names are kept.
  static constexpr std::size_t most_links = 1000;

  // Copies the files that each of `commands` names, except those of the system (/usr, /bin, /sbin,
  // /lib*). `folder` is made if something is kept; if empty, it is a temporary one that the
  // destructor removes. A copy that cannot be made is an error only when it is needed.
  KeptPrograms(const config::Manifest& manifest, const RunCommands& commands,
               std::filesystem::path folder);
  ~KeptPrograms();
  KeptPrograms(const KeptPrograms&) = delete;
  KeptPrograms& operator=(const KeptPrograms&) = delete;

  // `command`, a form of the command of that bot, with copies in place of the files `changed`.
  // Throws program::CommandError, saying why, if they are not kept.
  [[nodiscard]] program::Command instead_of(const program::Command& command, std::size_t event,
                                            std::size_t bot,
                                            const std::vector<std::filesystem::path>& changed);

 private:
  using Copies = std::map<std::filesystem::path, std::filesystem::path>;
  struct Kept {
    Copies copies;
    std::string why_not;  // empty if they are there
  };

  Kept keep(const config::BotEntry& bot, const program::Command& command);
  const std::filesystem::path& folder();

  std::filesystem::path folder_;
  bool temporary_ = false;
  std::map<BotPlace, Kept> kept_;
  std::set<std::filesystem::path> right_;   // folders whose copies are known to be correct
  std::set<std::filesystem::path> linked_;  // folders in which links have been made
};

}  // namespace referee::tournament
