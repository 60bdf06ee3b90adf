// Results in one sentence: the head of a page, of a picture, and of what the terminal says. All
// texts are safe to show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/tournament/games_played.hpp"
#include "referee/run/tournament/standings.hpp"

namespace referee::report {

// The seat that won, as standings count it, see store::winner_of(); none after a draw.
std::optional<rules::Seat> winner_of(const match::MatchRecord& match);

// How a match ended: "greedy won against random, 206 to 94; random failed (illegal)", "alpha and
// beta drew, 5 to 5" or, in a cooperative game, "148 points together". Of a judge that counts other
// points than its scores, both: "a won against b, 2 to 0; 100 to 94 on the board". Without a full
// stop.
std::string end_text(const match::MatchRecord& match);

// "a", "a and b", "a, b, c and d", "a, b, c and 2 others"
std::string names_text(const std::vector<std::string>& names);

struct Headline {
  std::string who;   // "alpha and beta"
  std::string rest;  // "share first place"
};

// Who is first in an event, by what, and how sure that is; nothing before the first match.
std::optional<Headline> headline_of(const tournament::EventStandings& event,
                                    const tournament::GamesPlayed& played);
// The same of games that are in no standings.
std::optional<Headline> headline_of(const rules::GameInfo& game,
                                    const tournament::GamesPlayed& played);

// {"title": "alpha won Go, beta won Pool", "games": {"go": {"who": ..., "rest": ...}, ...}}
text::Json headlines_json(const std::vector<tournament::EventStandings>& events,
                          const tournament::GamesPlayed& played);
text::Json headlines_json(const std::vector<const rules::GameInfo*>& games,
                          const tournament::GamesPlayed& played);

}  // namespace referee::report
