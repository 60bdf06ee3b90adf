// How a match ended, in one sentence: for the terminal, titles and the page.
#pragma once

#include <optional>
#include <string>

#include "referee/play/match/record.hpp"

namespace referee::report {

// The seat that won: by the rules, or because only the other one failed. Nothing for a draw.
std::optional<rules::Seat> winner_of(const match::MatchRecord& record);

// "alpha won against beta, 206 to 94", "Drawn, 5 to 5" or, in a cooperative game, "148 points
// together"; then "; beta failed (crash)" for each bot that failed. Without a full stop, safe for
// terminals. For records of finished matches.
std::string headline(const match::MatchRecord& record);

}  // namespace referee::report
