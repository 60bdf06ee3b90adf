// What every display of a run is: the view of a tournament on a terminal, lines of progress, and
// what `referee watch` shows of a run of another process.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/show/report/live/fault_notes.hpp"
#include "referee/show/report/live/run_count.hpp"

namespace referee::report {

class Display : public evidence::CompareObserver {
 public:
  // Called once after begun(0, total) when another process's run is followed, with the matches
  // recorded so far. Their faults count.
  virtual void found(const std::vector<store::MatchSummary>& /*matches*/) {}
  // Instead of finished(), for a match known only by its summary.
  virtual void ended(const store::MatchSummary& /*match*/) {}
  // After the run, however it ended: removes what is drawn in place and says what was done.
  virtual void finish() = 0;
};

// What the view of a tournament and the lines of progress have in common: they count, and print a
// line for each event other than a match. Not thread-safe. Errors in writing are ignored: a display
// never stops a run.
class CountingDisplay : public Display {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Clock = std::function<Time()>;

  void planned(std::uint64_t total) override { count_.set_total(total); }
  void changed(const tournament::ProgramChanged& program) override;
  void replaced(const tournament::AnswerReplaced& answer) override;
  void voided(const tournament::MatchVoided& match) override;
  void left_open(const tournament::MatchLeftOpen& match) override;
  void stopping(std::size_t running) override;

 protected:
  // `folder`: of the records, as a user would write it; empty: not kept. `kept`: they are kept, so
  // that the same command continues the run. `quiet`: only what must not be missed is printed.
  CountingDisplay(std::string folder, Clock now, bool kept = true, bool quiet = false)
      : now_(std::move(now)), kept_(kept), quiet_(quiet), notes_(std::move(folder)) {}

  // Prints a line that stays.
  virtual void say(const std::string& line) = 0;

  const Clock now_;
  const bool kept_;
  const bool quiet_;
  RunCount count_;
  FaultNotes notes_;
  bool stopping_ = false;  // by the user
  int left_open_ = 0;      // matches
};

}  // namespace referee::report
