// A recorded match that is played again, with a running bot in one seat or in each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/machine/program/origin.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record.hpp"

namespace referee::replaying {

// The seat whose bot is replayed. `wanted`: "1", "2", ..., or the name of the seat or of the bot;
// empty: the one that failed first, else the first. Throws text::InputError.
match::Seat seat_to_replay(const match::MatchRecord& record, const std::string& wanted);

// The bot of that seat with the limits that it had: those of the tournament if `log` is the folder
// of one. `command` replaces the recorded one unless it is empty; then it is relative to the
// current folder. {seed} and {moves} in it become what they were, or the first `given` moves.
// Throws text::InputError if the record has no command, and as require_reach() and require_read().
struct ReplayedBot {
  std::string command;
  match::LimitList limits;            // those that are not given are the recorded ones
  double speed = 1;                   // of this machine
  std::optional<unsigned> toolchain;  // of a source; else the recorded one
  bool isolated = true;
  // Of the record: decides what its command and its `read` may open. A command that is given is
  // typed, and so is everything without isolation, which the caller has asked for.
  program::Origin origin = program::Origin::elsewhere;
  std::vector<std::string> read = {};  // what the caller lets it read besides
  std::string option = "--command";    // the option that sets `command`, for errors
  std::optional<std::size_t> given;    // moves that the game begins with; else the recorded number
  const rules::Games* games = &rules::own_games();  // of the tournament that `log` is
};
match::Contestant contestant_of(const std::string& log, const match::MatchRecord& record,
                                match::Seat seat, const ReplayedBot& bot);

// The recorded moves up to the one before `from` (from 1), or all that bots made before the first
// fault. Throws text::InputError if there are not so many.
std::vector<std::string> begin_of(const match::MatchRecord& record, std::optional<int> from);

// The ply, from 1, of the fault of that seat, or of its last own move. Throws text::InputError if
// it made none.
int last_ply(const match::MatchRecord& record, match::Seat seat);

// All lines that the bot of this seat was given up to its turn at `ply` (from 1), this one
// included, turn by turn. Throws text::InputError if it had no turn there, or if the record does
// not follow the rules so far.
std::vector<std::string> turns_until(const match::MatchRecord& record, match::Seat seat, int ply);

// The place where a bot first departed from the record.
struct Deviation {
  int ply = 0;
  std::string now;
  std::string recorded;
};
// `answers`: what the bot answered where recorded moves were put in place of its own; empty if they
// were not.
std::optional<Deviation> deviation(const match::MatchRecord& recorded,
                                   const match::MatchRecord& played, match::Seat seat,
                                   const std::vector<std::string>& answers);

// What is played again.
struct Task {
  match::MatchRecord recorded;
  match::Seat seat{};
  match::Contestant contestant;
  bool as_recorded = false;  // its own answers are replaced by the recorded moves
  // After these moves the others are living bots, by seat, and it with them; else the recorded
  // moves are.
  bool is_free = false;
  rules::BySeat<std::optional<match::Contestant>> others = {};
  std::vector<std::string> begin = {};
  bool may_leave = false;  // the contestant's first answer that differs ends `begin`
};

// One replay and where it left the record.
struct Replayed {
  match::MatchRecord record;
  std::optional<Deviation> deviation;
  std::vector<match::ReplacedAnswer> replaced;  // of `begin`
};
// Throws as match::run() does.
Replayed play(bot::Host& host, const Task& task, const match::MatchSettings& settings);

}  // namespace referee::replaying
