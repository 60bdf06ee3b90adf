// Records and standings for the tests of reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/tournament/standings.hpp"

namespace referee::report {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A game of random moves between `alpha` and `beta`, with the given faults: each at
// its ply, of the seat whose turn that is; the jury plays on where the game lets it.
match::MatchRecord sample_record(std::string_view game, std::uint64_t seed,
                                 const std::vector<match::MatchFault>& faults = {});

match::MatchFault sample_fault(int ply, bot::FaultKind kind, std::string reason);

// Three bots, `alpha`, `beta` and `gamma` in the config, ranked beta, alpha, gamma,
// two rounds planned, with figures that are easy to check by hand.
tournament::EventStandings sample_standings(std::string_view game);
// The same as the standings of another format, with what that ranks by.
tournament::EventStandings sample_standings(std::string_view game, formats::FormatKind format);

// The same bots' games for their ratings.
evidence::EventGames sample_games(std::string_view game);

}  // namespace referee::report
