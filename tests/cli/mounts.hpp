// Small file systems in memory, which can be full.
#pragma once

#include <cstddef>
#include <filesystem>

namespace cli_test {

// Makes mounts private to this process and its children. Returns false, with errno, if the system
// refuses that.
bool own_mounts();

// One that is mounted at a folder, and taken away at the end.
class SmallDisk {
 public:
  // `options`: as of tmpfs, "size=64k". Throws std::runtime_error. Precondition: own_mounts().
  SmallDisk(std::filesystem::path folder, const char* options, unsigned long flags = 0);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  void mount_again(const char* options, unsigned long flags) const;
  // Leaves so many bytes free, in whole pages; the file `filler` holds the rest.
  void fill(std::size_t free) const;

 private:
  void mount(const char* options, unsigned long flags) const;

  std::filesystem::path folder_;
};

}  // namespace cli_test
