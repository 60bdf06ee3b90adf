// Places of bots' files.
#pragma once

#include <algorithm>
#include <filesystem>

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

}  // namespace referee::program
