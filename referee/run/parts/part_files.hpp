// The files of a store that a part has to read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/run/parts/shard.hpp"
#include "referee/run/store/seal.hpp"
#include "referee/run/store/store.hpp"

namespace referee::parts {

// Reads the records that the closed stages have sealed, and the files that can have matches of this
// part, as Store::read() does. Files whose names say that they were written for parts which share
// no match with it, or for other stages, are left out: of a thousand parts, each would otherwise
// read the records of all others from a folder that all machines use. Everything is read if the
// store is sealed, because the seal is about all of it, and if it goes on from an earlier manifest,
// whose parts were other ones.
store::ReadingReport read_part(const store::Store& store, const Stage& stage, Shard shard,
                               const store::Store::Visit& visit);

// The files of the store that a machine needs which plays some of `count` parts, with these numbers
// in ascending order, and does not see the folder: its manifests, the seals of closed stages with
// their files, the plan of a comparison, and the records that read_part() reads for any of the
// parts; for a comparison, all records. Throws StoreError.
std::vector<std::filesystem::path> files_for(const store::Store& store, unsigned count,
                                             const std::vector<unsigned>& parts);

// The part in names of files, in later stages with their number: "s3-2-of-10".
std::string label_of(const Stage& stage, Shard shard);

}  // namespace referee::parts
