// What shows a run while matches are played: on a terminal LiveView, elsewhere LogLines.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/analysis/evidence/pairs_left.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/live/fault_notes.hpp"
#include "referee/show/report/live/pace.hpp"
#include "rules/catalogue.hpp"

namespace referee::report {

// What is played, and how much is said of it.
struct Shown {
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  const store::Store* store = nullptr;  // of the records; null: they are not kept
  // "2/6 no-faults", of a check or a round of tuning. Lines begin with it, and faults are only
  // counted, because a result follows that lists them.
  std::string title = {};
  bool comparison = false;  // it may end long before all matches are played
  bool quiet = false;       // only what must not be missed is said
  Clock now = &std::chrono::steady_clock::now;

  // Those that the matches may be in.
  [[nodiscard]] const rules::Games& games() const {
    return store != nullptr ? store->games() : rules::own_games();
  }
};

// Warns if bots that pace themselves by wall time had less thinking time than intended, because the
// machine was busy. On the CPU clock that is not their fault, but it biases comparisons.
class Crowding {
 public:
  void add(const match::MatchRecord& record);
  // A warning, if there are bots whose moves took at least twice the CPU time that they used, and
  // `waited` says that the machine was overloaded: the share (0 to 1) of the run in which some
  // program waited for a processor. Else empty.
  [[nodiscard]] std::string warning(double waited) const;

 private:
  struct Times {
    double cpu = 0;  // seconds
    double wall = 0;
    std::uint64_t games = 0;
  };
  std::map<std::string, Times> bots_;  // by name
};

// What both displays have in common: they count, and say a line for each event other than a match.
// Not thread-safe. Errors in writing are ignored: a display never stops a run.
class Display : public evidence::CompareObserver {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Called once after RunBegun{0, total} when another process's run is followed, with the matches
  // recorded so far. Their faults count.
  virtual void found(const std::vector<store::MatchSummary>& matches) = 0;
  // Instead of MatchFinished, for a match known only by its summary.
  virtual void ended(const store::MatchSummary& match) = 0;
  // After the run, however it ended: removes what is drawn in place, says what was done, and warns
  // of a machine that was too busy.
  virtual void finish() = 0;

  void happened(const tournament::Event& event) override;
  void pair_counted(const evidence::Comparison& comparison) override;

 protected:
  explicit Display(Shown shown);

  // Notes how long a match took, for the time left of a tournament of several games.
  void note_time(const store::MatchSummary& match, bool in_this_run);
  // The same for all that the store has, if `done` of them were played before this run.
  void note_earlier_times(std::uint64_t done);

  // Says a line that stays.
  virtual void say(const std::string& line) = 0;

  // Empty: nothing is said.
  [[nodiscard]] std::string first_line() const;
  // How far the run is.
  [[nodiscard]] std::string state_line(Time time) const;
  // The faults that were only counted, and what was done.
  [[nodiscard]] std::vector<std::string> last_lines(Time time) const;
  // How far a comparison is: the answer so far, the time left, what the answer rests on, the pace;
  // what matters most comes first.
  [[nodiscard]] std::vector<std::string> evidence(Time time) const;
  void warn_of_crowding() const;

  const Shown shown_;
  bool several_games_ = false;
  RunCount count_;
  FaultNotes notes_;
  Crowding crowding_;
  bool stopping_ = false;   // by the user
  bool following_ = false;  // another process plays

 private:
  void leave_open(const tournament::MatchLeftOpen& match);
  void stop(std::size_t running);

  kernel::ProcessorDemand demand_;
  int left_open_ = 0;  // matches
  // Of a comparison, as of the last pair that counted.
  std::vector<std::string> evidence_;
  Time evidence_from_{};
  std::uint64_t counted_ = 0;  // matches of pairs that count
  std::string standing_;       // pairs, and the answer so far
  std::optional<evidence::PairsLeft> pairs_left_;
  std::uint64_t matches_of_pair_ = 0;
};

// A line for logs and pipes: if matches have ended, every 30 seconds and at every tenth of the way
// but at most one per second; and for faults. `each`: instead of that a line for each match that
// begins or ends.
class LogLines final : public Display {
 public:
  LogLines(std::ostream& out, Shown shown, bool each = false)
      : Display(std::move(shown)), out_(out), each_(each) {}

  void happened(const tournament::Event& event) override;
  void found(const std::vector<store::MatchSummary>& matches) override;
  void ended(const store::MatchSummary& match) override;
  void tick() override;
  void finish() override;

 private:
  void say(const std::string& line) override;
  void begin(const tournament::RunBegun& run);
  void start(const tournament::MatchStart& match);
  void adopt(const store::MatchSummary& match);
  void count(const match::MatchRecord& record);
  void tell(const store::MatchSummary& match);

  std::ostream& out_;
  const bool each_;
  Time last_shown_{};             // the state
  std::uint64_t done_shown_ = 0;  // number of matches done then
  std::uint64_t told_ = 0;        // faults that were told at the beginning
};

}  // namespace referee::report
