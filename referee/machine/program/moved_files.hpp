// A bot's command with some of its files in other places.
#pragma once

#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "referee/machine/program/command.hpp"

namespace referee::program {

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

}  // namespace referee::program
