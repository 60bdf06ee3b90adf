// A source file where a bot's command stands.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/toolchain/languages.hpp"

namespace referee::toolchain {

struct SourceFile {
  std::filesystem::path file;  // absolute
  const Language* language = nullptr;
  std::vector<std::string> words;  // what stands behind it: the bot's own
};

// The source that a bot's command begins with, relative to `folder`; nothing if it begins with
// anything else. A file is a source by the ending of its name. But a script (its first line begins
// with #!) that may be executed, and a program for this machine, are programs whatever their names;
// and a name without a slash that is in PATH is what is there.
std::optional<SourceFile> find_source(std::string_view command,
                                      const std::filesystem::path& folder);

}  // namespace referee::toolchain
