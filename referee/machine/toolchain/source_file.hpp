// Whether a bot's command begins with a source file, and what it needs besides.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/toolchain/languages.hpp"

namespace referee::toolchain {

struct SourceFile {
  std::filesystem::path file;  // absolute
  const Language* language = nullptr;
  std::vector<std::string> words;  // the bot's arguments
  // The part of what it may read that lies in its folder or below: an interpreted source
  // finds that beside itself. Absolute. Empty for one that is compiled.
  std::vector<std::filesystem::path> companions = {};
  // Whether its caller lets it read all of its folder, so that it is played there.
  bool stays = false;
  // See BotLine.
  std::vector<std::filesystem::path> beside = {};
  bool official = true;
};

// The source that a bot's command begins with, relative to `folder`; nothing if it begins with
// anything else. A file is a source by the ending of its name. But a script (its first line begins
// with #!) that may be executed, and a program for this machine, are programs whatever their names;
// and a name without a slash that is in PATH means the file there. `read`: further files that the
// bot may read, relative to `folder`. `scripts`: also those that may be executed are sources.
std::optional<SourceFile> find_source(std::string_view command, const std::filesystem::path& folder,
                                      const std::vector<std::string>& read = {},
                                      bool scripts = false);

}  // namespace referee::toolchain
