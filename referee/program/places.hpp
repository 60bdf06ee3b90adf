// Where a bot's files may lie.
#pragma once

#include <algorithm>
#include <filesystem>

namespace referee::program {

// Whether `path` is `folder` or beneath it; both canonical.
inline bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

// Without links and dots; as it is written if it does not exist.
std::filesystem::path real_path(const std::filesystem::path& path);

// Processes, devices, settings of the machine: not files of a bot, whatever its command names.
bool is_of_the_kernel(const std::filesystem::path& path);

// Is this a shared folder (/tmp, a home folder, ...), in which a program opens only itself?
bool is_shared_folder(const std::filesystem::path& folder);

}  // namespace referee::program
