// Work beside a thread: how much at a time, and how it ends.
#include "referee/show/server/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/show/server/browser.hpp"

namespace referee::server {
namespace {

using server_test::wait_for;

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
  wait_for(gate.running_, 3);
  gate.open_ = true;
  wait_for(gate.ended_, 20);
  EXPECT_EQ(gate.most_, 3);
  workers.begin(gate.job());
  wait_for(gate.ended_, 21);
}

TEST(Workers, StopWhatNobodyWaitsFor) {
  Gatekeeper gate;
  Workers workers(1);
  std::stop_source first = workers.begin(gate.job());
  std::stop_source second = workers.begin(gate.job());
  wait_for(gate.running_, 1);
  second.request_stop();
  first.request_stop();
  wait_for(gate.ended_, 1);
  gate.open_ = true;
  workers.begin(gate.job());
  wait_for(gate.ended_, 2);
  EXPECT_EQ(gate.stopped_, 1) << "the second one has not begun";
}

// A thread's judges leave as it ends, and may take their time.
TEST(Workers, DoNotWaitForThreadsThatEnd) {
  static std::atomic<bool> may_leave = false;
  struct Judge {
    ~Judge() {
      while (!may_leave) std::this_thread::yield();
    }
  };
  may_leave = false;
  std::atomic<int> done = 0;
  std::thread::id first;
  std::thread::id last;
  {
    Workers workers(1);
    workers.begin([&](const std::stop_token&) {
      thread_local Judge judge;
      static_cast<void>(&judge);
      first = std::this_thread::get_id();
      ++done;
    });
    wait_for(done, 1);
    // Until the first thread has nothing to do any more, and another one works.
    for (int i = 2; !HasFatalFailure() && (i == 2 || last == first); ++i) {
      workers.begin([&](const std::stop_token&) {
        last = std::this_thread::get_id();
        ++done;
      });
      wait_for(done, i);
    }
    may_leave = true;
  }
}

TEST(Workers, EndWithTheirOwner) {
  Gatekeeper gate;
  {
    Workers workers(2);
    for (int i = 0; i < 9; ++i) workers.begin(gate.job());
    wait_for(gate.running_, 2);
  }
  EXPECT_EQ(gate.running_, 0);
  EXPECT_EQ(gate.ended_, 2);
  EXPECT_EQ(gate.stopped_, 2);
}

}  // namespace
}  // namespace referee::server
