// Finds the match records at a path that a user gives: a store, a file of records, or a single
// record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/store.hpp"

namespace referee::store {

// The path holds no records; the text says why.
class NoRecords : public text::InputError {
  using InputError::InputError;
};

// One record in a log.
struct RecordEntry {
  std::uint64_t number;   // the match's number in a tournament, else its line from 1
  std::string_view line;  // the whole record as JSON
  std::string place;      // "file: line 3" for messages
  // In a store: the number that the match has now. The record has another one if it was played
  // before its tournament grew.
  std::optional<std::uint64_t> now = {};
  // Of which its game is; they outlive the entry.
  const rules::Games* games = &rules::own_games();
};

// Opens the store in a folder that a user named. Throws NoRecords if it is not a store.
Store open_store(const std::filesystem::path& folder,
                 const rules::Games& games = rules::own_games());

// Calls `visit` for each record of `path`: a store's folder, a file of JSON lines, or a file
// with one record, which may span several lines. `visit` returns false to stop. Throws
// NoRecords if `path` is something else, StoreError and std::system_error if it cannot be read.
struct RecordsReport {
  std::vector<std::string> notes;  // on what was left out, for people
  bool whole = true;               // false if a sealed store is not what was sealed
  // Lines of a store that were left out because they are not records, or not of its
  // tournament. Both are 0 for a sealed store whose seal holds: the seal says what counts.
  std::uint64_t damaged = 0;
  std::uint64_t foreign = 0;
};
RecordsReport each_record(const std::filesystem::path& path, const rules::Games& games,
                          const std::function<bool(const RecordEntry&)>& visit);

// Likewise of a file that is open, from the line that comes next.
void each_record(text::TextFile& file, const rules::Games& games,
                 const std::function<bool(const RecordEntry&)>& visit);

// Parses a record; throws JsonError naming its place. In a store its match has the number that it
// has now.
match::MatchRecord record_of(const RecordEntry& entry);

}  // namespace referee::store
