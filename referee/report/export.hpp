// Matches in forms that other programs and people read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/match/record.hpp"

namespace referee::report {

// One row of CSV for each match: what a spreadsheet wants to know of it. Columns that end
// in 1 and 2 are those of the seats. What is not known is empty. `official_number`: under
// which the game was played elsewhere.
std::string matches_csv_head();
std::string matches_csv_row(const match::MatchRecord& record,
                            std::optional<std::int64_t> official_number = std::nullopt);

// The moves of a match in the form that is relayed to players, as official records have
// them, numbered, under a head that says who played what and how it ended; what lies on the board
// at first is move 0. Faults stand where they happened.
std::string transcript(const match::MatchRecord& record);

}  // namespace referee::report
