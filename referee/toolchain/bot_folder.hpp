// A folder of bots as organisers have: each source file and each program in it is a bot.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/toolchain/resolve.hpp"

namespace referee::toolchain {

// Includes bots that cannot be run; resolving them says what is wrong.
struct FolderBot {
  std::string name;     // of its file, without the ending; with it where two would have one name
  std::string command;  // relative to the folder: "./ann.cpp"
  // It plays alone and does not see the others.
  [[nodiscard]] BotLine line(const std::filesystem::path& folder, unsigned toolchain) const {
    return {command, folder, {}, toolchain, true};
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

// What is in `folder` itself; folders in it are not looked into, and nothing is compiled. Files
// whose names begin with a dot and those named in `others` are neither bots nor skipped. Links are
// not followed. Throws
// text::MachineError if the folder cannot be read.
BotFolder bots_in(const std::filesystem::path& folder, const std::vector<std::string>& others = {});

}  // namespace referee::toolchain
