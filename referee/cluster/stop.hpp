// Cancellation requested by the caller.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace referee::cluster {

// Ends a wait. Safe to call from any thread.
class Stop {
 public:
  void ask();
  [[nodiscard]] bool asked() const;
  // Until that time, or until it is asked.
  void wait_until(std::chrono::steady_clock::time_point time);

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool asked_ = false;
};

}  // namespace referee::cluster
