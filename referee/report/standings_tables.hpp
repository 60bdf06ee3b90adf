// The tables that the text and the Markdown form of standings share.
#pragma once

#include <string>
#include <vector>

#include "referee/report/table.hpp"
#include "referee/tournament/standings.hpp"

namespace referee::report {

bool ranked_by(const rules::GameInfo& game, rules::RankingKey key);

// "Box (CodeCup 2025)"
std::string event_title(const tournament::EventStandings& event);
// "5 rounds, 60 of 60 matches, 23 to 36 plies"
std::string event_extent(const tournament::EventStandings& event);
// "Ranked by game points, then score, then fewer games lost by a fault."
std::string event_ranking(const tournament::EventStandings& event);

Table standings_table(const tournament::EventStandings& event);

// "alpha: 3 faults (2 illegal, 1 timeout)", one for each bot that had any.
std::vector<std::string> fault_lines(const tournament::EventStandings& event);

// Mean scores of each bot against each other, in the order of the standings. Only
// for an event with two to cross_table_limit bots.
bool has_cross_table(const tournament::EventStandings& event);
Table cross_table(const tournament::EventStandings& event);

}  // namespace referee::report
