// The rate at which matches are played, and the time that the rest will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

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

}  // namespace referee::report
