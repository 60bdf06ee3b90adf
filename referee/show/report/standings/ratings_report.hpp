// The rating lists of a tournament: the strength of its bots, with errors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

struct RatingsView {
  // The bot at 0; the first bot without a name, or if the event has no such bot.
  std::optional<std::string> anchor;
  // Also prints by how much each bot is stronger than each other one, and how likely.
  bool matrix = false;
};

// The list of one event, best first, with the anchor at 0; for two bots also the figures of their
// pairs. Empty for a cooperative game.
std::string ratings_text(const evidence::EventGames& games, const RatingsView& view,
                         const TextStyle& style);
std::string ratings_markdown(const evidence::EventGames& games, const RatingsView& view);

// The same for programs: anchor, bots (name, elo, error, reach, score, games, group), first_seat
// and draws where the games tell, matrix if asked for, and pairs where there are two bots. Null for
// a cooperative game.
text::Json ratings_json(const evidence::EventGames& games, const RatingsView& view);

// Adds the key "ratings" to each event of these standings that has any. Precondition: `games` are
// of the same events.
void add_ratings(text::Json& standings, const std::vector<evidence::EventGames>& games,
                 const RatingsView& view);

}  // namespace referee::report
