// A folder of bots as organisers have: each source file and each program in it is a bot.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/machine/toolchain/resolve.hpp"

namespace referee::toolchain {

// A bot of the folder, perhaps one that cannot be run; resolving it gives the reason.
struct FolderBot {
  std::string name;     // of its file, without the ending; with it where two would have one name
  std::string command;  // relative to the folder: "./ann.cpp"
  // The bot plays alone and does not see the others. `official`: as in BotLine.
  [[nodiscard]] BotLine line(const std::filesystem::path& folder, unsigned toolchain,
                             bool official) const {
    BotLine line{command, folder, {}, toolchain, true};
    line.official = official;
    return line;
  }
};

struct SkippedFile {
  std::string file;  // its name in the folder
  std::string why;   // "is a folder; only files are bots"
};

struct BotFolder {
  std::vector<FolderBot> bots;       // by the names of their files
  std::vector<SkippedFile> skipped;  // likewise
};

// The bots in `folder` itself; folders in it are not searched, and nothing is compiled. Files whose
// names begin with a dot and those named in `others` are neither bots nor skipped. Links are not
// followed. Throws text::MachineError if the folder cannot be read.
BotFolder bots_in(const std::filesystem::path& folder, const std::vector<std::string>& others = {});

}  // namespace referee::toolchain
