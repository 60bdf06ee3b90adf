// How far a tournament is, while it runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "referee/report/fault_notes.hpp"
#include "referee/report/live_line.hpp"
#include "referee/report/pace.hpp"
#include "referee/report/run_count.hpp"
#include "referee/tournament/runner.hpp"

namespace referee::report {

// Live, on a terminal: one line that is drawn anew (matches done, rate, time left,
// faults), removed at the end. Otherwise plain lines: at the start, at every tenth
// of the way but not more than one a second, and every 30 seconds. Faults stand on
// lines of their own as they happen; of a bot's faults of one kind in one game only
// the first faults_in_full, the others are counted. Quiet: faults only.
//
// Used from one thread. A line that cannot be written is lost: progress never stops
// a run.
class Progress final : public tournament::RunObserver {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;
  using Width = LiveLine::Width;

  static constexpr std::uint64_t faults_in_full = FaultNotes::in_full;

  Progress(
      std::ostream& out, bool live, bool quiet, Width width = [] { return 80; },
      Clock now = &std::chrono::steady_clock::now);

  void begun(std::uint64_t done, std::uint64_t total) override;
  void finished(const match::MatchRecord& record) override;
  void adopted(const store::MatchSummary& match) override;
  void tick() override;
  void stopping(std::size_t running) override;

  // After the run, however it ended: removes the live line and says what was done.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;
  void say(const std::string& line);  // a line of its own
  void plain();
  [[nodiscard]] std::string live_line(Time time) const;

  LiveLine line_;
  bool live_;
  bool quiet_;
  Clock now_;
  bool begun_ = false;
  bool stopping_ = false;
  RunCount count_;
  FaultNotes faults_;
  Pace pace_;
  Time last_drawn_;
  Time last_plain_;
  std::uint64_t next_tenth_ = 1;
};

}  // namespace referee::report
