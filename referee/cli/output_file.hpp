// Files into which verbs write results, beside standard output.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/bot/descriptor.hpp"
#include "referee/store/whole_file.hpp"

namespace referee::cli {

// A check for options that name a file or a folder: an empty name is no name.
std::string must_be_named(const std::string& value);

// Throws UsageError if `file` would be in the folder of a tournament, which is for its records
// alone. `option` named it.
void check_no_record(const std::string& file, const std::string& option);

// A file for a result. It is opened before the work begins, so that a path that cannot be
// written is noticed before hours of games and not after them.
class OutputFile {
 public:
  struct Options {
    std::string option;  // that named the file, for messages
    std::string file;
    std::vector<std::string> inputs;  // what the verb reads
    bool append = false;              // to what is there; else it is replaced at the end
  };
  // Throws UsageError for a folder, for one of the inputs, and for a file in the folder of a
  // tournament; StoreError if the file cannot be written.
  explicit OutputFile(const Options& options);

  // Throws StoreError.
  void write(std::string_view text);
  // To be called when all is written: before, a file that is to be replaced is as it was.
  // Throws StoreError.
  void finish();

 private:
  std::string name_;
  // One of both: what is no regular file (a terminal, a pipe) cannot be replaced.
  std::optional<tournament::WholeFile> whole_;
  bot::Descriptor direct_;
};

// Writes `text` into `file`, unless that is nothing, and finishes it. Returns what went wrong,
// for those who have a result to print before they say so; empty if all is well.
[[nodiscard]] std::string try_to_write(std::optional<OutputFile>& file, std::string_view text);

}  // namespace referee::cli
