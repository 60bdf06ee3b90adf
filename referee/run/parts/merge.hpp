// Brings the parts of a tournament together, closes stages that are complete, and seals the
// tournament once all of it is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/run/parts/shard.hpp"
#include "referee/run/store/store.hpp"

namespace referee::parts {

struct MergeReport {
  std::uint64_t matches = 0;        // of the tournament
  std::uint64_t records = 0;        // number of different matches
  std::uint64_t duplicates = 0;     // number of further records of them; the first one counts
  std::vector<MatchRange> missing;  // in order
  bool sealed = false;              // complete, and sealed now or before
  bool has_stages = false;          // whether there is more than one, see stage.hpp
  Stage stage;                      // what can be played now; without matches if sealed
  std::vector<MatchRange> lacking;  // matches of the stage without a record, in order
  bool closed = false;              // whether this merge has closed the stage before
  std::string hash;                 // of the sealed records
  std::vector<std::string> notes;   // on torn and damaged lines, see ReadingReport
};

// Parses every record that is not sealed completely. Seals the store if every match has a record,
// else closes the stage if every match of it has one, unless a process plays alone in the folder:
// its next records would come into a file that is closed. Merging a sealed store again changes
// nothing. Records that other processes write meanwhile are left out. Throws ForeignStore if a file
// holds records of another tournament, BrokenSeal if an existing seal no longer holds, JsonError,
// StoreError.
MergeReport merge(const store::Store& store);
// The result that merge() would have, without closing or sealing anything. A stage that is complete
// but not closed lacks nothing; so does the last one. Throws like merge().
MergeReport survey(const store::Store& store);

// Reads all records that are there now, each to its end, and makes the seal of a store or stage
// that has just these. `hash`: empty at first. Throws ForeignStore and BrokenSeal like merge().
store::ReadingReport read_to_seal(const store::Store& store, const store::Store::Visit& visit,
                                  store::RecordsHash& hash, store::Seal& seal);

// Writes the seal of stage `number`. Returns why not if a process plays alone in the folder, else
// nothing; a seal that another process has written in the meantime counts. Throws StoreError.
std::string close_stage(const store::Store& store, unsigned number, const store::Seal& seal);

// Throws BrokenSeal if a seal of the store no longer holds.
void require_intact(const store::ReadingReport& reading);

}  // namespace referee::parts
