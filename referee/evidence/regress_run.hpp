// Plays what the checks of a regression config need.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "referee/bot/protections.hpp"
#include "referee/evidence/compare.hpp"
#include "referee/evidence/regress_check.hpp"
#include "referee/tournament/runner.hpp"

namespace referee::tournament {

// What became of one check.
struct CheckResult {
  const Check* check = nullptr;
  Outcome outcome;
  std::optional<double> seconds;  // wall time of this run; nothing if it was not begun
};

// Of all checks: failed if one failed, else undecided if one is, else passed.
Verdict verdict_of(const std::vector<CheckResult>& results);

// The observers of a check: one with a comparison reports to `pairs`, any other to
// `games`.
struct CheckObservers {
  RunObserver& games;
  CompareObserver& pairs;
};

// Plays the games that `check` (nothing noted yet) still needs. With a store, what it holds
// counts first, and every game that ends is appended to it; a check that was interrupted
// goes on as if it had not been. Throws StoreError and bot::EnvironmentError; all bots are
// gone then.
RunEnd run_check(Check& check, const Store* store, const bot::Protections& protections,
                 const RunOptions& options, const StopRequest& stop, CheckObservers observers);

}  // namespace referee::tournament
