// Warns if bots that pace themselves by wall time had less thinking time than intended, because the
// machine was busy. On the CPU clock that is not their fault, but it biases comparisons.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "referee/run/tournament/run_observer.hpp"

namespace referee::report {

class Crowding final : public tournament::RunObserver {
 public:
  void finished(const match::MatchRecord& record) override;

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

}  // namespace referee::report
