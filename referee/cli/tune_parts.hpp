// The folder of a tuning, for the verbs that play what is in it: tune, submit, shard, merge.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/tuning/tuning.hpp"
#include "referee/run/store/store.hpp"

namespace referee::cli {

// The store to play now in the folder of a tuning: the open round, else the comparison at its end,
// with a plan for batches; nothing if the best values are those of the start. `renew`: write that
// plan again, since the comparison may have another limit of pairs.
std::optional<store::Store> open_part(const tuning::Tuning& tuning, bool renew);

// The folder in which `shard` plays: that of the part if `folder` has a tuning, else itself.
std::string folder_of_part(const std::string& folder);

// The comparison at the end, by the records that are there; nothing if it has not begun.
std::optional<evidence::Comparison> comparison_of(const tuning::Tuning& tuning);

// Prints the result so far, and returns the exit code: that of the comparison; `failed` if the best
// values are those of the start, `undecided` while there is something to play.
int print_tuning(const tuning::Tuning& tuning, const evidence::Comparison* comparison, bool json);

// Merges for `referee merge`: seals what is complete and prints what is next.
int merge_tuning(const std::filesystem::path& folder, bool json);

}  // namespace referee::cli
