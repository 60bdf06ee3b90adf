// Copies of the bots' programs as they were when a run began.
//
// A run continues with them when a bot is rebuilt. They are in a folder for each
// program, named by the first digits of its hash and of that of its paths. Once a copy is needed,
// there are links beside it to whatever else is in the original's folder, so that a program finds
// its data and modules where it looks for them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/tournament/program_watch.hpp"

namespace referee::tournament {

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
