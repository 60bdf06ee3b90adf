// How fast matches are played, and how long the rest will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

namespace referee::report {

// How often progress is shown: drawn anew on a terminal, as a line of its own elsewhere.
inline constexpr std::chrono::milliseconds draw_interval{100};
inline constexpr std::chrono::seconds plain_interval{30};

// Over the last minute, since the games of a tournament need not be equally long.
class Pace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Begins to measure: `done` matches have been played by now.
  void begin(Time time, std::uint64_t done);
  // To be called now and then, as often as one likes.
  void sample(Time time, std::uint64_t done);

  // Matches a second; 0: not known yet.
  [[nodiscard]] double rate(Time time, std::uint64_t done) const;
  // "about 2 min 10 s left"; empty where that is not known or nothing is left.
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
