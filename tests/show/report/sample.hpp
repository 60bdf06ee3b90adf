// Records and standings for the tests of reports.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/tournament/standings.hpp"

namespace referee::report {

// How often a text has a part.
inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++found;
  return found;
}

// These three say what the text is.
inline testing::AssertionResult that(bool holds, std::string_view text) {
  return (holds ? testing::AssertionSuccess() : testing::AssertionFailure()) << text;
}
inline testing::AssertionResult contains(std::string_view text, std::string_view part) {
  return that(text.find(part) != std::string_view::npos, text);
}
inline testing::AssertionResult begins(std::string_view text, std::string_view part) {
  return that(text.starts_with(part), text);
}
inline testing::AssertionResult ends(std::string_view text, std::string_view part) {
  return that(text.ends_with(part), text);
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
