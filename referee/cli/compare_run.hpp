// A comparison that is played on this machine, for `compare` and `tune`.
#pragma once

#include <optional>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/tuning/tuning.hpp"
#include "referee/cli/session.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/parts/part.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/runner.hpp"

namespace referee::cli {

// Plays until the comparison (empty at first) is decided or Ctrl-C asks to stop; of a part until
// it has played its share of the batch. `store`: where the games are kept; may be null. Throws as
// evidence::compare().
tournament::RunEnd play_comparison(Session& session, const config::Manifest& manifest,
                                   const store::Store* store, evidence::Comparison& comparison,
                                   const std::optional<parts::Part>& part);

// The exit code with which `compare` ends.
int exit_code_of(const evidence::Comparison& comparison);

// Prints the result of a tuning so far, and returns the exit code: that of the comparison at its
// end; `failed` if the best values are those of the start, `undecided` while rounds are played.
// `comparison`: null before it begins.
int print_tuning(const tuning::Tuning& tuning, const evidence::Comparison* comparison, bool json);

}  // namespace referee::cli
