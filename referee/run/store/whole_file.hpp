// A file that gets its name only when it is complete.
//
// Until then it has no name, so nothing is left behind if the process ends. On file systems
// without nameless files it has a temporary name beside the wanted one.
#pragma once

#include <filesystem>
#include <string_view>

#include "referee/base/text/descriptor.hpp"

namespace referee::store {

class WholeFile {
 public:
  // `told`: the name of the file in errors. Throws StoreError if no file can be created in
  // the folder of `wanted`.
  WholeFile(std::filesystem::path wanted, std::filesystem::path told);
  explicit WholeFile(const std::filesystem::path& wanted) : WholeFile(wanted, wanted) {}
  ~WholeFile();  // discards the file unless it was finished
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  // Appends. Throws StoreError.
  void write(std::string_view text);

  // Both flush the file to disk and give it its name. If they throw StoreError, the wanted
  // name is as it was before.
  //
  // Returns false, and changes nothing, if there is a file of that name already.
  bool finish_new();
  // Replaces a file of that name, if there is one, and keeps its permissions.
  void finish();

 private:
  void sync();
  // Links the file under a further name. Returns 0 or the error, as in errno.
  int link_as(const std::filesystem::path& name) const;

  std::filesystem::path wanted_;
  std::filesystem::path told_;
  std::filesystem::path name_;  // its current (temporary) name; empty if it has none
  text::Descriptor file_;
};

}  // namespace referee::store
