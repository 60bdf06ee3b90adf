// Measures and empties a bot's scratch folder. Whatever a bot builds there, this takes three
// descriptors and bounded memory: any depth, any number of files, names whose path is longer than
// the system's limit, folders without rights.
#pragma once

#include <dirent.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>

namespace referee::kernel {

// A folder that is open for reading its entries.
struct CloseFolder {
  void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

// The depth beyond which a folder is not counted, as that would take too long.
inline constexpr std::size_t most_depth = 64;
// Minimum size counted for a file or folder: about one file system block.
inline constexpr std::uint64_t least_bytes = 4096;

struct DiskUse {
  std::uint64_t bytes = 0;
  std::size_t entries = 0;  // files and folders
  // The reason why it could not be counted, as that of a fault; empty if it was.
  std::string obstacle;
};

// Up to where it is counted.
struct DiskBounds {
  std::uint64_t bytes = 0;
  std::size_t entries = 0;
};

// Bytes on disk of everything below `folder` (a descriptor; O_PATH is enough), and the number of
// entries. A file with several names counts once. Gives itself the right to list a folder where the
// bot took it away. Stops beyond a bound. `files` gets the numbers of all files met. Throws
// std::system_error if the referee lacks descriptors or memory.
DiskUse folder_use(int folder, const DiskBounds& bounds, std::unordered_set<ino_t>& files);

// Removes everything below `folder` (a descriptor; O_PATH is enough), never through a link or into
// a mounted file system; false if something could not be removed.
bool empty_folder(int folder) noexcept;

// Sets the rights of the folder behind a descriptor; O_PATH is enough.
bool set_rights(int folder, mode_t rights) noexcept;

}  // namespace referee::kernel
