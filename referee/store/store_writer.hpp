// Writing the records of a tournament while it is played.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "referee/bot/descriptor.hpp"
#include "referee/store/store.hpp"

namespace referee::store {

// Appends records to a file of its own. Not thread-safe.
class StoreWriter {
 public:
  // Makes a new attempt file, `matches-NNNN.jsonl` with the next free number, when
  // the first record is written; with a label `matches-LABEL-NNNN.jsonl`.
  explicit StoreWriter(const Store& store, std::string label = {})
      : folder_(store.folder()), label_(std::move(label)) {}

  // Writes one line and its newline. If that fails (full disk) nothing of the line
  // stays in the file, and StoreError is thrown; later lines may be tried. Throws
  // std::invalid_argument for a text with a newline in it or of more than 16 MiB,
  // which reading would not take for a record.
  void append(std::string_view line);
  // Asks the system to put on disk what was written. Throws StoreError.
  void sync();

 private:
  void open_file();

  std::filesystem::path folder_;
  std::string label_;
  std::filesystem::path path_;
  bot::Descriptor file_;
};

}  // namespace referee::store
