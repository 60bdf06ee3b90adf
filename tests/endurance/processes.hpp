// The processes below a process, and when they end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/base/text/descriptor.hpp"

namespace endurance {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

// The children of all threads of `pid`, their children and so on, without zombies.
std::vector<pid_t> descendants(pid_t pid);

// Waits for processes to end. Identifies them by descriptors, because process numbers are reused.
class Watched {
 public:
  // Adds those that exist and are not known yet.
  void add(const std::vector<pid_t>& processes);
  // Waits until all have ended, `most` at most; returns those that have not, with their
  // command lines.
  std::vector<std::string> wait(Clock::duration most);
  [[nodiscard]] std::size_t size() const noexcept { return known_.size(); }
  void kill() const;

 private:
  struct One {
    pid_t pid = 0;
    referee::text::Descriptor process;
  };
  std::set<pid_t> known_;
  std::vector<One> alive_;
};

}  // namespace endurance
