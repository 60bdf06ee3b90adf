// Pictures of results as SVG, to send round: in 1200 x 630 units, as previews of links have it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/play/match/record.hpp"
#include "referee/run/tournament/games_played.hpp"
#include "referee/run/tournament/standings.hpp"
#include "rules/catalogue.hpp"

namespace referee::page {

// How a match ended: the sentence, both scores, the last position.
std::string match_card(const match::MatchRecord& match);

// Who won the first event of a tournament and how sure that is; its first bots, in formats that
// rank by means or ratings with their intervals on one axis; and how the game ended that decided
// it, which is read from the records at `log`. `title` is the tournament's. Throws as
// store::each_record.
std::string tournament_card(const std::string& title, const std::filesystem::path& log,
                            const std::vector<tournament::EventStandings>& events,
                            const tournament::GamesPlayed& played,
                            const rules::Games& games = rules::own_games());

}  // namespace referee::page
