// Where the files of a command are: folders that belong to all programs, the search path, and files
// that were moved.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
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

// Starts the copies `to[file]` instead of `file`: the program, and wherever a word names a file.
// The folders of the originals stay readable. Paths are absolute. Throws CommandError for a file
// that the command uses without naming it, as `python3 -m bot` does.
Command with_moved_files(Command command,
                         const std::map<std::filesystem::path, std::filesystem::path>& to);

}  // namespace referee::program
