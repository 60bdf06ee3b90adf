// A comparison that is played on this machine, for `compare` and `tune`.
#pragma once

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/tuning/tuning.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/runner.hpp"

namespace referee::cli {

// Plays with progress on standard error until the comparison (empty at first) is decided or Ctrl-C
// asks to stop; of a part until it has played its share of the batch. `store`: where the games are
// kept; may be null. `jobs`: 0: one for each processor.
// Throws as evidence::compare().
tournament::RunEnd play_comparison(const config::Manifest& manifest, const store::Store* store,
                                   const PlayOptions& options, unsigned jobs,
                                   evidence::Comparison& comparison, tournament::OpenMatches& open,
                                   const std::optional<parts::Part>& part);

// The exit code with which `compare` ends.
int exit_code_of(const evidence::Comparison& comparison);

// Prints the result of a tuning so far, and returns the exit code: that of the comparison at its
// end; `failed` if the best values are those of the start, `undecided` while rounds are played.
// `comparison`: null before it begins.
int print_tuning(const tuning::Tuning& tuning, const evidence::Comparison* comparison, bool json);

}  // namespace referee::cli
