// The progress of a run: on a terminal one line that is redrawn in place, elsewhere a line from
// time to time. LiveView is the larger display of a tournament on a terminal.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "referee/show/report/live/display.hpp"
#include "referee/show/report/live/live_line.hpp"

namespace referee::report {

// The common part of all of them: counting, and when and how something is shown. Live, on a
// terminal, the state is drawn ten times a second and removed at the end. Otherwise it is a line of
// its own every 30 seconds. Quiet: only the faults, which must not be missed.
class Progress : public CountingDisplay {
 public:
  using Width = LiveLine::Width;

  struct Options {
    bool live = false;
    bool quiet = false;
    bool kept = true;  // records are kept, so that the same command continues the run
    Width width = [] { return 80; };
    Clock now = &std::chrono::steady_clock::now;
    std::string folder = {};  // of the records, as a user would write it; empty: not kept
  };

  Progress(std::ostream& out, Options options);

  void begun(std::uint64_t done, std::uint64_t total) override;
  void finished(const match::MatchRecord& record) override;
  void adopted(const store::MatchSummary& /*match*/) override { count_.adopt(); }
  void tick() override;
  void finish() override;

 protected:
  // The texts of a display. An empty one is not printed.
  [[nodiscard]] virtual std::string first_line() const = 0;
  [[nodiscard]] virtual std::string state_line(Time time) const = 0;
  [[nodiscard]] virtual std::string last_line(Time time) const = 0;
  // The lines about the faults of a match.
  virtual std::vector<std::string> fault_lines(const match::MatchRecord& record);
  // Whether it is time to show the state, other than by the clock.
  [[nodiscard]] virtual bool is_due(Time::duration /*since_last*/) const { return false; }

  void say(const std::string& line) override;  // except an empty one

  const bool live_;
  std::uint64_t faults_ = 0;
  Time last_shown_{};             // the state
  std::uint64_t done_shown_ = 0;  // number of matches done then

 private:
  void show(Time time);

  const Width width_;
  LiveLine line_;
  bool redraw_ = false;  // the live line has been removed
};

// Progress of a tournament: also a line at every tenth of the way, but at most one per second.
// Faults get their own lines, see FaultNotes.
class TournamentProgress final : public Progress {
 public:
  using Progress::Progress;
  void begun(std::uint64_t done, std::uint64_t total) override;
  void finished(const match::MatchRecord& record) override;

 private:
  [[nodiscard]] std::string first_line() const override;
  [[nodiscard]] std::string state_line(Time time) const override;
  [[nodiscard]] std::string last_line(Time time) const override;
  [[nodiscard]] bool is_due(Time::duration since_last) const override;
};

// Progress of one check of `referee regress`. Faults are only counted; the result lists them.
class CheckProgress final : public Progress {
 public:
  // Each line begins with `title`: "2/6 no-faults".
  CheckProgress(std::ostream& out, const std::string& title, Options options);

 private:
  [[nodiscard]] std::string first_line() const override;
  [[nodiscard]] std::string state_line(Time time) const override;
  [[nodiscard]] std::string last_line(Time /*time*/) const override { return {}; }
  std::vector<std::string> fault_lines(const match::MatchRecord&) override { return {}; }

  std::string title_;
};

// Progress of a comparison: shows the state of its test.
class CompareProgress : public Progress {
 public:
  using Progress::Progress;
  void pair_counted(const evidence::Comparison& comparison) override;

 private:
  [[nodiscard]] std::string first_line() const override;
  [[nodiscard]] std::string state_line(Time time) const override;
  [[nodiscard]] std::string last_line(Time time) const override;

  std::string evidence_;       // of the last pair that counted
  std::uint64_t counted_ = 0;  // matches of pairs that count
  std::optional<double> pairs_left_;
  std::uint64_t matches_of_pair_ = 0;
};

}  // namespace referee::report
