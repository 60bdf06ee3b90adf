// Plays matches in parallel: the common part of tournaments and comparisons.
//
// Each worker plays one match after the other on its own thread and, if there are enough, its own
// processor. The two bots of a match share that processor with their worker, so that matches do
// not disturb each other and clocks are read at rest. A MatchSource decides which match comes
// next and what its result means.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/machine/walls/protections.hpp"
#include "referee/play/match/match.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/store_writer.hpp"
#include "referee/run/tournament/live_games.hpp"
#include "referee/run/tournament/open_matches.hpp"
#include "referee/run/tournament/run_observer.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {

// Makes the host of a worker; the arguments are those of bot::ProcessHost.
using MakeHost =
    std::function<std::unique_ptr<bot::Host>(const walls::Protections&, std::size_t hosts)>;
std::unique_ptr<bot::Host> process_host(const walls::Protections& protections, std::size_t hosts);

struct RunOptions {
  unsigned jobs = 0;  // number of workers; 0: one for each processor this process may use
  bool pin = true;    // keep each worker on one processor
  std::string host_facts = {};
  // Folder for the bots' standard error, see match::ErrorLogs; empty: it is not kept.
  std::filesystem::path logs = {};
  // The time after which no further match of a tournament begins; nothing: the run has no such end.
  std::optional<std::chrono::steady_clock::time_point> until = {};
  MakeHost make_host = process_host;
};

// Asks a run to stop; safe to use from any thread and from signal handlers.
class StopRequest {
 public:
  // The first call asks to finish only the running matches, the second to leave at once.
  void ask() noexcept { level_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] int level() const noexcept { return level_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> level_ = 0;
};

// The settings and limits of a run. All of it outlives the run.
struct RunContext {
  const walls::Protections& protections;
  const RunOptions& options;
  const StopRequest& stop;
  OpenMatches* open = nullptr;  // gets the matches that the run leaves open, unless null
};

// A match to be played.
struct MatchTask {
  std::uint64_t number = 0;
  config::Pairing pairing;
  // By seat; they live as long as the run.
  rules::BySeat<const match::Contestant*> bots{};
  // Bots that exist for this match only. If set, these two play instead.
  std::unique_ptr<const rules::BySeat<match::Contestant>> own;
  // Plays the match, unless it is just these two bots on the deal of the pairing's seed.
  using Play = std::function<match::MatchRecord(bot::Host&, const match::MatchSettings&,
                                                const rules::BySeat<const match::Contestant*>&)>;
  Play play;
};

// The source of the matches. Workers call next() and ended(), never two at a time.
class MatchSource {
 public:
  virtual ~MatchSource() = default;

  struct None {};  // nothing is left to play
  // The next match depends on matches that are still running. Once they have ended or were left
  // open, the source knows what can be played without them.
  struct Later {};
  using Next = std::variant<None, Later, MatchTask>;
  virtual Next next() = 0;
  // The match has been played, and its record is in the store if there is one. Returns matches
  // that were in the store already and count from now on, so that they need not be played.
  virtual std::vector<store::MatchSummary> ended(const match::MatchRecord& /*record*/) {
    return {};
  }
  // Called instead of ended() for a match that has no result: its judge or the machine failed. If
  // not even `tried`, such failures came before in all matches of its bots.
  virtual void left_open(std::uint64_t /*number*/, bool /*tried*/) {}

  // Called for the same match later, on the thread of play_matches(), after the observer was
  // told. Returns false if no more matches are needed; those that are running are abandoned.
  virtual bool counted(const match::MatchRecord& /*record*/, std::string_view /*line*/) {
    return true;
  }
};

struct PoolSetup {
  const config::Manifest& manifest;
  store::StoreWriter* writer = nullptr;  // writes records, unless null
  RunContext context;
  std::uint64_t most = 0;  // matches left to play; there are at most that many workers
  // Folder for copies of programs with which a run may have to continue, see KeptPrograms.
  std::filesystem::path programs;
  LiveGames* live = nullptr;  // is notified of the running matches, unless null
};

// Plays until `source` has no more matches or needs no more, or until `stop` asks to. When it
// returns, all records are on disk. A match whose judge fails, or in which the machine fails, is
// left open, and the others are played; see FailuresInARow. Any other failure ends the run, and all
// bots: throws StoreError (a record could not be written; earlier ones are kept), ForeignStore (a
// bot's program was changed during the run and is not kept; its last match is dropped),
// text::MachineError or judge::JudgeError (match after match failed, whatever the bots), and
// whatever source and observer throw.
void play_matches(const PoolSetup& setup, MatchSource& source, RunObserver& observer);

}  // namespace referee::tournament
