// Files that verbs write results to, besides standard output.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::cli {

// A check for options that take the name of a file or folder: it must not be empty.
std::string must_be_named(const std::string& value);

// Throws UsageError if `file` would be in the folder of a tournament, which is for its records
// alone. `option` named it.
void check_no_record(const std::string& file, const std::string& option);

// What a file holds by the ending of its name, in any case: a picture for .svg; a page for .html,
// .htm and none.
enum class Shown : std::uint8_t { page, picture };
// Throws UsageError for any other ending. `option` named the file.
Shown shown_in(const std::string& file, const std::string& option);

// A file for a result. It is opened before the work begins, so that a path that cannot be
// written is an error before hours of games, not after them.
class OutputFile {
 public:
  struct Options {
    std::string option;  // the one that named the file, for messages
    std::string file;
    std::vector<std::string> inputs;  // what the verb reads
    bool append = false;              // false: finish() replaces an existing file
  };
  // Throws UsageError for a folder, for one of the inputs, and for a file in the folder of a
  // tournament; StoreError if the file cannot be written.
  explicit OutputFile(const Options& options);

  // Throws StoreError.
  void write(std::string_view text);
  // To be called when everything is written. Until then a file to be replaced is unchanged.
  // Throws StoreError.
  void finish();

 private:
  std::string name_;
  // One of the two: only a regular file can be replaced, not a terminal or a pipe.
  std::optional<store::WholeFile> whole_;
  text::Descriptor direct_;
};

// Writes `text` to `file`, if there is one, and finishes it. Returns what went wrong instead of
// throwing, so that the caller can print its result first; empty if nothing did.
[[nodiscard]] std::string try_to_write(std::optional<OutputFile>& file, std::string_view text);

}  // namespace referee::cli
