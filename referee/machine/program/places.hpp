// Where the files of a command are, and what they hold: folders that belong to all programs, the
// search path, files that were moved, and commits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
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

// Finds programs by their names.

// The entries of PATH in their order, or, without PATH, /usr/local/bin, /usr/bin and /bin. An empty
// entry is the current folder. Views into the environment.
std::vector<std::string_view> search_path();

// The executable files of this name, which has no slash, in the folders of search_path(), in their
// order; absolute.
std::vector<std::filesystem::path> in_search_path(std::string_view name);

// A bot's command with some of its files in other places.

// The names in a word of a command: the word itself, and the entries of a list such as Java's class
// path, which may follow an option's equals sign. A word that names something in `folder` is not a
// list, even with colons in it. The views are parts of `word`.
std::vector<std::string_view> names_in(std::string_view word, const std::filesystem::path& folder);

// Starts the copies `to[path]` instead of `path`: the program, the folder in which it runs, and
// wherever a word names a file or folder. The folders of the originals stay readable. Paths are
// absolute, and a copy has the last name of its original. Throws CommandError for a program or a
// file of the command's that it uses without naming it, as `python3 -m bot` does, unless the folder
// in which it runs is moved, too.
Command with_moved_files(Command command,
                         const std::map<std::filesystem::path, std::filesystem::path>& to);

// What the files hold.

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

// The git checkout in which a file lies.

// The hash of the commit, 40 or 64 hexadecimal digits, of the git checkout in which the file lies;
// empty if none exists or can be read. Later changes in the checkout do not show. Reads the files
// of `.git`, runs nothing, and never throws.
std::string commit_at(const std::filesystem::path& file) noexcept;

}  // namespace referee::program
