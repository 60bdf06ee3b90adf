// What is told while matches are played, to displays and to programs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/match/record.hpp"
#include "referee/store/match_summary.hpp"
#include "referee/store/schedule.hpp"

namespace referee::tournament {

// A match that has been begun.
struct MatchStart {
  std::uint64_t number = 0;
  store::Pairing pairing;
  const rules::GameInfo* game = nullptr;
  std::array<std::string, 2> bots;  // names, by seat
};

// A move of a match that is being played.
struct MoveMade {
  std::uint64_t match = 0;
  int number = 0;  // from 1
  match::Ply ply;
  match::Duration cpu{};  // what the turn cost
  match::Duration wall{};
};

// A bot has failed in a match that is being played.
struct BotFailed {
  std::uint64_t match = 0;
  std::string bot;
  match::MatchFault fault;
};

// What is told while matches are played, always from the thread that called run(),
// compare() or run_check(). What an observer throws ends the run, and comes out of it.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // Before the first match: `done` of `total` are in the store already; of the part, if only
  // one is played. A comparison may end long before its total.
  virtual void begun(std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  // Before finished() of the same match, with at most a tick's delay. A match that was
  // interrupted or that the machine failed has no finished().
  virtual void started(const MatchStart& /*match*/) {}
  // Whether moved() is wanted: it costs a little for each move. Asked once, before the first
  // match.
  [[nodiscard]] virtual bool wants_moves() const { return false; }
  // Both between started() and finished() of their match, in the order of the moves.
  virtual void moved(const MoveMade& /*move*/) {}
  // As it happens; the game may go on for long. Not of games that a source plays itself.
  virtual void failed(const BotFailed& /*fault*/) {}
  virtual void finished(const match::MatchRecord& /*record*/) {}
  // A match that the store had before its round was known counts from now on.
  virtual void adopted(const store::MatchSummary& /*match*/) {}
  // About ten times a second, for live displays.
  virtual void tick() {}
  // An interruption has been asked for: running matches are ended properly.
  virtual void stopping(std::size_t /*running*/) {}
};

}  // namespace referee::tournament
