// A record walked through the rules, from its deal to its end. All functions that check recorded
// games, show them, or compute their results walk this way.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/match/record.hpp"

namespace referee::match {

// The place where a record leaves the rules.
struct Misfit {
  enum class What : std::uint8_t {
    deal,             // the deal cannot be played, for this `reason`
    after_the_end,    // the game was over before the move `ply`
    other_turn,       // the move `ply` is that of the seat whose turn it was not
    illegal,          // the move `ply` is not legal, for this `reason`
    relayed,          // the move `ply` is relayed as `reason`
    fault_after_end,  // the fault at `ply` came when the game was over
    fault_in_other_turn,
    fault_beyond,  // the fault at `ply` lies beyond the record's end
    conviction,    // after the move `ply` the judge finds a fault, for this `reason`
    acquittal,     // the judge does not find the fault that the record has after the move `ply`
    early_end,     // the record ends after the move `ply`, but the game is not over
  };
  What what{};
  int ply = 0;  // from 1
  std::string reason;
  const MatchFault* fault = nullptr;  // in the record, where it is about one
};

// Is called along the walk. `game` is the position at that moment.
class RecordVisitor {
 public:
  virtual ~RecordVisitor() = default;
  // The bot of `seat` is given these lines, each ended by '\n': before each of its turns, when it
  // is asked to leave after an illegal move, and after the end. A seat that the jury plays reads
  // nothing.
  virtual void reads(Seat /*seat*/, std::string_view /*lines*/) {}
  // Move `number` (from 1) comes next; whether it fits has not been checked yet. False ends the
  // walk here.
  virtual bool before(const rules::Game& /*game*/, const Ply& /*ply*/, int /*number*/) {
    return true;
  }
  // The move was legal, and has been played.
  virtual void after(const rules::Game& /*game*/, const Ply& /*ply*/, int /*number*/) {}
  // A bot failed; its seat has not forfeited yet, unless the judge found the fault itself. Faults
  // without a time in the record come before all moves.
  virtual void failed(const rules::Game& /*game*/, const MatchFault& /*fault*/) {}
};

// The result of the walk.
struct Replayed {
  std::unique_ptr<rules::Game> game;  // the final position; null if the deal is the misfit
  rules::Result result;               // by the rules
  std::optional<Misfit> misfit;       // after it nothing more was played
};

// Plays the moves of a record again, of bots and jury: those of the jury are taken from the record,
// too. Where the record does not say when a bot failed (MatchFault::ply is 0: games recorded
// elsewhere), and the jury plays on, a seat that failed forfeits from the beginning, since the
// moment does not change the result; in other games it forfeits after its last move. If both failed
// so, the game may end anywhere, 0-0. The walk ends before what belongs to the move after
// `last_ply`. The result points into `record`.
Replayed replay(const MatchRecord& record, RecordVisitor& visitor,
                int last_ply = std::numeric_limits<int>::max());
Replayed replay(const MatchRecord& record);

// Checks a record against the rules by playing the game again from what it holds. Returns every
// disagreement in words ("ply 12, seat 1, 'Abh': ..."): the deal against the seed, every line and
// its relayed form, the jury's moves against its streams, illegal lines that were legal, an end too
// early or too late, scores and statuses. Empty if all agrees. After the first move that differs
// the rest cannot be compared and is not. Throws text::InputError for a game whose judge is
// another one than in the match, or not deterministic.
std::vector<std::string> verify(const MatchRecord& record);

}  // namespace referee::match
