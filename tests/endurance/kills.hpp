// A tournament whose referee is killed again and again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace endurance {

struct KillPlan {
  unsigned kills = 15;
  std::uint64_t seed = 1;              // of the moments
  std::chrono::seconds patience{10};   // with processes that outlive their referee
  std::filesystem::path folder;        // exists and is empty; everything is made in it
  std::function<void(unsigned)> told;  // after each kill, if set
};

struct KillFigures {
  unsigned kills = 0;
  std::size_t matches = 0;    // of the tournament
  std::size_t attempts = 0;   // files of records
  std::size_t torn = 0;       // last lines without a newline
  std::size_t processes = 0;  // that a killed referee had
  // For each kill: from the call to the end of the last process, in milliseconds.
  std::vector<double> survived;
  // What went wrong; empty if nothing did.
  std::vector<std::string> wrong;
};

// Kills `referee tournament` with SIGKILL at random moments, continues with the same command each
// time until the tournament is complete, plays the same tournament without interruption, and
// compares the stores. From then on the calling process adopts the orphans of its children. Throws
// std::runtime_error if the referee cannot be run.
KillFigures kill_often(const KillPlan& plan);

// The value below which `percent` percent of `values` are. Precondition: `values` is not empty.
double percentile(std::vector<double> values, double percent);

}  // namespace endurance
