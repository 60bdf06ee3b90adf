// Events of a run, for displays and programs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "referee/play/match/record.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/match_summary.hpp"

namespace referee::tournament {

// A match that has started.
struct MatchStart {
  std::uint64_t number = 0;
  config::Pairing pairing;
  const rules::GameInfo* game = nullptr;
  std::array<std::string, 2> bots;  // names, by seat
};

// What is known of it then.
inline match::MatchRecord record_of(const MatchStart& start) {
  match::MatchRecord record;
  record.match = start.number;
  record.game = start.game;
  record.round = start.pairing.round;
  record.seed = start.pairing.seed;
  for (std::size_t seat = 0; seat < 2; ++seat) record.bots[seat].name = start.bots[seat];
  return record;
}

// A move in a running match.
struct MoveMade {
  std::uint64_t match = 0;
  int number = 0;  // from 1
  match::Ply ply;
  match::Duration cpu{};  // times of the turn
  match::Duration wall{};
};

// A bot has failed in a running match.
struct BotFailed {
  std::uint64_t match = 0;
  std::string bot;
  match::MatchFault fault;
};

// A bot was rebuilt during the run, or what belongs to it was changed. The run continues with what
// it was.
struct ProgramChanged {
  const rules::GameInfo* game = nullptr;
  std::string bot;
  std::filesystem::path file;  // that was changed, one of them
};

// A bot did not answer with the prescribed opening move of its match.
struct AnswerReplaced {
  std::uint64_t match = 0;
  std::string bot;
  int number = 0;  // of the move, from 1
  std::string answer;
};

// A match was void, and is played again: see bot::MatchVoid.
struct MatchVoided {
  std::uint64_t match = 0;
  std::array<std::string, 2> bots;  // names, by seat
  std::string why;
};

// A match has no result, because its judge or the machine failed in it.
struct MatchLeftOpen {
  MatchStart match;
  std::string why;      // one sentence
  std::string details;  // of a judge's failure, in lines; may be empty
  // The last line that the judge had read, escaped, and the name of the bot that wrote it: empty if
  // it was the jury.
  std::optional<std::string> line;
  std::string line_of;
  std::string again;  // the command that plays it alone; may be empty
};

// Is notified of events, always on the thread that called run(), compare() or run_check(). An
// exception from an observer ends the run and is passed on to that caller.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // Called before the first match: `done` of `total` matches are in the store already. Both count
  // the matches of one part, if only a part is played. A comparison may end long before its total.
  virtual void begun(std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  // More matches are needed than in begun() or an earlier call: a tie is played off. `total` as
  // there. Comes after finished() of the match that called for it.
  virtual void planned(std::uint64_t /*total*/) {}
  // Comes before finished() of the same match, at most one tick late. A match that was interrupted
  // has no finished(), one that has no result has left_open() instead. A match is started again if
  // the program of one of its bots changed meanwhile, or after voided(); its earlier events are
  // then void.
  virtual void started(const MatchStart& /*match*/) {}
  // Whether to call moved(), which costs a little for each move. Called once, before the first
  // match.
  [[nodiscard]] virtual bool wants_moves() const { return false; }
  // moved() and failed() come between started() and finished() of their match, in the order of
  // the moves.
  virtual void moved(const MoveMade& /*move*/) {}
  // Called at once; the game may continue for long. Not called for games that a MatchSource plays
  // itself.
  virtual void failed(const BotFailed& /*fault*/) {}
  virtual void finished(const match::MatchRecord& /*record*/) {}
  // Called once for each bot.
  virtual void changed(const ProgramChanged& /*program*/) {}
  // Called once for each bot, at its first such answer.
  virtual void replaced(const AnswerReplaced& /*answer*/) {}
  virtual void voided(const MatchVoided& /*match*/) {}
  virtual void left_open(const MatchLeftOpen& /*match*/) {}
  // A match that was in the store before its pairing was known counts from now on.
  virtual void adopted(const store::MatchSummary& /*match*/) {}
  // Called about ten times a second, for live displays.
  virtual void tick() {}
  // The user interrupted the run: running matches are finished first.
  virtual void stopping(std::size_t /*running*/) {}
};

}  // namespace referee::tournament
