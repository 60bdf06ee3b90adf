// Joins the parts of a tournament, and seals it once all of it is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/run/store/store.hpp"

namespace referee::parts {

// Matches begin..end-1.
struct MatchRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  friend bool operator==(const MatchRange&, const MatchRange&) = default;
};

struct MergeReport {
  std::uint64_t matches = 0;         // of the tournament
  std::uint64_t records = 0;         // number of different matches
  std::uint64_t duplicates = 0;      // number of further records of them
  std::vector<MatchRange> missing;   // in order
  std::vector<MatchRange> playable;  // of these, those whose bots are known now
  bool sealed = false;               // now or before
  std::string hash;                  // of the records, if none is missing
  std::vector<std::string> notes;    // on torn and damaged lines, see ReadingReport
};

// What a merge puts into folders. All of it is decided, and the new records are a whole file
// without a name, before any folder changes: if one function throws, and as long as write() was not
// called, each folder is as it was, and one that was not there is not there.
class Addition {
 public:
  // `games`: of the tournaments.
  explicit Addition(const rules::Games& games = rules::own_games());
  ~Addition();
  Addition(const Addition&) = delete;
  Addition& operator=(const Addition&) = delete;

  // Makes `out` a folder of the tournament, comparison or tuning that is in `from`, without
  // records, if it is no such folder yet. Throws StoreError, and ForeignStore if `out` has records.
  void add_likeness(const std::filesystem::path& out, const std::filesystem::path& from);

  // The same with the first of these folders, and the records of them all that `out` lacks, in a
  // file of their own. Throws ForeignStore if a folder, or a file there, belongs to another
  // tournament; InputError if two records of a match differ in more than what was measured, also if
  // both were there; FolderInUse, JsonError, StoreError, BrokenSeal.
  void add_records(const std::filesystem::path& out,
                   const std::vector<std::filesystem::path>& folders);

  // Gives everything its name, the records last. Throws StoreError.
  void write();

 private:
  struct Part;
  Part& begin(const std::filesystem::path& out);

  const rules::Games& games_;
  std::vector<std::unique_ptr<Part>> parts_;
};

// add_records() and write().
void join(const std::filesystem::path& out, const std::vector<std::filesystem::path>& folders);

// Reads every record that is not sealed completely, and seals the store if every match has one,
// except a ladder, which never ends. Merging a sealed store again changes nothing. Records that
// other processes write meanwhile are left out. Throws like join(), and BrokenSeal if the seal no
// longer holds.
MergeReport merge(const store::Store& store);

// Throws BrokenSeal if the seal of the store no longer holds.
void require_intact(const store::Store& store, const store::ReadingReport& reading);

}  // namespace referee::parts
