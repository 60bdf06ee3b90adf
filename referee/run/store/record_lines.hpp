// The lines of files of records with their summaries, parsed on all processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/store.hpp"

namespace referee::store {

struct RecordLine {
  std::size_t file = 0;      // position in the list of files
  std::uint64_t number = 0;  // in the file, from 1
  LineReader::End end = LineReader::End::newline;
  std::string_view text;                // valid during the call only
  std::optional<MatchSummary> summary;  // if the line is complete and its front that of a record
  std::string error;                    // why the part read is not a record
  RecordDigest digest;  // of a complete line without error, if it was asked for; else zeros
};

// What is done with each complete line.
struct LineWork {
  match::Extent extent = match::Extent::whole;
  bool digests = false;
  const rules::Games* games = &rules::own_games();  // of which the records may be
};

// Calls `take` with each line of the first `bytes` of these files of a folder, in order, on this
// thread. Reads ahead at most a megabyte for each processor. Throws StoreError, when all lines
// before have been taken, and what `take` throws.
void each_record_line(const std::filesystem::path& folder, const std::vector<Seal::File>& files,
                      const LineWork& work, const std::function<void(RecordLine&)>& take);

}  // namespace referee::store
