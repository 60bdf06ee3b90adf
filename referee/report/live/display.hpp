// What every display of a run is: the view of a tournament on a terminal, lines of progress, and
// what `referee watch` shows of a run of another process.
#pragma once

#include <vector>

#include "referee/evidence/compare_run.hpp"

namespace referee::report {

class Display : public evidence::CompareObserver {
 public:
  // Of a run that is followed from outside, once, after begun(0, total): the matches that were
  // there before. Their faults count.
  virtual void found(const std::vector<store::MatchSummary>& /*matches*/) {}
  // Instead of finished(), for a match of which no more is known.
  virtual void ended(const store::MatchSummary& /*match*/) {}
  // After the run, however it ended: removes what is drawn in place and says what was done.
  virtual void finish() = 0;
};

}  // namespace referee::report
