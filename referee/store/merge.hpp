// Brings the parts of a tournament together and seals it once it is complete.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/store/shard.hpp"
#include "referee/store/store.hpp"

namespace referee::store {

struct MergeReport {
  std::uint64_t matches = 0;        // of the tournament
  std::uint64_t records = 0;        // of different matches
  std::uint64_t duplicates = 0;     // further records of them; the first one counts
  std::vector<MatchRange> missing;  // in order
  bool sealed = false;              // complete, and sealed now or before
  std::string hash;                 // of the sealed records
  std::vector<std::string> notes;   // on torn and damaged lines, see ReadingReport
};

// Parses every record of the store completely, and seals the store if every match has a
// record. Merging a sealed store again changes nothing. Records that other processes write
// meanwhile are left out. Throws ForeignStore if a file holds records of another tournament,
// BrokenSeal if an existing seal no longer holds, JsonError, StoreError.
MergeReport merge(const Store& store);

// Throws ForeignStore if records of another tournament were found in this store.
void require_own_records(const Store& store, const ReadingReport& reading);

}  // namespace referee::store
