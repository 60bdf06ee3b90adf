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

// Reads all files of the store, each line to its end, and seals it if every match has a
// record. Doing so again changes nothing. What other processes write meanwhile is left out.
// Throws ForeignStore if a file holds something of another tournament, BrokenSeal if the seal
// of before does not hold any more, JsonError, StoreError.
MergeReport merge(const Store& store);

}  // namespace referee::store
