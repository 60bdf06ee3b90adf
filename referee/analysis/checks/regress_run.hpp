// Plays what the checks of a regression config need.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/run/tournament/runner.hpp"

namespace referee::checks {

// The result of one check.
struct CheckResult {
  const Check* check = nullptr;
  Outcome outcome;
  std::optional<double> seconds;  // wall time of this run; absent if the check was not started
};

// The verdict of all checks: failed if one failed, else undecided if one is, else passed.
Verdict verdict_of(const std::vector<CheckResult>& results);

// Plays the games of `check`, which has no results yet. With a store, its records count first, and
// every finished game is appended to it, so an interrupted check continues as if nothing had
// happened. The observer gets pairs if the check has a comparison. Throws StoreError and
// bot::EnvironmentError; then all bots have ended.
tournament::RunEnd run_check(Check& check, const store::Store* store,
                             const tournament::RunContext& context,
                             evidence::CompareObserver& observer);

}  // namespace referee::checks
