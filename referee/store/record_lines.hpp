// The lines of a file of records with their summaries, parsed on all processors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "referee/store/line_reader.hpp"
#include "referee/store/store.hpp"

namespace referee::store {

struct RecordLine {
  std::uint64_t number = 0;  // in the file, from 1
  LineReader::End end = LineReader::End::newline;
  std::string_view text;                // valid during the call only
  std::optional<MatchSummary> summary;  // if the line is complete and a record
  std::string error;                    // why a complete line is not a record
  bool good_front = false;              // with an error: its summary could be read nevertheless
};

// Calls `take` with each line of the first `bytes` of a file, in order, on this thread. Reads
// ahead at most a megabyte for each processor. Throws StoreError, and what `take` throws.
void each_record_line(const std::filesystem::path& file, std::uint64_t bytes, Depth depth,
                      const std::function<void(RecordLine&)>& take);

}  // namespace referee::store
