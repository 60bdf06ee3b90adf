// How far work on many matches has come, for people who wait: a line on a terminal that is redrawn,
// elsewhere a line now and then.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

#include "referee/show/report/live/live_line.hpp"
#include "referee/show/report/live/pace.hpp"

namespace referee::report {

// Silent for the first second, and elsewhere than on a terminal for ten. Not thread-safe.
class CountingLine {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `live`: `out` is a terminal that may be redrawn, as wide as `width` says. `now`: the clock.
  CountingLine(std::ostream& out, bool live, LiveLine::Width width,
               std::function<Time()> now = std::chrono::steady_clock::now);

  // `done` matches of `all` are done; `all` is 0 as long as they are counted.
  void at(std::uint64_t done, std::uint64_t all);

 private:
  std::ostream& out_;
  bool live_;
  LiveLine line_;
  std::function<Time()> now_;
  Time next_;  // when it is told next
  Pace pace_;
  bool counted_ = false;  // and `pace_` has begun
};

}  // namespace referee::report
