// Plays the matches of a tournament that its store does not have yet.
//
// Workers take the next missing match each, on a thread and, where there are
// enough, a processor of their own; the two bots of a match share that processor
// with their worker, so that matches do not disturb each other and clocks are read
// at rest. The order in which matches end never shows in results.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/bot/protections.hpp"
#include "referee/match/record.hpp"
#include "referee/tournament/store.hpp"

namespace referee::tournament {

struct RunOptions {
  unsigned jobs = 0;  // workers; 0: one for each processor this process may use
  bool pin = true;    // each worker on one processor
  std::string host_facts;
};

// What a run tells while it goes on, always from the thread that called run().
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // Before the first match: `done` of `total` are in the store already.
  virtual void begun(std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  virtual void finished(const match::MatchRecord& /*record*/) {}
  // About four times a second, for live displays.
  virtual void tick() {}
  // An interruption has been asked for: running matches are ended properly.
  virtual void stopping(std::size_t /*running*/) {}
};

enum class RunEnd : std::uint8_t {
  complete,     // every match is in the store
  interrupted,  // asked to stop; the store is in order and the run can go on later
};

// Asks a run to stop; may be used from any thread and from a signal handler.
class StopRequest {
 public:
  // The first asks to finish the running matches only, the second to leave at once.
  void ask() noexcept { level_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] int level() const noexcept { return level_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> level_ = 0;
};

// Throws StoreError (the store could not be written: what was finished before is
// kept) and bot::EnvironmentError; all bots are gone then.
RunEnd run(const Store& store, const bot::Protections& protections, const RunOptions& options,
           const StopRequest& stop, RunObserver& observer);

}  // namespace referee::tournament
