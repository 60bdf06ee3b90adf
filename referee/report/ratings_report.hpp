// The rating lists of a tournament: the strength of its bots, with errors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/evidence/rating_games.hpp"
#include "referee/report/style.hpp"
#include "referee/text/json_reader.hpp"
#include "referee/tournament/standings.hpp"

namespace referee::report {

// The list of one event, best first, with the anchor at 0; for two bots also the figures of their
// pairs. Empty for a cooperative game. The anchor is the bot of that name, or the first bot if
// there is no name or the event has no such bot.
std::string ratings_text(const evidence::EventGames& games,
                         const std::optional<std::string>& anchor, const TextStyle& style);

// The same for programs: anchor, bots (name, elo, error, reach, score, games, group), and
// pairs where there are two bots. Null for a cooperative game.
text::Json ratings_json(const evidence::EventGames& games,
                        const std::optional<std::string>& anchor);

// Standings with the ratings of each event below its tables, as text and as Markdown; in JSON as
// the key "ratings" of each event that has any. Precondition: both lists cover the same events.
std::string rated_standings_text(const std::vector<tournament::EventStandings>& events,
                                 const std::vector<evidence::EventGames>& games,
                                 const std::optional<std::string>& anchor, const TextStyle& style);
std::string rated_standings_markdown(const std::vector<tournament::EventStandings>& events,
                                     const std::vector<evidence::EventGames>& games,
                                     const std::optional<std::string>& anchor);
void add_ratings(text::Json& standings, const std::vector<evidence::EventGames>& games,
                 const std::optional<std::string>& anchor);

}  // namespace referee::report
