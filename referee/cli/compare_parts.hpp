// A comparison in parts: what compare --plan-only, shard and merge do with its folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/run/parts/merge.hpp"
#include "referee/run/parts/shard.hpp"
#include "referee/run/store/store.hpp"
#include "rules/game_info.hpp"

namespace referee::cli {

// Whether the folder has a comparison, which is played in batches.
bool has_comparison(const store::Store& store);

// The exit code with which `compare` ends.
int exit_code_of(const evidence::Comparison& comparison);

// Keeps the plan and prints it. `batch`: pairs; default: evidence::usual_batch().
int plan_batches(const store::Store& store, const evidence::ComparisonRules& rules,
                 std::optional<std::uint64_t> batch, bool json);

struct BatchPart {
  parts::Shard part;
  std::optional<unsigned> stage;  // the batch to play; if it is complete, nothing is played
  unsigned jobs = 0;              // 0: one for each processor
  bool quiet = false;
  bool json = false;
  std::filesystem::path out;  // a folder for the records instead of the store's; may be empty
  bool unattended = false;    // prints nothing on standard output
};

// Plays a part of the batch that is to be played now.
int play_batch_part(const store::Store& store, const BatchPart& options);

// The state of the comparison, as merging a tournament reports it: a batch is a stage, and `sealed`
// that it has ended.
parts::MergeReport batches_report(const store::Store& store);
// The same, but closes nothing.
parts::MergeReport batches_standing(const store::Store& store);

// Prints the state of the comparison. `parts`: list which of that many have something to play.
int merge_batches(const store::Store& store, std::optional<unsigned> parts, bool json);

}  // namespace referee::cli
