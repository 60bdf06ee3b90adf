// Finds match records wherever a user points: in a store, in a file of records, in
// one record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/record.hpp"
#include "referee/store/store.hpp"
#include "referee/text/error.hpp"

namespace referee::store {

// What a user named holds no records; the text says why.
class NoRecords : public text::InputError {
  using InputError::InputError;
};

// One record in a log.
struct RecordEntry {
  std::uint64_t number;   // the match's number in a tournament, else its line from 1
  std::string_view line;  // the whole record as JSON
  std::string place;      // "file: line 3" for messages
};

// Opens the store in a folder that a user named. Throws NoRecords if it is not a store.
Store open_store(const std::filesystem::path& folder);

// Calls `visit` for each record of `path`: a store's folder, a file of JSON lines,
// or a file with one record in as many lines as it likes. `visit` returns false to
// stop. Throws NoRecords if `path` is none of these, StoreError and std::system_error if it
// cannot be read.
struct RecordsReport {
  std::vector<std::string> notes;  // on what was left out, for people
  bool whole = true;               // false if a sealed store is not what was sealed
  // Lines of a store that are no records, or not of its tournament: left out. In a sealed
  // one, if its seal holds, none: there it is settled what the tournament is.
  std::uint64_t damaged = 0;
  std::uint64_t foreign = 0;
};
RecordsReport each_record(const std::filesystem::path& path,
                          const std::function<bool(const RecordEntry&)>& visit);

// Parses a record; throws JsonError naming its place.
match::MatchRecord record_of(const RecordEntry& entry);

}  // namespace referee::store
