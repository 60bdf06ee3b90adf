// How far a run is: the counts of a display, the pace, and the time that the rest will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee::report {

// Interval at which progress is shown: redrawn on a terminal, as a line of its own elsewhere.
inline constexpr std::chrono::milliseconds draw_interval{100};
inline constexpr std::chrono::seconds plain_interval{30};

// Measured over the last minute, since the games of a tournament may differ in length.
class Pace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Starts measuring; `done` matches have been played so far.
  void begin(Time time, std::uint64_t done);
  // Call this from time to time; how often does not matter.
  void sample(Time time, std::uint64_t done);

  // Matches per second; 0 if not known yet.
  [[nodiscard]] double rate(Time time, std::uint64_t done) const;
  // "about 2 min 10 s left"; empty if that is unknown or nothing is left.
  [[nodiscard]] std::string left(Time time, std::uint64_t done, std::uint64_t total) const;

 private:
  struct Sample {
    Time time;
    std::uint64_t done;
  };
  std::deque<Sample> samples_;
};

// "12.3/s"
std::string rate_text(double rate);

class RunCount {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Begins the count; `done` of `total` matches had been played when the run began.
  void begin(Time time, std::uint64_t done, std::uint64_t total);
  void add() noexcept { ++done_; }
  // Counts a match that was in the store when the run began.
  void adopt() noexcept {
    ++done_;
    ++before_;
  }
  // Counts a match that was void, and is played again.
  void add_void() noexcept { ++voids_; }
  // Sets the number of matches needed, when it is more than were planned.
  void set_total(std::uint64_t total) noexcept { total_ = total; }
  // Measures the pace: call this from time to time; how often does not matter.
  void sample(Time time) {
    pace_.sample(time, done_);
    work_pace_.sample(time, work_);
  }

  // For runs of several games, each of which lasts as long as its own matches did so far: so many
  // matches of a game are planned; one has been played, which took so long, in this run or before.
  void plan(std::string_view game, std::uint64_t matches);
  void note_time(std::string_view game, std::uint64_t microseconds, bool in_this_run);

  [[nodiscard]] bool begun() const noexcept { return begun_; }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_; }
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  [[nodiscard]] std::uint64_t played() const noexcept { return done_ - before_; }  // in this run
  [[nodiscard]] std::uint64_t percent() const noexcept {
    return total_ == 0 ? 100 : 100 * done_ / total_;
  }
  // Time since the run began.
  [[nodiscard]] Time::duration took(Time time) const { return time - start_; }

  // "12.3/s" over the last minute, "about 2 min 10 s left"; empty while unknown.
  [[nodiscard]] std::string rate(Time time) const;
  [[nodiscard]] std::string left(Time time) const;

  // "20 matches, 5 played already, 15 to play"
  [[nodiscard]] std::string begin_line() const;
  // "15 matches played in 3.0 s (5.0/s), no faults; 5 still to play"
  [[nodiscard]] std::string end_line(Time time, std::uint64_t faults) const;

 private:
  bool begun_ = false;
  Time start_;
  std::uint64_t before_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t voids_ = 0;
  Pace pace_;
  struct Game {
    std::uint64_t planned = 0;
    std::uint64_t done = 0;
    std::uint64_t microseconds = 0;  // of those
  };
  std::map<std::string, Game, std::less<>> games_;
  std::uint64_t work_ = 0;  // microseconds that the matches of this run took
  Pace work_pace_;
  [[nodiscard]] std::uint64_t work_left() const;
};

// "2 faults"; empty for none.
std::string faults_text(std::uint64_t count);

// A line that stays, broken at blanks where it is wider than the terminal; unchanged if it is
// indented (it may be a command to copy or words of a bot), below 40 columns, and for width 0.
std::vector<std::string> said_lines(const std::string& line, int width);

// Explains the consequence of answers that differ from the given first moves of a game. `who`: the
// bot's name, `answers`: "A3 at move 2"; both safe to show.
std::string replaced_text(const std::string& who, const std::string& answers);

}  // namespace referee::report
