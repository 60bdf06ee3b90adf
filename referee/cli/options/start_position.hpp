// Games that begin with a given deal and moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/cli/options/options.hpp"
#include "referee/play/match/beginning.hpp"

namespace referee::cli {

// --deal and --moves.
struct StartOptions {
  std::optional<std::string> deal;  // or "@LOG", "@LOG:N"
  std::string moves;                // a file

  void add_to(const Verb& verb);
  // The match to play: the given deal, or the one of `seed`. Throws UsageError for a deal that is
  // invalid in the game, and for a record of another game. `games`: of records.
  [[nodiscard]] match::MatchPlan plan(const rules::GameInfo& game, std::uint64_t seed,
                                      const rules::Games& games) const;
  // The moves of --moves, those of both seats in turn. Throws UsageError, naming the move, if one
  // is not legal, or if they end the game.
  [[nodiscard]] std::vector<std::string> given_moves(const match::MatchPlan& plan) const;
  // The same for many games, each on the deal of its own seed unless one is given. The moves are
  // not checked. Throws UsageError as the others do.
  [[nodiscard]] match::Beginning beginning(const rules::GameInfo& game,
                                           const rules::Games& games) const;
};

// --openings: other moves for each pair of games.
struct OpeningOptions {
  std::string given;  // a file, or a number of random moves

  void add_to(const Verb& verb);
  // `moves_given`: whether --moves is. Throws UsageError if both are given, and for a file without
  // openings or that cannot be read.
  [[nodiscard]] match::Openings read(bool moves_given) const;
};

// Says on standard error which bots answered otherwise than they were made to play, and why that
// matters.
void tell_replaced(const match::MatchRecord& record,
                   const std::vector<match::ReplacedAnswer>& replaced);

}  // namespace referee::cli
