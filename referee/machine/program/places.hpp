// Folders that belong to all programs, and the search path for programs.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

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

}  // namespace referee::program
