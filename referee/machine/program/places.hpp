// Where the files of a command are: folders that belong to all programs, the search path, and how
// much is in what a bot may read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/program/command.hpp"

namespace referee::program {

// Whether `path` is `folder` or beneath it; both canonical.
inline bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

// The path without links and dots; unchanged if it does not exist.
std::filesystem::path real_path(const std::filesystem::path& path);

// Whether it is a process, a device or a setting of the machine: never a file of a bot.
bool is_of_the_kernel(const std::filesystem::path& path);

// Whether it is below a folder of the system, which every program may read and which is not rebuilt
// during a run. `real`: without links.
bool is_of_system(const std::filesystem::path& real);

// Whether this file (*.json, *.jsonl) begins like a config, a manifest, a record, or a config of
// checks. What only looks like one of these is one, too.
bool is_of_the_referee(const std::filesystem::path& file);

// Whether this is a shared folder (/tmp, a home folder, ...), in which a program opens only itself.
bool is_shared_folder(const std::filesystem::path& folder);

// The entries of PATH in their order, or, without PATH, /usr/local/bin, /usr/bin and /bin. An empty
// entry is the current folder. Views into the environment.
std::vector<std::string_view> search_path();

// The executable files of this name, which has no slash, in the folders of search_path(), in their
// order; absolute.
std::vector<std::filesystem::path> in_search_path(std::string_view name);

// The contents of one of the paths in `read`.
struct ReadFacts {
  std::string path;         // as it was given
  std::string hash;         // SHA-256 of a file; empty for a folder
  std::uint64_t files = 0;  // in a folder and below it; at most 100,000 are counted
  std::uint64_t bytes = 0;

  friend bool operator==(const ReadFacts&, const ReadFacts&) = default;
};
// Throws CommandError if a file cannot be read.
ReadFacts read_facts(const std::string& given, const std::filesystem::path& folder);

}  // namespace referee::program
