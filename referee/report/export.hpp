// Matches in forms for other programs and for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/match/record.hpp"

namespace referee::report {

// One row of CSV for each match, for spreadsheets. Columns that end in 1 and 2 belong to the
// seats. Unknown values are empty. `official_number` is the number of an imported game where it
// was played.
std::string matches_csv_head();
std::string matches_csv_row(const match::MatchRecord& record,
                            std::optional<std::int64_t> official_number = std::nullopt);

// The numbered moves of a match as they are relayed to players, which is how official records
// write them, below a head with game, players and result. The initial position is move 0. Faults
// are shown where they happened.
std::string transcript(const match::MatchRecord& record);

}  // namespace referee::report
