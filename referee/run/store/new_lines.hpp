// Lines that are appended to the files with records of a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string_view>

namespace referee::store {

class NewLines {
 public:
  explicit NewLines(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // All whole lines that are there now count as read.
  void skip();
  // Calls `visit` with each whole line that came since, without its newline, file by file; lines
  // that are too long for records are skipped. Of one file about 4 MiB are read in one call, so
  // that the caller can do other things in between. Throws StoreError, and what `visit` throws.
  void read(const std::function<void(std::string_view)>& visit);

 private:
  std::filesystem::path folder_;
  std::map<std::filesystem::path, std::uint64_t> read_;  // whole lines of each file, in bytes
};

}  // namespace referee::store
