// The recorded match of `referee replay`, and its result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/play/match/limit_list.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record.hpp"

namespace referee::cli {

// The seat whose bot is replayed. `wanted`: "1", "2", or the name of the seat or of the bot; empty:
// the one that failed first, else the first. Throws UsageError.
match::Seat seat_to_replay(const match::MatchRecord& record, const std::string& wanted);

// The bot of that seat with the limits that it had: those of the tournament if `log` is the folder
// of one. `command` replaces the recorded one unless it is empty; then it is relative to the
// current folder. {seed} and {moves} in it become what they were, or the first `given` moves.
// Throws UsageError if the record has no command.
struct ReplayedBot {
  std::string command;
  match::LimitList limits;            // those that are not given are the recorded ones
  double speed = 1;                   // of this machine
  std::optional<unsigned> toolchain;  // of a source; else the recorded one
  bool isolated = true;
  std::string option = "--command";  // the option that sets `command`, for errors
  std::optional<std::size_t> given;  // moves that the game begins with; else the recorded number
};
match::Contestant contestant_of(const std::string& log, const match::MatchRecord& record,
                                match::Seat seat, const ReplayedBot& bot);

// The moves that the bot of a seat, or a person there, made itself.
std::vector<std::string> own_moves(const match::MatchRecord& record, match::Seat seat);
std::vector<std::string> all_moves(const match::MatchRecord& record, match::Seat seat);

// All lines that the bot of this seat was given up to its turn at `ply` (from 1), this one
// included, turn by turn. Throws UsageError if it had no turn there, or if the record does not
// follow the rules so far.
std::vector<std::string> turns_until(const match::MatchRecord& record, match::Seat seat, int ply);
// The same as one text.
std::string lines_until(const match::MatchRecord& record, match::Seat seat, int ply);

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

// The fault of this seat, or nullptr.
const match::MatchFault* fault_of(const match::MatchRecord& record, match::Seat seat);

}  // namespace referee::cli
