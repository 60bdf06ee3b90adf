// Cancellation requested by the caller.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace referee::cluster {

// Ends a wait. Safe to call from any thread.
class Stop {
 public:
  void ask() {
    const std::lock_guard lock(mutex_);
    asked_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] bool asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  // Until that time, or until it is asked.
  void wait_until(std::chrono::steady_clock::time_point time) {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, time, [this] { return asked_; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool asked_ = false;
};

}  // namespace referee::cluster
