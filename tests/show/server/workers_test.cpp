// Work beside a thread: how much at a time, and how it ends.
#include "referee/show/server/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace referee::server {
namespace {

// Work that goes on until it is let go, or nobody waits for it.
class Gatekeeper {
 public:
  Workers::Job job() {
    return [this](const std::stop_token& stop) {
      const int now = ++running_;
      int most = most_;
      while (now > most && !most_.compare_exchange_weak(most, now)) {
      }
      while (!open_ && !stop.stop_requested()) std::this_thread::yield();
      stopped_ += stop.stop_requested() ? 1 : 0;
      --running_;
      ++ended_;
    };
  }
  void wait_for(const std::atomic<int>& number, int value) const {
    const auto last = std::chrono::steady_clock::now() + std::chrono::minutes(10);
    while (number != value && std::chrono::steady_clock::now() < last) std::this_thread::yield();
    ASSERT_EQ(number, value);
  }

  std::atomic<bool> open_ = false;
  std::atomic<int> running_ = 0;
  std::atomic<int> most_ = 0;
  std::atomic<int> stopped_ = 0;
  std::atomic<int> ended_ = 0;
};

TEST(Workers, DoSoManyJobsAtATimeAndInTheEndAll) {
  Gatekeeper gate;
  Workers workers(3);
  for (int i = 0; i < 20; ++i) workers.begin(gate.job());
  gate.wait_for(gate.running_, 3);
  gate.open_ = true;
  gate.wait_for(gate.ended_, 20);
  EXPECT_EQ(gate.most_, 3);
  workers.begin(gate.job());
  gate.wait_for(gate.ended_, 21);
}

TEST(Workers, StopWhatNobodyWaitsFor) {
  Gatekeeper gate;
  Workers workers(1);
  std::stop_source first = workers.begin(gate.job());
  std::stop_source second = workers.begin(gate.job());
  gate.wait_for(gate.running_, 1);
  second.request_stop();
  first.request_stop();
  gate.wait_for(gate.ended_, 1);
  gate.open_ = true;
  workers.begin(gate.job());
  gate.wait_for(gate.ended_, 2);
  EXPECT_EQ(gate.stopped_, 1) << "the second one has not begun";
}

TEST(Workers, EndWithTheirOwner) {
  Gatekeeper gate;
  {
    Workers workers(2);
    for (int i = 0; i < 9; ++i) workers.begin(gate.job());
    gate.wait_for(gate.running_, 2);
  }
  EXPECT_EQ(gate.running_, 0);
  EXPECT_EQ(gate.ended_, 2);
  EXPECT_EQ(gate.stopped_, 2);
}

}  // namespace
}  // namespace referee::server
