// Plays a comparison on this machine, for `compare` and `tune`.
#pragma once

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/runner.hpp"

namespace referee::cli {

// Plays with progress on standard error until the comparison (empty at first) is decided or Ctrl-C
// asks to stop. `store`: where the games are kept; may be null. `jobs`: 0: one for each processor.
// Throws as evidence::compare().
tournament::RunEnd play_comparison(const config::Manifest& manifest, const store::Store* store,
                                   const PlayOptions& options, unsigned jobs,
                                   evidence::Comparison& comparison, tournament::OpenMatches& open);

}  // namespace referee::cli
