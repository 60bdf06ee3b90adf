// Games that begin elsewhere than at the beginning: a deal and moves that are given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/cli/options.hpp"
#include "referee/match/match.hpp"

namespace referee::cli {

// --deal, --deal-of and --moves.
struct StartOptions {
  std::optional<std::string> deal;
  std::string deal_of;  // LOG or LOG:N
  std::string moves;    // a file

  void add_to(const Verb& verb);
  // What is played: the given deal, or the one of `seed`. Throws UsageError for a deal that is none
  // of the game's, and for a record of another game.
  [[nodiscard]] match::MatchPlan plan(const rules::GameInfo& game, std::uint64_t seed) const;
  // The moves of --moves, those of both seats in turn. Throws UsageError, naming the move, if one
  // is not legal, or if they end the game.
  [[nodiscard]] std::vector<std::string> given_moves(const match::MatchPlan& plan) const;
};

// A deal that was recorded elsewhere may end where its game did, but another game on it may be
// longer: then the rest is that of the deal of seed 0, word by word.
std::string whole_deal(const rules::GameInfo& game, const std::string& deal);

// The moves of one seat among the first of a game.
std::string moves_of_seat(const match::MatchPlan& plan, const std::vector<std::string>& moves,
                          match::Seat seat);

// Says on standard error which bots answered otherwise than they were made to play, and why that
// matters.
void tell_replaced(const match::MatchRecord& record,
                   const std::vector<match::ReplacedAnswer>& replaced);

}  // namespace referee::cli
