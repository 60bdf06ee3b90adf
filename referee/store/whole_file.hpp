// A file that gets its name when it is complete.
//
// Until then it has none, where the file system can do that (else a temporary one beside the
// wanted name), so that nothing is left of it if the process ends meanwhile.
#pragma once

#include <filesystem>
#include <string_view>

#include "referee/bot/descriptor.hpp"

namespace referee::store {

class WholeFile {
 public:
  // `told`: what the file is called in errors. Throws StoreError if no file can be made in the
  // folder of `wanted`.
  WholeFile(std::filesystem::path wanted, std::filesystem::path told);
  explicit WholeFile(const std::filesystem::path& wanted) : WholeFile(wanted, wanted) {}
  ~WholeFile();  // nothing stays of a file that has got no name
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  // Appends. Throws StoreError.
  void write(std::string_view text);

  // Both end the writing: what was written is asked to be put on disk, and the file gets its
  // name. Both throw StoreError, and the wanted name is as it was then.
  //
  // Returns false if there is a file of that name already, which then stays as it is.
  bool finish_new();
  // Takes the place of a file of that name, whose permissions it takes over.
  void finish();

 private:
  void sync();
  // Gives the file another temporary name. Returns 0 or the error, as in errno.
  int link_as(const std::filesystem::path& name) const;

  std::filesystem::path wanted_;
  std::filesystem::path told_;
  std::filesystem::path name_;  // that it has now; empty for none
  bot::Descriptor file_;
};

}  // namespace referee::store
