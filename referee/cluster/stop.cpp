#include "referee/cluster/stop.hpp"

namespace referee::cluster {

void Stop::ask() {
  const std::lock_guard lock(mutex_);
  asked_ = true;
  changed_.notify_all();
}

bool Stop::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void Stop::wait_until(std::chrono::steady_clock::time_point time) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, time, [this] { return asked_; });
}

}  // namespace referee::cluster
