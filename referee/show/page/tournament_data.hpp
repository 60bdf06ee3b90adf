// What the page knows of a tournament beside its matches in full: read by src/data.ts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/tournament/games_played.hpp"
#include "referee/run/tournament/standings.hpp"

namespace referee::page {

// The standings with their times and tables, and with what is drawn beside these: means, courses
// over the rounds, who beat whom, Swiss rounds, brackets. `tournament`: its id.
text::Json standings_data(const std::string& tournament,
                          const std::vector<tournament::EventStandings>& events,
                          const tournament::GamesPlayed& played);

// A match without its moves, for lists.
text::Json match_row(const store::MatchSummary& match, const config::Manifest& manifest);

// The limits of a bot of this name; those of the event if it has none.
kernel::TimeLimits times_in(const config::Event& event, std::string_view bot);

}  // namespace referee::page
