// Which names of files occur in the files of a bot: in sources as words, in programs as texts.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>

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
  void read_words(std::string_view text, bool program);
  void found_word(std::string_view word, char before, bool program);
  void found(std::string_view name, bool program);

  std::unordered_set<std::string> wanted_;
  std::unordered_set<std::string> found_;
  std::array<bool, 256> begins_{};  // by the first byte of what is wanted
  std::set<std::string> codes_;     // names with which code was looked for
  bool names_all_code_ = false;
};

}  // namespace referee::program
