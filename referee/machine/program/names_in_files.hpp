// Which names of files occur in the files of a bot: in sources as words, in programs as texts.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace referee::program {

class NamesInFiles {
 public:
  // `name`: of a file or folder, without its path. `code`: also without its ending, as modules and
  // classes are named; others by their ending alone, too ("*.nnue").
  void look_for(const std::string& name, bool code);

  // What the kernel does not map of a program is not read: symbols and what debuggers need. Of
  // other files, at most the first 64 MiB. The names in an archive, such as a jar, cannot be read:
  // it may name any code.
  void read(const std::filesystem::path& file);

  // Whether `name`, which was looked for, occurs in what has been read.
  [[nodiscard]] bool has(const std::string& name) const;

 private:
  // What a file names of what is looked for.
  struct Names {
    std::set<std::string> found;
    bool all_code = false;
  };
  [[nodiscard]] Names names_in(const std::filesystem::path& file) const;

  std::set<std::string> wanted_;
  std::set<std::string> codes_;  // names with which code was looked for
  Names names_;                  // of all files that were read
};

}  // namespace referee::program
