// The programs of a run: their commands, whether they change while it runs, and copies of them as
// they were when it began.
//
// A run continues with the copies when a bot is rebuilt, or what belongs to it changes. They are in
// a folder for each program, named by the first digits of its hash and of that of its paths. All
// that belongs to the bot is copied, as far as its contents count in its hash. Once a copy is
// needed, there are links beside it to whatever else is in the original's folder, and the bot runs
// in a folder where it finds the copies by the paths that the originals have.
#pragma once

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
#include "referee/machine/program/contents.hpp"
#include "referee/run/config/manifest.hpp"

namespace referee::tournament {

using BotPlace = std::pair<std::size_t, std::size_t>;  // event and bot

struct RunCommand {
  std::optional<program::Command> command;
  program::Contents contents;  // as it was found
  std::string why_not;         // the reason if it cannot be run
};

// The commands of all bots of a manifest that have a program and play on.
using RunCommands = std::map<BotPlace, RunCommand>;

// Finds all of them and compiles sources. why_not has the reason for one that cannot be run.
RunCommands commands_of(const config::Manifest& manifest);

// Watches for changed programs: if two programs played under one name, the results would describe
// neither. changed() compares the path, size and times of the files behind a bot's hash and of its
// folders, and reads contents only if one of these differs. Safe to use from several threads.
class ProgramWatch {
 public:
  // Remembers the files as they are now. Bots that cannot be run are not watched.
  ProgramWatch(const config::Manifest& manifest, const RunCommands& commands);

  // The files of bot `bot` of event `event` that were written, added or removed, if its hash
  // differs from the one that the manifest names; else empty.
  std::vector<std::filesystem::path> changed(std::size_t event, std::size_t bot);

 private:
  using Marks = std::map<std::filesystem::path, std::optional<program::FileMark>>;
  struct Program {
    program::Command command;
    Marks files;
    Marks folders;
  };

  static void mark(Program& program, const program::Contents& contents);
  static bool is_as_marked(const Program& program);

  const config::Manifest& manifest_;
  std::map<BotPlace, Program> programs_;  // never changed after the constructor
  std::mutex mutex_;
  std::map<BotPlace, Program> touched_;  // files that look different but have the same content
};

class KeptPrograms {
 public:
  // The size limit of one bot's program and the files that its command names; larger ones are not
  // kept.
  static constexpr std::uint64_t most_bytes = program::most_own_bytes;
  // The space that stays free on the disk, for records.
  static constexpr std::uint64_t least_free = std::uint64_t{64} << 20;
  // Of a folder with more entries only what belongs to the bot is kept.
  static constexpr std::size_t most_links = 1000;

  // Copies what belongs to the bot of each of `commands`, except what it is given to read and what
  // is of the system (program::is_of_system()). `folder` is made if something is kept; if empty,
  // it is a temporary one that the destructor removes. A copy that cannot be made is an error only
  // when it is needed.
  KeptPrograms(const config::Manifest& manifest, const RunCommands& commands,
               std::filesystem::path folder);
  ~KeptPrograms();
  KeptPrograms(const KeptPrograms&) = delete;
  KeptPrograms& operator=(const KeptPrograms&) = delete;

  // `command`, a form of the command of that bot, with copies in place of all its files, of which
  // `changed` are not as they were. Throws program::CommandError, saying why, if they are not kept.
  [[nodiscard]] program::Command instead_of(const program::Command& command, std::size_t event,
                                            std::size_t bot,
                                            const std::vector<std::filesystem::path>& changed);

 private:
  using Copies = std::map<std::filesystem::path, std::filesystem::path>;
  struct Kept {
    std::filesystem::path place = {};
    Copies copies = {};        // by files
    Copies folders = {};       // by the bot's folders of which something is copied
    std::string why_not = {};  // empty if they are there
  };

  Kept keep(const config::BotEntry& bot, const RunCommand& found);
  // The folders of the originals and those that take their places, with links to what is not
  // copied.
  Copies linked(const Kept& kept, const program::Command& command,
                const std::vector<std::filesystem::path>& changed);
  const std::filesystem::path& folder();

  const program::Covers covers_;
  std::filesystem::path folder_;
  bool temporary_ = false;
  std::map<BotPlace, Kept> kept_;
  std::set<std::filesystem::path> right_;           // folders whose copies are known to be correct
  std::map<std::filesystem::path, Copies> linked_;  // of places in which links have been made
};

}  // namespace referee::tournament
