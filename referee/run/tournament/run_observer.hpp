// Events of a run, for displays and programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "referee/play/match/record.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/match_summary.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {

// Comes before the first match: `done` of `total` matches are in the store already. Both count the
// matches of one part, if only a part is played. A comparison may end long before its total.
struct RunBegun {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

// More matches are needed than was said before: a tie is played off. Comes after the end of the
// match that called for it.
struct MatchesPlanned {
  std::uint64_t total = 0;  // as in RunBegun
};

// A match that has started. It ends with MatchFinished or MatchLeftOpen, unless it is interrupted.
// It is started again if the program of one of its bots changed meanwhile, or after MatchVoided;
// its earlier events are then void.
struct MatchStart {
  std::uint64_t number = 0;
  config::Pairing pairing;
  const rules::GameInfo* game = nullptr;
  rules::BySeat<std::string> bots;  // names, by seat
};

// What is known of it then.
inline match::MatchRecord record_of(const MatchStart& start) {
  match::MatchRecord record;
  record.match = start.number;
  record.game = start.game;
  record.round = start.pairing.round;
  record.seed = start.pairing.seed;
  record.bots.resize(start.bots.size());
  for (std::size_t seat = 0; seat < start.bots.size(); ++seat)
    record.bots[seat].name = start.bots[seat];
  return record;
}

// A move in a running match, if RunObserver::wants_moves(). They come in their order, with the
// failures of bots between them.
struct MoveMade {
  std::uint64_t match = 0;
  int number = 0;  // from 1
  match::Ply ply;
  match::Duration cpu{};  // times of the turn
  match::Duration wall{};
};

// A bot has failed in a running match, which may continue for long. Comes at once; not for games
// that a MatchSource plays itself.
struct BotFailed {
  std::uint64_t match = 0;
  std::string bot;
  match::MatchFault fault;
};

// The start of the match came at most one tick before, or earlier.
struct MatchFinished {
  match::MatchRecord record;
  std::string line;  // of the record, as it is kept
};

// A match that was in the store before its pairing was known counts from now on.
struct MatchAdopted {
  store::MatchSummary match;
};

// A bot was rebuilt during the run, or what belongs to it was changed. The run continues with what
// it was. Comes once for each bot.
struct ProgramChanged {
  const rules::GameInfo* game = nullptr;
  std::string bot;
  std::filesystem::path file;  // that was changed, one of them
};

// A bot did not answer with the prescribed opening move of its match. Comes once for each bot, at
// its first such answer.
struct AnswerReplaced {
  std::uint64_t match = 0;
  std::string bot;
  int number = 0;  // of the move, from 1
  std::string answer;
};

// A match was void, and is played again: see bot::MatchVoid.
struct MatchVoided {
  std::uint64_t match = 0;
  rules::BySeat<std::string> bots;  // names, by seat
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

// The user interrupted the run: running matches are finished first.
struct RunStopping {
  std::size_t running = 0;
};

using Event = std::variant<RunBegun, MatchesPlanned, MatchStart, MoveMade, BotFailed, MatchFinished,
                           MatchAdopted, ProgramChanged, AnswerReplaced, MatchVoided, MatchLeftOpen,
                           RunStopping>;

// For std::visit: what to do about some kinds of events, and about all others.
template <typename... Cases>
struct EventCases : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
EventCases(Cases...) -> EventCases<Cases...>;

// Is notified of events, always on the thread that called run(), compare() or run_check(). An
// exception from an observer ends the run and is passed on to that caller.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void happened(const Event& /*event*/) {}
  // Whether MoveMade is wanted, which costs a little for each move. Asked once, before the first
  // match.
  [[nodiscard]] virtual bool wants_moves() const { return false; }
  // Called about ten times a second, for live displays.
  virtual void tick() {}
};

}  // namespace referee::tournament
