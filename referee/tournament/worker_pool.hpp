// Plays matches in parallel: what tournaments and comparisons have in common.
//
// Workers take the next match each, on a thread and, where there are enough, a
// processor of their own; the two bots of a match share that processor with their
// worker, so that matches do not disturb each other and clocks are read at rest. Which
// match comes next, and what its result means, is the business of a MatchSource.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/bot/protections.hpp"
#include "referee/match/match.hpp"
#include "referee/store/manifest.hpp"
#include "referee/store/schedule.hpp"
#include "referee/store/store_writer.hpp"
#include "referee/tournament/run_observer.hpp"

namespace referee::tournament {

struct RunOptions {
  unsigned jobs = 0;  // workers; 0: one for each processor this process may use
  bool pin = true;    // each worker on one processor
  std::string host_facts;
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

// A match to be played.
struct MatchTask {
  std::uint64_t number = 0;
  store::Pairing pairing;
  // By seat; they live as long as the run.
  std::array<const match::Contestant*, 2> bots{};
  // Set where bots are of this match only; then these two play.
  std::unique_ptr<const std::array<match::Contestant, 2>> own;
  // Set where it is something else than these two bots on the deal of the pairing's seed.
  using Play = std::function<match::MatchRecord(bot::Host&, const match::MatchSettings&,
                                                const std::array<const match::Contestant*, 2>&)>;
  Play play;
};

// Where the matches come from. next() and ended() are called by the workers, never two
// at a time.
class MatchSource {
 public:
  virtual ~MatchSource() = default;

  struct None {};   // there is nothing more to play
  struct Later {};  // the next one depends on matches that are being played
  using Next = std::variant<None, Later, MatchTask>;
  virtual Next next() = 0;
  // The match has been played, and its record is in the store if there is one. Returns the
  // matches of the store that count with it, which need not be played.
  virtual std::vector<store::MatchSummary> ended(const match::MatchRecord& /*record*/) {
    return {};
  }

  // The same later, on the thread of play_matches(), after the observer has heard of
  // it. False if that is enough: the matches that run now are given up.
  virtual bool counted(const match::MatchRecord& /*record*/, std::string_view /*line*/) {
    return true;
  }
};

struct PoolPlan {
  const store::Manifest& manifest;
  store::StoreWriter* writer = nullptr;  // where records go, unless null
  const bot::Protections& protections;
  const RunOptions& options;
  const StopRequest& stop;
  std::uint64_t most = 0;  // matches left to play; there are no more workers than that
};

// Plays until `source` has no more, has enough, or `stop` asks to. The first failure
// ends all: throws StoreError (a record could not be written; those before are kept),
// bot::EnvironmentError, ForeignStore (the program of a bot was changed meanwhile; its
// last match is dropped), and what source and observer throw. All bots are gone then,
// and everything written is on disk otherwise.
void play_matches(const PoolPlan& plan, MatchSource& source, RunObserver& observer);

}  // namespace referee::tournament
