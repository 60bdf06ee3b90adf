// Writing the records of a tournament while it is played.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "referee/base/text/descriptor.hpp"
#include "referee/run/store/store.hpp"

namespace referee::store {

// A record is longer than any that can be read back. It concerns its match alone.
class RecordTooLong : public text::MachineError {
  using MachineError::MachineError;
};
// Throws RecordTooLong.
void check_length(std::string_view line);

// Appends records to a file of its own. Not thread-safe.
class StoreWriter {
 public:
  // The first append() creates the file: `matches-NNNN.jsonl` with the next free number, or
  // with a label `matches-LABEL-NNNN.jsonl`.
  explicit StoreWriter(const Store& store, std::string label = {})
      : folder_(store.folder()), label_(std::move(label)) {}

  // Writes one line and its newline. If that fails (disk full, the file is not where it was made),
  // removes what was written of the line and throws StoreError; later lines may be tried. Throws
  // RecordTooLong, and std::invalid_argument for a text that contains a newline.
  void append(std::string_view line);
  // Flushes what was written to disk. Throws StoreError, also if the file is not in its place.
  void sync();

 private:
  void open_file();

  std::filesystem::path folder_;
  std::string label_;
  std::filesystem::path path_;
  text::Descriptor file_;
};

}  // namespace referee::store
