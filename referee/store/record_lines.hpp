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
  std::optional<MatchSummary> summary;  // if the line is complete and its front that of a record
  std::string error;  // why a complete line is not a record, as far as it was read
};

// Whether a line with this summary is to be read to its end. Called on other threads.
using ReadsWhole = std::function<bool(const MatchSummary&)>;

// Calls `take` with each line of the first `bytes` of a file, in order, on this thread. Reads
// ahead at most a megabyte for each processor. Throws StoreError, and what `take` throws.
void each_record_line(const std::filesystem::path& file, std::uint64_t bytes,
                      const ReadsWhole& reads_whole, const std::function<void(RecordLine&)>& take);

}  // namespace referee::store
