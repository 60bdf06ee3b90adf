// Has a scheduler play the parts of a tournament until nothing is missing: the current stage is
// cut into parts and submitted; when all of its records are there, merging finds the next
// stage. Only records tell what is done; the scheduler is asked only which parts it still has,
// so that they are not submitted twice.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "referee/run/cluster/scheduler.hpp"
#include "referee/run/cluster/stop.hpp"
#include "referee/run/parts/merge.hpp"
#include "referee/run/store/store.hpp"

namespace referee::cluster {

struct PartsCount {
  std::uint64_t matches = 0;  // of the tournament
  std::uint64_t records = 0;
  unsigned stage = 0;     // 0: there is only one
  unsigned parts = 0;     // of the stage, with matches
  unsigned complete = 0;  // of them
};

class SubmissionObserver {
 public:
  virtual ~SubmissionObserver() = default;
  // Called before a command is run.
  virtual void submitted(const std::string& command) = 0;
  // Reports progress, from time to time.
  virtual void counted(const PartsCount& count) = 0;
  // Reports a note to the user.
  virtual void told(const std::string& text) = 0;
};

struct Abandoned {
  unsigned part = 0;
  std::string why;
};

struct SubmissionEnd {
  parts::MergeReport report;  // of the last merge
  bool interrupted = false;
  std::vector<Abandoned> abandoned;  // parts that were given up, in order
  std::string refused;               // why the scheduler took no more; empty if it did
};

// Joins what is there: what parts::merge() does for tournaments. Closes a stage whose records are
// all there and says in `stage` and `lacking` what can be played next, until it reports `sealed`.
using Merge = std::function<parts::MergeReport()>;

// Merges at the beginning, when all records of a stage are there, and at the end. `store`: whose
// records count; its id and its folder are used. Throws as `merge` does, and ProgramMissing.
SubmissionEnd submit(const store::Store& store, const Merge& merge, const Work& work,
                     Scheduler& scheduler, Stop& stop, SubmissionObserver& observer);

}  // namespace referee::cluster
