// Scratch folders: each bot has one, empty at its start, and writes nowhere else.
#pragma once

#include <time.h>

#include <chrono>
#include <filesystem>
#include <span>
#include <vector>

#include "referee/base/text/descriptor.hpp"

namespace referee::walls {

class ScratchFolders {
 public:
  // A folder with the current user's rights only, inside the system's temporary folder; removes
  // those there that killed referees have left. Throws std::filesystem::filesystem_error.
  ScratchFolders();
  ~ScratchFolders();
  ScratchFolders(const ScratchFolders&) = delete;
  ScratchFolders& operator=(const ScratchFolders&) = delete;

  struct Folder {
    std::filesystem::path path;
    text::Descriptor handle;  // opened with O_PATH
    int number = 0;           // from 1; no two folders of one object ever have the same
    // The time of its last change as of when it was known to be empty, when that was first seen,
    // and when it was taken.
    timespec changed{};
    std::chrono::steady_clock::time_point seen;
    std::chrono::steady_clock::time_point taken;
  };

  // An empty folder for one bot, with one of the `preferred` numbers if such a one is free. Throws
  // std::filesystem::filesystem_error.
  Folder take(std::span<const int> preferred = {});
  // Empties a folder and keeps it for the next bot. One in which nothing was made is only checked.
  void give_back(Folder folder) noexcept;

 private:
  Folder make();
  Folder take_free(std::span<const int> preferred) noexcept;

  std::filesystem::path root_;
  text::Descriptor lock_;  // held as long as the folder is in use
  std::vector<Folder> free_;
  int made_ = 0;
};

}  // namespace referee::walls
