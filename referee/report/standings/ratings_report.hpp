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

// "+120", "0", "-35".
std::string elo_figure(double elo);

struct RatingsView {
  // The bot at 0; the first bot without a name, or if the event has no such bot.
  std::optional<std::string> anchor;
  // Also how much each bot is stronger than each other one, and how likely.
  bool matrix = false;
};

// The list of one event, best first, with the anchor at 0; for two bots also the figures of their
// pairs. Empty for a cooperative game.
std::string ratings_text(const evidence::EventGames& games, const RatingsView& view,
                         const TextStyle& style);

// The same for programs: anchor, bots (name, elo, error, reach, score, games, group), first_seat
// and draws where the games tell, matrix if asked for, and pairs where there are two bots. Null for
// a cooperative game.
text::Json ratings_json(const evidence::EventGames& games, const RatingsView& view);

// Standings with the ratings of each event below its tables, as text and as Markdown; in JSON as
// the key "ratings" of each event that has any. Precondition: both lists cover the same events.
std::string rated_standings_text(const std::vector<tournament::EventStandings>& events,
                                 const std::vector<evidence::EventGames>& games,
                                 const RatingsView& view, const TextStyle& style);
std::string rated_standings_markdown(const std::vector<tournament::EventStandings>& events,
                                     const std::vector<evidence::EventGames>& games,
                                     const RatingsView& view);
void add_ratings(text::Json& standings, const std::vector<evidence::EventGames>& games,
                 const RatingsView& view);

}  // namespace referee::report
