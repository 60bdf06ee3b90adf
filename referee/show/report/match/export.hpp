// Matches in forms for other programs and for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/match/record.hpp"

namespace referee::report {

// One row of CSV for each match, for spreadsheets. Columns that end in 1 and 2 belong to the
// seats. Unknown values are empty. `official_number` is the number of an imported game where it
// was played.
std::string matches_csv_head();
std::string matches_csv_row(const match::MatchRecord& record,
                            std::optional<std::int64_t> official_number = std::nullopt);

// One row of CSV for each turn, in the order of the game: each move, and each turn in which a bot
// failed (`fault` has the kind, `move` what it wrote, if that was the fault); then the jury's move
// has a row of its own, with the same ply. Times are microseconds as charged; empty for the jury,
// and where they are not known. points1 and points2 are SeatResult::board_points after the turn.
struct TurnRows {
  std::string text;
  // False if the record leaves the rules: from there on points are empty.
  bool fits = true;
};
std::string moves_csv_head();
// `number`: the value of the column `match`.
TurnRows moves_csv_rows(const match::MatchRecord& record, std::uint64_t number);

// The numbered moves of a match as they are relayed to players, which is how official records
// write them, below a head with game, players and result. The initial position is move 0. Faults
// are shown where they happened.
std::string transcript(const match::MatchRecord& record);

}  // namespace referee::report
