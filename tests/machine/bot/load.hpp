// Busy loops beside a measurement, for its own time only.
#pragma once

#include <sys/types.h>

#include <vector>

namespace load {

// Starts so many processes that compute for ever, each in a session of its own, as other
// people's programs are, and on all processors. They end with this object and, should
// that not happen, with the process that made them.
class BusyLoops {
 public:
  explicit BusyLoops(int count);
  ~BusyLoops();
  BusyLoops(const BusyLoops&) = delete;
  BusyLoops& operator=(const BusyLoops&) = delete;

 private:
  std::vector<pid_t> loops_;
};

}  // namespace load
